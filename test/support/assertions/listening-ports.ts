import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { execFileSync } from "node:child_process";

const TCP_LISTEN = "0A";

/** The pids of a process and its descendants. */
export function processTree(root: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [pid: number, parent: number]);
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ];
  return below(root);
}

/** TCP ports on which the processes listen, as the kernel reports (Linux). */
export function listeningPorts(pids: readonly number[]): number[] {
  const inodes = socketInodes(pids);
  const rows = ["tcp", "tcp6"].flatMap((table) => kernelTable(table));
  const found = rows.filter((row) => row[3] === TCP_LISTEN && inodes.has(row[9] ?? ""));
  return found.map((row) => Number.parseInt(row[1]?.split(":")[1] ?? "", 16));
}

/** Names of the Unix sockets that the processes hold. An abstract name begins with `@`. */
export function unixSockets(pids: readonly number[]): string[] {
  const inodes = socketInodes(pids);
  return kernelTable("unix").flatMap((row) =>
    row[7] !== undefined && inodes.has(row[6] ?? "") ? [row.slice(7).join(" ")] : [],
  );
}

function kernelTable(name: string): string[][] {
  const lines = readFileSync(`/proc/net/${name}`, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => line.trim().split(/\s+/));
}

function socketInodes(pids: readonly number[]): Set<string> {
  const links = pids.flatMap((pid) => linksOf(`/proc/${pid}/fd`));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

function linksOf(folder: string): string[] {
  const read = (name: string): string[] => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      return [];
    }
  };
  try {
    return readdirSync(folder).flatMap(read);
  } catch {
    return [];
  }
}
