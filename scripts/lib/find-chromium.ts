import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The browser of the tests: `CHROMIUM=/path/to/it`, or the first one in `PATH`; null if there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const given = env["CHROMIUM"];
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const places =
    given === undefined ? NAMES.flatMap((name) => folders.map((folder) => join(folder, name))) : [given];
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
