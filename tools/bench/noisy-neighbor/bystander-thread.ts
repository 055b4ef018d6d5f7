/**
 * Reads as an uninvolved user in a thread of its own, so that the uploader's work does not delay the reads.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { ServiceThreads } from "../lib/service-threads.ts";
import { type BystanderTask, type Lap, worse, type Worst } from "./bystander.ts";

const PAUSE_MS = 20;
/** A slower read counts as broken. */
const WAIT_MS = 15_000;
const NOTHING: Worst = { ms: 0, held: { gateway: 0, runtime: 0 }, broken: 0 };

class Probe {
  #worst = NOTHING;
  readonly #waiting: ((worst: Worst) => void)[] = [];
  readonly #threads: ServiceThreads;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(threads: ServiceThreads, url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#threads = threads;
    this.#url = url;
    this.#headers = headers;
    void this.#readForEver();
  }

  /** The worst values since the last call; it waits for the running read. */
  async lap(): Promise<Worst> {
    return await new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #readForEver(): Promise<never> {
    for (;;) {
      const [beganAt, before] = [performance.now(), this.#threads.cpuTimes()];
      const isRead = await this.#read();
      const after = this.#threads.cpuTimes();
      const held = { gateway: after.gateway - before.gateway, runtime: after.runtime - before.runtime };
      this.#worst = worse(this.#worst, { ms: performance.now() - beganAt, held, broken: Number(!isRead) });
      const waiting = this.#waiting.splice(0);
      for (const resolve of waiting) resolve(this.#worst);
      if (waiting.length > 0) this.#worst = NOTHING;
      await pause(PAUSE_MS);
    }
  }

  async #read(): Promise<boolean> {
    try {
      const response = await fetch(this.#url, {
        headers: this.#headers,
        signal: AbortSignal.timeout(WAIT_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

const { origin, authorization, pid } = workerData as BystanderTask;
const threads = new ServiceThreads(pid);
const status = new Probe(threads, `${origin}/status`);
const read = new Probe(threads, `${origin}/v1/users/self/collection-tree`, { authorization });
parentPort?.on("message", () => {
  void Promise.all([status.lap(), read.lap()]).then(([ofStatus, ofRead]) => {
    parentPort?.postMessage({ status: ofStatus, read: ofRead } satisfies Lap);
  });
});
