import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian keeps programs for root there. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** The path of a program; undefined if it is missing. */
export function findProgram(program: string): string | undefined {
  return FOLDERS.map((place) => join(place, program)).find((path) => existsSync(path));
}

/**
 * @returns the path of a program
 * @throws Error that names the package to install
 */
export function requireProgram(program: string, debianPackage: string): string {
  const found = findProgram(program);
  if (found === undefined)
    throw new Error(
      `This test needs ${program}: install it, on Debian with "apt-get install ${debianPackage}".`,
    );
  return found;
}
