import { spawn, type ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

/** Kills the given process when its own stdin ends. The system closes that pipe however the writer dies. */
const GUARD = `trap '' INT TERM HUP; read -r line; kill -9 "$0"`;

/**
 * workerd outlives a service that is killed with SIGKILL, and would keep the port and the state. So each
 * workerd of this process gets a guard: a shell that waits for the end of this process. Call it before the
 * first Miniflare.
 */
export function guardRuntimes(): void {
  if (process.platform === "win32") return;
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    // The message precedes the child's pid and command.
    setImmediate(() => guard(child));
  });
}

function guard(runtime: ChildProcess): void {
  if (runtime.spawnfile.endsWith("workerd")) endWithThisProcess(runtime);
}

/** Kills a child when this process ends, even by SIGKILL. */
export function endWithThisProcess(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") return;
  const shell = spawn("/bin/sh", ["-c", GUARD, String(child.pid)], { stdio: ["pipe", "ignore", "ignore"] });
  shell.on("error", () => {});
  shell.unref();
  child.once("exit", () => shell.kill("SIGKILL"));
}
