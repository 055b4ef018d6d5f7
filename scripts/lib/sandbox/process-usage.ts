import { readFileSync } from "node:fs";

export interface Usage {
  /** Of computing, since the process began, by all its threads. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Of address space. */
  readonly virtualBytes: number;
}

/** The kernel tells times in hundredths of a second, whatever it counts in itself. */
const MS_PER_TICK = 10;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** What a process has used; null where the system does not say: only Linux has /proc. */
export function usageOf(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the command stands in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const bytesOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? "0") * 1024;
    return { cpuMs: ticks * MS_PER_TICK, memoryBytes: bytesOf("VmRSS"), virtualBytes: bytesOf("VmSize") };
  } catch {
    return null;
  }
}
