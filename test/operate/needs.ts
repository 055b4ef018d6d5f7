import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where Debian keeps what only root runs. */
const PLACES = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** Where a program is; undefined: nowhere. */
export function findProgram(program: string): string | undefined {
  return PLACES.map((place) => join(place, program)).find((path) => existsSync(path));
}

/** @returns where a program is. @throws Error that says what to install */
export function need(program: string, debianPackage: string): string {
  const found = findProgram(program);
  if (found === undefined) throw new Error(`This test needs ${program}: install it, on Debian with "apt-get install ${debianPackage}".`);
  return found;
}
