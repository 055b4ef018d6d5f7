import { spawn } from "node:child_process";
import { Unreadable } from "../reading.ts";

/** What a tool may use, and where it works. */
export interface Bounds {
  /** Its working folder and its home: nothing of the processor's own. */
  readonly folder: string;
  /** Of wall time; computing gets as much. */
  readonly ms: number;
  /** Of address space. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

export class ToolFailed extends Error {
  override readonly name = "ToolFailed";
}

/** What is to read this kind of file is not installed. */
export class ToolMissing extends Error {
  override readonly name = "ToolMissing";
}

/** How `prlimit` ends when the program is not there. */
const MISSING = 127;
/** In one file. */
const MAX_WRITTEN_BYTES = 1024 * 1024 * 1024;
const MAX_SAID = 256 * 1024;

/**
 * Runs one of Debian's tools to its end, bounded by `prlimit` (util-linux). Arguments go as they are, through no shell. When the time is over, and
 * when it ends, its whole process group is killed.
 * @returns what it printed, at most 256 KiB
 * @throws Unreadable when it takes too long; ToolMissing; ToolFailed when it ends with an error
 */
export async function runTool(tool: string, args: readonly string[], bounds: Bounds): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  bounds.signal.throwIfAborted();
  const child = spawn("prlimit", [...limitsOf(bounds), "--", tool, ...args], {
    cwd: bounds.folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: bounds.folder, TMPDIR: bounds.folder, LANG: "C.UTF-8", OMP_THREAD_LIMIT: "1" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killAll = (): void => killGroup(child.pid);
  const overtime = setTimeout(() => {
    reject(
      new Unreadable(`This file takes longer than ${Math.round(bounds.ms / 1_000)} seconds to be read. Split it and upload the parts.`),
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
  child.once("error", (cause) => reject(new ToolMissing("prlimit cannot be run: it is in Debian's util-linux", { cause })));
  child.once("close", (status, killedBy) => {
    if (status === 0) resolve(said());
    else if (status === MISSING) reject(new ToolMissing(`${tool} is not installed`));
    else reject(new ToolFailed(`${tool}: ${killedBy ?? `status ${String(status)}`}: ${complaint().slice(-400)}`));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(overtime);
    bounds.signal.removeEventListener("abort", onAbort);
    killAll();
  }
}

function limitsOf({ ms, bytes }: Bounds): string[] {
  return [`--cpu=${Math.ceil(ms / 1_000)}`, `--as=${bytes}`, `--fsize=${MAX_WRITTEN_BYTES}`, "--core=0", "--nofile=512"];
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = [];
  let length = 0;
  stream.on("data", (piece: Buffer) => {
    // What is too much is still read, or the tool would wait for ever.
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
    // Nobody of the group lives any more.
  }
}
