import { spawn } from "node:child_process";
import { Unreadable } from "../artifacts.ts";

/** Resource limits and the working folder of a tool. */
export interface ToolLimits {
  /** Working folder and home of the tool; it contains nothing of the processor's own. */
  readonly folder: string;
  /** Limit of wall time and of CPU time. */
  readonly ms: number;
  /** Limit of address space. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

export class ToolFailed extends Error {
  override readonly name = "ToolFailed";
}

/** The tool for this file type is not installed. */
export class ToolMissing extends Error {
  override readonly name = "ToolMissing";
}

/** The exit code of `prlimit` for a missing program. */
const MISSING = 127;
/** Limit of one written file. */
const MAX_WRITTEN_BYTES = 1024 * 1024 * 1024;
const MAX_SAID = 256 * 1024;

/**
 * Runs one of Debian's tools within the limits of `prlimit` (util-linux). Arguments go directly to it,
 * without a shell. At its end or after the time limit the whole process group is killed.
 * @returns its output, at most 256 KiB
 * @throws Unreadable after the time limit; ToolMissing; ToolFailed for an error exit
 */
export async function runTool(tool: string, args: readonly string[], bounds: ToolLimits): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  bounds.signal.throwIfAborted();
  const child = spawn("prlimit", [...limitsOf(bounds), "--", tool, ...args], {
    cwd: bounds.folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: bounds.folder,
      TMPDIR: bounds.folder,
      LANG: "C.UTF-8",
      OMP_THREAD_LIMIT: "1",
    },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killAll = (): void => killGroup(child.pid);
  const overtime = setTimeout(() => {
    reject(
      new Unreadable(
        `This file takes longer than ${Math.round(bounds.ms / 1_000)} seconds to be read. Split it and upload the parts.`,
      ),
    );
    killAll();
  }, bounds.ms);
  const onAbort = (): void => {
    reject(bounds.signal.reason);
    killAll();
  };
  bounds.signal.addEventListener("abort", onAbort, { once: true });
  const said = collect(child.stdout);
  const complaint = collect(child.stderr);
  child.once("error", (cause) =>
    reject(new ToolMissing("prlimit cannot be run: it is in Debian's util-linux", { cause })),
  );
  child.once("close", (status, killedBy) => {
    if (status === 0) resolve(said());
    else if (status === MISSING) reject(new ToolMissing(`${tool} is not installed`));
    else
      reject(
        new ToolFailed(`${tool}: ${killedBy ?? `status ${String(status)}`}: ${complaint().slice(-400)}`),
      );
  });
  try {
    return await promise;
  } finally {
    clearTimeout(overtime);
    bounds.signal.removeEventListener("abort", onAbort);
    killAll();
  }
}

function limitsOf({ ms, bytes }: ToolLimits): string[] {
  return [
    `--cpu=${Math.ceil(ms / 1_000)}`,
    `--as=${bytes}`,
    `--fsize=${MAX_WRITTEN_BYTES}`,
    "--core=0",
    "--nofile=512",
  ];
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = [];
  let length = 0;
  stream.on("data", (piece: Buffer) => {
    // Excess output is read and dropped, because a full pipe would block the tool.
    if (length < MAX_SAID) pieces.push(piece);
    length += piece.length;
  });
  return () => Buffer.concat(pieces).toString("utf8").slice(0, MAX_SAID);
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // The group has no process left.
  }
}
