import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "./failure.ts";

/**
 * Creates a folder and its parents. Node's `recursive` option never returns if a folder can be neither
 * created nor found, as below /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.toReversed()) makeOne(folder);
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
