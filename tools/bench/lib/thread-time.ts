import { readdirSync, readFileSync } from "node:fs";

const NS_PER_MS = 1e6;
/** How the runtime that serves is told apart from those that read files: it listens on a Unix socket. */
const SERVES = "entry=unix:";

/** Milliseconds; NaN where the system does not say. */
export interface Computed {
  readonly frontDoor: number;
  /** Where requests are answered, with what stands for D1, R2 and objects there. */
  readonly runtime: number;
}

/** What the threads that answer have computed so far: the front door's and the runtime's. What others do on the machine counts for nothing. */
export class ServiceThreads {
  readonly #frontDoor: number;
  readonly #runtimes: readonly number[];

  /** @param serverPid of `npm start`, which answers already */
  constructor(serverPid: number) {
    this.#frontDoor = serverPid;
    this.#runtimes = childrenOf(serverPid).filter((pid) => readOrEmpty(`/proc/${pid}/cmdline`).includes(SERVES));
  }

  computed(): Computed {
    return { frontDoor: computedBy(this.#frontDoor), runtime: this.#runtimes.reduce((sum, pid) => sum + computedBy(pid), 0) };
  }

  /** Bytes that the runtime holds of the machine's memory: its heap, what stands for D1, R2 and objects there, and their caches. */
  runtimeMemory(): number {
    return this.#runtimes.reduce((sum, pid) => sum + memoryOf(pid), 0);
  }

  /** Milliseconds of both together. */
  computedMs(): number {
    const { frontDoor, runtime } = this.computed();
    return frontDoor + runtime;
  }
}

/** By the main thread of a process: Linux tells it in nanoseconds. */
function computedBy(pid: number): number {
  const [computed = ""] = readOrEmpty(`/proc/${pid}/task/${pid}/schedstat`).split(" ");
  return computed === "" ? Number.NaN : Number(computed) / NS_PER_MS;
}

function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 1_024;
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readOrEmpty(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1] === String(parent)).map(Number);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
