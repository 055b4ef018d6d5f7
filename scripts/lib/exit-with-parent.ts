import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 250;

/**
 * npm does not forward the signal that ends it, so its script would live on with its port and state. This
 * ends the script when its parent (the shell) or npm itself is gone.
 */
export function exitWithParent(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const started = ancestors();
  setInterval(() => {
    if (ancestors() !== started) process.exit(0);
  }, LOOK_EVERY_MS).unref();
}

/** The parent and, if the system reports it, its parent. */
function ancestors(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** The process name is in parentheses and may contain anything, so the fields are counted from its end. */
function parentOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}
