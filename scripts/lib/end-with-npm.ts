import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 250;

/**
 * npm does not hand on the signal that ends it: what it started would live on, with its port and its state. So a script that npm runs ends
 * when its parent, the shell, or the shell's parent, npm itself, is gone.
 */
export function endWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const started = ancestors();
  setInterval(() => {
    if (ancestors() !== started) process.exit(0);
  }, LOOK_EVERY_MS).unref();
}

/** The parent, and where the system tells, its parent. */
function ancestors(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** The process's name, which stands in parentheses, may hold anything: the fields are counted from behind it. */
function parentOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  } catch {
    return "";
  }
}
