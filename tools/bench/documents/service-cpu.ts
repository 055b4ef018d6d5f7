import { readdirSync, readFileSync } from "node:fs";
import { usageOf } from "../../../scripts/lib/sandbox/process-usage.ts";

/** CPU milliseconds of a process and its live descendants; null if the system does not report them. */
export function serviceCpuMs(root: number): number | null {
  const parents = parentsOfAll();
  if (parents === null) return null;
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + (usageOf(pid)?.cpuMs ?? 0), 0);
}

function parentsOfAll(): Map<number, number> | null {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return new Map(pids.map((name) => [Number(name), parentOf(name)] as const));
  } catch {
    return null;
  }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
