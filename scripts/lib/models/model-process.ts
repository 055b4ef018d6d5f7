import { type ChildProcess, fork } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { join } from "node:path";
import type { Job, LoadedModels, Message, Order, Result } from "./process/messages.ts";

const ENTRY = join(import.meta.dirname, "process", "main.ts");
const START_TIMEOUT_MS = 60_000;
/** A job takes a tenth of a second, or some seconds on a busy machine. */
const JOB_TIMEOUT_MS = 30_000;
/** Below the service, above the processes that read files. */
const NICENESS = 2;

/** The process ended before it finished a job. Another process may finish it. */
export class ProcessEnded extends Error {
  override readonly name = "ProcessEnded";
}

interface Waiting {
  readonly id: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** A child process with the models. It runs one job at a time. */
export class ModelProcess {
  readonly #child: ChildProcess;
  #waiting: Waiting | null = null;
  #isRetired = false;
  #lastId = 0;
  /** Memory after the last job. */
  residentBytes: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  private constructor(child: ChildProcess, residentBytes: number) {
    this.#child = child;
    this.residentBytes = residentBytes;
    child.on("message", (message: Message) => this.#receive(message));
    const end = (): void => this.#waiting?.reject(new ProcessEnded("The model process ended."));
    this.ended = new Promise((resolve) => {
      child.once("exit", () => {
        end();
        resolve();
      });
    });
    child.once("error", end);
    // An idle process does not keep its parent alive.
    child.unref();
    child.channel?.unref();
  }

  /** @throws Error with the reason if the models do not load */
  static async start(models: LoadedModels): Promise<ModelProcess> {
    const child = fork(ENTRY, [JSON.stringify(models)], {
      serialization: "advanced",
      // Its output is ignored, because the runtime writes warnings about the machine there.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [],
      env: {},
    });
    try {
      const residentBytes = await readiness(child);
      yieldTo(child);
      return new ModelProcess(child, residentBytes);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * @throws ProcessEnded if the process ends or takes too long
   * @throws Error if the job itself fails
   */
  async run(job: Job): Promise<Result> {
    if (this.#waiting !== null) throw new Error("The model process runs one job at a time.");
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting = { id, resolve, reject };
    const timer = setTimeout(() => this.kill(), JOB_TIMEOUT_MS);
    this.#child.channel?.ref();
    try {
      if (!this.isAlive) throw new ProcessEnded("The model process has ended.");
      this.#child.send({ id, job } satisfies Order, (error) => {
        if (error !== null) reject(new ProcessEnded("The model process takes no jobs."));
      });
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.channel?.unref();
      this.#waiting = null;
      if (this.#isRetired) this.kill();
    }
  }

  /** Ends the process after its job. */
  retire(): void {
    this.#isRetired = true;
    if (this.#waiting === null) this.kill();
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  #receive(message: Message): void {
    if (message.kind !== "done" && message.kind !== "failed") return;
    if (message.id !== this.#waiting?.id) return;
    if (message.kind === "failed") return this.#waiting.reject(new Error(message.reason));
    this.residentBytes = message.residentBytes;
    this.#waiting.resolve(message.result);
  }
}

/** @returns its memory */
async function readiness(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const timer = setTimeout(() => reject(new Error("the process did not load in time")), START_TIMEOUT_MS);
  const end = (): void => reject(new Error("the process ended while it loaded"));
  child.once("exit", end);
  child.once("error", reject);
  child.once("message", (message: Message) => {
    if (message.kind === "ready") resolve(message.residentBytes);
    else reject(new Error(message.kind === "failed-start" ? message.reason : "the process said nothing"));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.removeListener("exit", end);
    child.removeListener("error", reject);
  }
}

/** Lowers the priority below the service. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(19, getPriority() + NICENESS));
  } catch {
    // Best effort.
  }
}
