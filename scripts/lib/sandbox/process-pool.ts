import { SandboxProcess } from "./sandbox-process.ts";
import { FairQueue, type QueueLimits } from "./fair-queue.ts";
import { ReservedSlots } from "./reserved-slots.ts";
import { type ResourceLimits, enforceResourceLimits } from "./resource-limits.ts";

export interface ProcessPoolOptions extends ResourceLimits {
  /** Maximum number of processes, each with one job at a time. */
  readonly processes: number;
  readonly start: () => Promise<SandboxProcess>;
}

/** Memory that a process may keep between jobs. The pool replaces a process that exceeds it. */
const KEPT_MEMORY_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 60_000;
const GONE = {
  reason: "The sandbox stopped while it read this file. Save the file again, or as PDF, and upload that.",
  permanent: false,
};
const NOT_STARTED = {
  reason: "The file reader did not start. Contact the service's operator.",
  permanent: false,
};

export interface ReaderUsage {
  /** ISO 8601 time of the first process start; null before. */
  readonly bornAt: string | null;
  readonly residentBytes: number;
  readonly virtualBytes: number;
  readonly processes: number;
  /** Number of busy processes. */
  readonly busy: number;
}

/** A job that waits before it opens its file holds a connection and nothing else. */
const RESERVED: QueueLimits = { maxWaitMs: 600_000, maxWaiting: 2_000, maxWaitingPerOwner: 500 };

interface Idle {
  readonly process: SandboxProcess;
  readonly timer: NodeJS.Timeout;
}

/**
 * Processes for one kind of job, started on demand. Each runs one job at a time, so a harmful file affects
 * only itself.
 */
export class ProcessPool {
  readonly #options: ProcessPoolOptions;
  readonly #idle: Idle[] = [];
  readonly #started = new Set<SandboxProcess>();
  readonly #queue: FairQueue;
  readonly #reserved = new ReservedSlots();
  #bornAt: Date | null = null;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.processes);
  }

  /** Starts one process ahead of the first job. */
  async warm(): Promise<void> {
    const process = await this.#start();
    if (process !== null) this.#keep(process);
  }

  usage(): ReaderUsage {
    const living = [...this.#started].filter((process) => process.isAlive);
    for (const process of this.#started) if (!process.isAlive) this.#started.delete(process);
    const used = living.map((process) => process.usage());
    return {
      bornAt: this.#bornAt?.toISOString() ?? null,
      residentBytes: used.reduce((sum, usage) => sum + (usage?.memoryBytes ?? 0), 0),
      virtualBytes: used.reduce((sum, usage) => sum + (usage?.virtualBytes ?? 0), 0),
      processes: living.length,
      busy: living.length - this.#idle.filter(({ process }) => process.isAlive).length,
    };
  }

  /**
   * Waits for a slot for a job that opens its file afterwards. @returns the slot's name; null if the queue is
   * full
   */
  async reserveSlot(owner: string, maxWaitMs: number): Promise<string | null> {
    const slot = await this.#queue.acquire(owner, {
      ...RESERVED,
      maxWaitMs: Math.min(maxWaitMs, RESERVED.maxWaitMs),
    });
    return slot === null ? null : this.#reserved.add(slot);
  }

  /** Releases the slot of a job that does not come. */
  releaseSlot(name: string): void {
    this.#reserved.take(name)?.release();
  }

  /** @param reserved the name of the job's slot; without it the job waits for one */
  async handle(
    path: string,
    owner: string,
    headers: Headers,
    body: ReadableStream | null,
    reserved: string | null = null,
  ): Promise<Response> {
    const slot = this.#reserved.take(reserved) ?? (await this.#queue.acquire(owner));
    if (slot === null) return overloaded();
    const process = await this.#take();
    if (process === null) {
      slot.release();
      return Response.json(NOT_STARTED, { status: 503 });
    }
    const watch = enforceResourceLimits(process, this.#options);
    const end = (): void => {
      watch.end();
      this.#giveBack(process, watch.overrun() !== null);
      slot.release();
    };
    try {
      const response = await process.ask(path, headers, body);
      return new Response(whenRead(response.body, end), {
        status: response.status,
        headers: passedOn(response.headers),
      });
    } catch {
      process.kill();
      end();
      return Response.json(watch.overrun() ?? GONE, { status: 422 });
    }
  }

  /** @returns an idle process; null if none can start */
  async #take(): Promise<SandboxProcess | null> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.process.isAlive) return idle.process;
    }
    return await this.#start();
  }

  async #start(): Promise<SandboxProcess | null> {
    const process = await this.#options.start().catch(() => null);
    if (process === null) return null;
    this.#bornAt ??= new Date();
    this.#started.add(process);
    return process;
  }

  #giveBack(process: SandboxProcess, isSpent: boolean): void {
    const { memoryBytes } = process.usage() ?? { memoryBytes: 0 };
    if (isSpent || !process.isAlive || memoryBytes > KEPT_MEMORY_BYTES) process.kill();
    else this.#keep(process);
  }

  #keep(process: SandboxProcess): void {
    const end = (): void => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.process === process),
        1,
      );
      process.kill();
    };
    const timer = setTimeout(end, IDLE_MS).unref();
    this.#idle.push({ process, timer });
  }
}

export function overloaded(): Response {
  return Response.json({ reason: "There is too much to read.", permanent: false }, { status: 429 });
}

/** A body that reports once when it was read, failed or was canceled. */
function whenRead(
  body: ReadableStream<Uint8Array> | null,
  end: () => void,
): ReadableStream<Uint8Array> | null {
  if (body === null) {
    end();
    return null;
  }
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    cancel: async (reason) => {
      await reader.cancel(reason).catch(() => {});
      end();
    },
  });
}

function passedOn(headers: Headers): Headers {
  const kept = [...headers].filter(
    ([name]) => name === "content-type" || name === "content-length" || name.startsWith("x-"),
  );
  return new Headers(kept);
}
