import type { SandboxProcess } from "./sandbox-process.ts";

export interface ResourceLimits {
  /** CPU time in milliseconds, if the system reports it. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Memory in bytes, if the system reports it. */
  readonly memoryBytes: number;
}

export interface Overrun {
  /** A sentence for people. */
  readonly reason: string;
  readonly permanent: boolean;
}

export interface LimitWatch {
  readonly overrun: () => Overrun | null;
  readonly end: () => void;
}

const LOOK_EVERY_MS = 100;

/**
 * Kills a process whose job exceeds a limit. CPU and memory overruns are permanent, because the file causes
 * them; a timeout may be retried.
 */
export function enforceResourceLimits(process: SandboxProcess, limits: ResourceLimits): LimitWatch {
  const startedAt = Date.now();
  const cpuBefore = process.usage()?.cpuMs ?? 0;
  let overrun: Overrun | null = null;
  const look = (): void => {
    overrun = overrunOf(process, limits, startedAt, cpuBefore);
    if (overrun === null) return;
    clearInterval(timer);
    process.kill();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { overrun: () => overrun, end: () => clearInterval(timer) };
}

function overrunOf(
  process: SandboxProcess,
  { cpuMs, wallMs, memoryBytes }: ResourceLimits,
  startedAt: number,
  cpuBefore: number,
): Overrun | null {
  const usage = process.usage();
  if (usage !== null && usage.cpuMs - cpuBefore > cpuMs) {
    return {
      reason: `This file takes more than ${cpuMs / 1_000} seconds of computing to be read. Split it and upload the parts.`,
      permanent: true,
    };
  }
  if (usage !== null && usage.memoryBytes > memoryBytes) {
    return {
      reason: `This file takes more than ${memoryBytes / 1024 / 1024} MiB of memory to be read. Split it and upload the parts.`,
      permanent: true,
    };
  }
  if (Date.now() - startedAt <= wallMs) return null;
  return {
    reason: `This file was not read within ${wallMs / 1_000} seconds. Split it and upload the parts, or upload it again when there is less to do.`,
    permanent: false,
  };
}
