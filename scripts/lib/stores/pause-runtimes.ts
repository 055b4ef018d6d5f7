import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import { usageOf } from "../sandbox/process-usage.ts";

const runtimes = new Set<ChildProcess>();
/** A signal reaches threads on other processors a moment later. */
const STOP_WITHIN_MS = 100;

/** Records each workerd that this process starts. Call it before the first Miniflare. */
export function trackRuntimes(): void {
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    // The message precedes the child's command.
    setImmediate(() => {
      if (!child.spawnfile.endsWith("workerd") || child.exitCode !== null) return;
      runtimes.add(child);
      child.once("exit", () => runtimes.delete(child));
    });
  });
}

/** Resident memory of all runtimes of this process, in bytes; 0 where the system does not report it. */
export function runtimeBytes(): number {
  return [...runtimes].reduce((sum, { pid }) => sum + (usageOf(pid ?? 0)?.memoryBytes ?? 0), 0);
}

/**
 * Pauses all runtimes of this process during the work. A guard ends a runtime with this process, paused or
 * not.
 * @throws Error if a runtime does not stop
 */
export function pauseRuntimesDuring<T>(work: () => T): T {
  const resume = pauseRuntimes();
  try {
    return work();
  } finally {
    resume();
  }
}

/**
 * Pauses all runtimes of this process until the returned function is called.
 * @throws Error if a runtime does not stop; all of them run on
 */
export function pauseRuntimes(): () => void {
  const paused = [...runtimes].filter((runtime) => runtime.kill("SIGSTOP"));
  const resume = (): void => {
    for (const runtime of paused) runtime.kill("SIGCONT");
  };
  try {
    for (const { pid } of paused) requireStopped(pid ?? 0);
    return resume;
  } catch (error) {
    resume();
    throw error;
  }
}

function requireStopped(pid: number): void {
  if (process.platform !== "linux") return waitUntilStopped();
  for (const until = Date.now() + STOP_WITHIN_MS; Date.now() < until;) {
    if (readdirSync(`/proc/${pid}/task`).every((thread) => isStopped(`/proc/${pid}/task/${thread}/stat`)))
      return;
  }
  throw new Error("The runtime did not stop.");
}

/** Other systems do not list threads as files. The signal reaches all threads within the wait. */
function waitUntilStopped(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOP_WITHIN_MS);
}

/**
 * `pid (command) state …`; a command may contain anything:
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function isStopped(file: string): boolean {
  const stat = readFileSync(file, "utf8");
  return stat.charAt(stat.lastIndexOf(")") + 2).toUpperCase() === "T";
}
