import { readFile, stat } from "node:fs/promises";
import { Unreadable } from "../artifacts.ts";

/** Far above the service's limit of a text; larger files are not read. */
const MAX_BYTES = 64 * 1024 * 1024;
export const TOO_MUCH_TEXT = "The text of this file has more than 10 MiB. Split it and upload the parts.";

/** Reads a tool's output. @throws Unreadable if it is too large */
export async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Unreadable(TOO_MUCH_TEXT);
  return await readFile(path, "utf8");
}
