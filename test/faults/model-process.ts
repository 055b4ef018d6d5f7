import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";

const ENTRY = join("models", "process", "main.ts");

/** The model process of a service, by its process id. Null while none runs. Linux only. */
export function modelProcessOf(service: number): number | null {
  return childrenOf(service).find((pid) => commandOf(pid).includes(ENTRY)) ?? null;
}

/** Whether the process has loaded its models: the service then lowers its priority. */
export function hasLoaded(service: number, modelProcess: number): boolean {
  try {
    return getPriority(modelProcess) > getPriority(service);
  } catch {
    return false;
  }
}

/** Direct children. Each thread of the process has a list of its own. */
function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
