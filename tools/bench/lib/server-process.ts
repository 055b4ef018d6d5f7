import { spawn } from "node:child_process";
import { once } from "node:events";
import { Failure } from "../../../scripts/lib/failure.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { endWithThisProcess } from "../../../scripts/lib/runtime-guard.ts";

const START_TIMEOUT_MS = 300_000;

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/**
 * Runs a script until it prints `… answers at http://…`. @throws Failure with its output if it does not start
 */
export async function startServer(script: string, args: readonly string[] = []): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(child);
  const ended = once(child, "close");
  const found = Promise.withResolvers<string>();
  let said = "";
  const listen = (text: string): void => {
    if (said.length < 10_000) said += text;
    const origin = /answers at (http:\S+)\n/.exec(said)?.[1];
    if (origin !== undefined) found.resolve(origin);
  };
  // Both streams are drained, because a full pipe would block the server.
  child.stdout.setEncoding("utf8").on("data", listen);
  child.stderr.setEncoding("utf8").on("data", listen);
  const gone = (): void =>
    found.reject(new Failure(`${script} exited before it responded: ${said.slice(-500)}`));
  ended.then(gone, gone);
  const timer = setTimeout(
    () => found.reject(new Failure(`${script} did not respond within ${START_TIMEOUT_MS / 1_000} s.`)),
    START_TIMEOUT_MS,
  );
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    return { origin: await found.promise, pid: child.pid ?? 0, stop };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
