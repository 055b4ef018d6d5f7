import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../lib/failure.ts";
import { PROJECT_ROOT } from "../lib/project.ts";
import { endWithThisProcess } from "../lib/runtime-guard.ts";

const START_TIMEOUT_MS = 60_000;
const LONGEST_REASON = 500;

export interface TemporaryService {
  readonly stateFolder: string;
  /** The origin, once the service responds. Rejects with a Failure if the service does not start. */
  readonly origin: Promise<string>;
  /** Stops the service and deletes its state. */
  stop(): Promise<void>;
}

/**
 * Starts `npm start` on a free port with its state in a new folder. @param vars settings that replace the
 * local ones
 */
export async function startTemporaryService(
  vars: Readonly<Record<string, string>> = {},
): Promise<TemporaryService> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-demo-"));
  const args = [join(PROJECT_ROOT, "scripts", "start.ts"), "--port", "0", "--persist-to", stateFolder];
  args.push(...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]));
  // Deletes the runtime's temporary files with the state.
  const env = { ...process.env, TMPDIR: stateFolder };
  const service = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(service);
  const output = { stdout: "", stderr: "" };
  const ended = once(service, "close");
  const found = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => found.reject(new Failure(`The service did not start within ${START_TIMEOUT_MS / 1_000} s.`)),
    START_TIMEOUT_MS,
  );
  service.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (process.env["DEBUG"] !== undefined) process.stderr.write(text);
    output.stderr = (output.stderr + text).slice(-10_000);
  });
  service.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout = (output.stdout + text).slice(-10_000);
    const origin = /answers at (\S+)\n/.exec(output.stdout)?.[1];
    if (origin !== undefined) found.resolve(origin);
  });
  const gone = (): void =>
    found.reject(
      new Failure(`The service did not start: ${onOneLine(output.stderr) || "it exited without output."}`),
    );
  ended.then(gone, gone);
  const origin = found.promise.finally(() => clearTimeout(timer));
  origin.catch(() => {});
  return {
    stateFolder,
    origin,
    stop: async () => {
      signalGroup(service, "SIGTERM");
      await ended.catch(() => {});
      // A running build outlives the service and would recreate its folder.
      signalGroup(service, "SIGKILL");
      await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Signals the service and its child processes, if any is alive. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // No process of the group is alive.
  }
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_REASON);
}
