import { log } from "../../../src/log.ts";
import { ModelProcess, ProcessEnded } from "./model-process.ts";
import type { Job, LoadedModels, Result } from "./process/messages.ts";

const MIB = 1024 * 1024;
/** The pool replaces a process that grew beyond this, and beyond its own size after the start. */
const KEPT_MEMORY_BYTES = 350 * MIB;
const KEPT_GROWTH = 1.5;
/** Attempts per job, and failed starts before a pause. A job that ends each process must not stop all others. */
const MAX_ATTEMPTS = 3;
/** A process that lived longer gets a successor at once. Another one waits for the next job. */
const MIN_LIFE_MS = 2_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** No process runs the job: none starts, or the job ended several. */
export class ModelsUnavailable extends Error {
  override readonly name = "ModelsUnavailable";
}

export interface SupervisorUsage {
  readonly residentBytes: number;
  /** Number of processes started so far. */
  readonly starts: number;
  readonly pid: number | undefined;
}

type StartProcess = (models: LoadedModels) => Promise<ModelProcess>;
const startProcess: StartProcess = async (models) => await ModelProcess.start(models);

/** Keeps one model process alive. Replaces it if it ends or grows, and runs lost jobs again. */
export class ModelSupervisor {
  readonly #models: LoadedModels;
  readonly #start: StartProcess;
  #process: ModelProcess | null = null;
  #starting: Promise<ModelProcess | null> | null = null;
  #keptBytes = KEPT_MEMORY_BYTES;
  #starts = 0;
  #failedStarts = 0;
  #nextStartAt = 0;
  #isStopped = false;

  constructor(models: LoadedModels, start: StartProcess = startProcess) {
    this.#models = models;
    this.#start = start;
  }

  /** Starts the process ahead of the first job. */
  warm(): void {
    void this.#living();
  }

  stop(): void {
    this.#isStopped = true;
    this.#process?.kill();
  }

  usage(): SupervisorUsage {
    const { residentBytes = 0, pid } = this.#process ?? {};
    return { residentBytes, starts: this.#starts, pid };
  }

  /**
   * The caller runs one job at a time.
   * @throws ModelsUnavailable
   * @throws Error if the models reject the job
   */
  async run(job: Job): Promise<Result> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !this.#isPausing(); attempt += 1) {
      const process = await this.#living();
      if (process === null) continue;
      try {
        const result = await process.run(job);
        if (process === this.#process && process.residentBytes > this.#keptBytes) this.#replace(process);
        return result;
      } catch (error) {
        if (!(error instanceof ProcessEnded)) throw error;
        log("warn", "model_process_ended", { attempt });
      }
    }
    throw new ModelsUnavailable("No model process runs this job.");
  }

  /** @returns null if it does not start */
  async #living(): Promise<ModelProcess | null> {
    return this.#process?.isAlive === true ? this.#process : await this.#startOne();
  }

  #isPausing(): boolean {
    return this.#process?.isAlive !== true && Date.now() < this.#nextStartAt;
  }

  async #startOne(): Promise<ModelProcess | null> {
    this.#starting ??= this.#tryStart().finally(() => {
      this.#starting = null;
    });
    return await this.#starting;
  }

  async #tryStart(): Promise<ModelProcess | null> {
    if (this.#isStopped) return null;
    this.#nextStartAt = 0;
    try {
      const process = await this.#start(this.#models);
      if (this.#isStopped) process.kill();
      this.#process = process;
      this.#renewAfter(process);
      this.#starts += 1;
      this.#failedStarts = 0;
      this.#keptBytes = Math.max(KEPT_MEMORY_BYTES, KEPT_GROWTH * process.residentBytes);
      return process;
    } catch (error) {
      this.#failedStarts += 1;
      log("error", "models_not_started", { detail: error instanceof Error ? error.message : "unknown" });
      if (this.#failedStarts >= MAX_ATTEMPTS) this.#pause();
      return null;
    }
  }

  /** After several failed starts, calls fail at once until the next attempt, which needs no job. */
  #pause(): void {
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failedStarts - MAX_ATTEMPTS));
    this.#nextStartAt = Date.now() + pauseMs;
    setTimeout(() => this.warm(), pauseMs).unref();
  }

  /** Starts a successor after an unexpected end, so that the next question need not wait for it. */
  #renewAfter(process: ModelProcess): void {
    const startedAt = Date.now();
    void process.ended.then(() => {
      if (this.#process === process && Date.now() - startedAt > MIN_LIFE_MS) this.warm();
    });
  }

  /** The old process works until the new one is ready. */
  #replace(old: ModelProcess): void {
    if (this.#starting !== null) return;
    log("info", "model_process_replaced", { residentBytes: old.residentBytes });
    void this.#startOne().then((process) => {
      if (process !== null) old.retire();
    });
  }
}
