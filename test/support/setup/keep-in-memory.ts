import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "knowledge-tests-";
/** Many times the bytes that a run writes. */
const ENOUGH_BYTES = 4 * 1024 ** 3;
/** Longer than any run takes. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1_000;

/**
 * Puts temporary files of a run, mainly runtime state, into memory if enough is free, to avoid disk waits.
 * Keeps the default folder otherwise, or if `TMPDIR` is set. Runs once, in the first process that reads the
 * configuration.
 */
export function keepInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !hasMemory()) return;
  removeLeftBehind();
  const folder = mkdtempSync(join(MEMORY, PREFIX));
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Removes folders that killed runs left behind. */
function removeLeftBehind(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(MEMORY, name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedAt > LEFT_BEHIND_MS) rmSync(folder, { recursive: true, force: true });
  }
}
