import { readdirSync, readFileSync } from "node:fs";

const NS_PER_MS = 1e6;
/**
 * Identifies the runtime that serves requests: it listens on a Unix socket, unlike those that extract files.
 */
const SERVES = "entry=unix:";

/** CPU milliseconds; NaN if the system does not report them. */
export interface CpuTimes {
  readonly gateway: number;
  /** The thread that handles requests, including local D1, R2 and Durable Objects. */
  readonly runtime: number;
}

/**
 * CPU time of the answering threads so far: the gateway's and the runtime's. Other load on the machine does
 * not count.
 */
export class ServiceThreads {
  readonly #gateway: number;
  readonly #runtimes: readonly number[];

  /** @param serverPid of a running `npm start` */
  constructor(serverPid: number) {
    this.#gateway = serverPid;
    this.#runtimes = childrenOf(serverPid).filter((pid) =>
      readOrEmpty(`/proc/${pid}/cmdline`).includes(SERVES),
    );
  }

  cpuTimes(): CpuTimes {
    return {
      gateway: computedBy(this.#gateway),
      runtime: this.#runtimes.reduce((sum, pid) => sum + computedBy(pid), 0),
    };
  }

  /**
   * Resident memory of the runtime in bytes: its heap, local D1, R2 and Durable Objects, and their caches.
   */
  runtimeMemory(): number {
    return this.#runtimes.reduce((sum, pid) => sum + memoryOf(pid), 0);
  }

  /** Sum of both in milliseconds. */
  computedMs(): number {
    const { gateway, runtime } = this.cpuTimes();
    return gateway + runtime;
  }
}

/** CPU time of a process's main thread, which Linux reports in nanoseconds. */
function computedBy(pid: number): number {
  const [computed = ""] = readOrEmpty(`/proc/${pid}/task/${pid}/schedstat`).split(" ");
  return computed === "" ? Number.NaN : Number(computed) / NS_PER_MS;
}

function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 1_024;
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => readOrEmpty(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1] === String(parent))
    .map(Number);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
