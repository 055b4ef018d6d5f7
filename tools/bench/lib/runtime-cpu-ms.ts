import { readdirSync, readFileSync } from "node:fs";

/** Linux's unit of CPU time. */
const TICK_MS = 10;
const RUNTIME = "workerd";

/** CPU milliseconds of the runtimes below this process so far; NaN without /proc. */
export function runtimeCpuMs(parentPid: number): number {
  const processes = readProcesses();
  const below = new Set([parentPid]);
  // Process numbers wrap around, so a child may have a lower number than its parent: repeat until nothing new
  // is found.
  for (let size = 0; size < below.size;) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  const runtimes = processes.filter(({ pid, name }) => below.has(pid) && name === RUNTIME);
  return runtimes.length === 0 ? Number.NaN : runtimes.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly ticks: number;
}

function readProcesses(): Process[] {
  try {
    return readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(entry) ?? []) : []));
  } catch {
    return [];
  }
}

/** Null if the process has ended meanwhile. */
function readProcess(pid: string): Process | null {
  try {
    const [, name = "", rest = ""] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ").map(Number);
    return { pid: Number(pid), name, parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
  } catch {
    return null;
  }
}
