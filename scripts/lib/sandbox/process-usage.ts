import { readFileSync } from "node:fs";

export interface Usage {
  /** CPU time of all its threads since it started. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Bytes of address space. */
  readonly virtualBytes: number;
}

/** The kernel reports times in hundredths of a second. */
const MS_PER_TICK = 10;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** The resource usage of a process; null where the system does not report it: only Linux has /proc. */
export function usageOf(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The command's name is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const bytesOf = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? "0") * 1024;
    return { cpuMs: ticks * MS_PER_TICK, memoryBytes: bytesOf("VmRSS"), virtualBytes: bytesOf("VmSize") };
  } catch {
    return null;
  }
}
