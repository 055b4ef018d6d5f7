import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";

const OTHERS = 0o077;
/** File names that identify a state folder. */
const OURS = ["secrets.json", "service.lock", "v3"];

/**
 * Creates a folder that only its owner can enter. It restricts an existing open folder, with its contents, if
 * it is empty or a state folder.
 * @throws Failure if the folder holds other things
 */
export function secureDir(path: string): void {
  const before = process.umask(OTHERS);
  try {
    makeFolder(path);
  } finally {
    process.umask(before);
  }
  if (process.platform === "win32" || (statSync(path).mode & OTHERS) === 0) return;
  if (readdirSync(path).length > 0 && !OURS.some((name) => existsSync(join(path, name))))
    throw new Failure(
      `The folder ${path} contains other files and other users can access it. Close it (chmod 700), or choose another folder.`,
    );
  close(path);
  for (const entry of readdirSync(path, { recursive: true, encoding: "utf8" })) close(join(path, entry));
}

function close(path: string): void {
  const status = lstatSync(path);
  if (!status.isSymbolicLink()) chmodSync(path, status.mode & ~OTHERS & 0o7777);
}
