import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { Failure } from "../failure.ts";

/**
 * Backups would contain each other in the state folder, and deleting one folder would delete the other one.
 * @throws Failure if the folder of backups is, contains or lies in the state folder
 */
export function requireApart(stateFolder: string, to: string): void {
  const [state, backups] = [realPath(stateFolder), realPath(to)];
  if (isWithin(state, backups) || isWithin(backups, state))
    throw new Failure(
      `The folder of backups ${to} and the state folder ${stateFolder} must lie apart. Choose another folder with --to.`,
    );
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

/** The path without symbolic links. The folder itself may not exist yet. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}
