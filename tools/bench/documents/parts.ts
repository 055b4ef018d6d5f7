import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../../scripts/lib/failure.ts";
import type { Member } from "../lib/service.ts";
import { showNumber } from "../lib/statistics.ts";
import type { CpuTimes, ServiceThreads } from "../lib/service-threads.ts";
import { type Kind, uploadOne } from "./upload-one.ts";

const PARTS = ["registration", "bytes", "announcement", "processing"] as const;
export const PARTS_HEAD = ["CPU ms of one alone, gateway + runtime", ...PARTS, "all"];
const LOOK_MS = 100;
/** Upper bound of CPU time that idle timers of the runtime use during one check. */
const STILL_MS = 1;
const QUIET_LOOKS = 3;
/** A document takes less than one second. */
const STILL_TIMEOUT_MS = 60_000;

/**
 * Measures each request and the background work of documents, one document at a time. @returns a row of the
 * table
 */
export async function measureParts(
  origin: string,
  member: Member,
  kind: Kind,
  threads: ServiceThreads,
  count: number,
): Promise<string[]> {
  const sums = PARTS.map(() => ({ gateway: 0, runtime: 0 }));
  for (let done = 0; done < count; done += 1) {
    await stillness(threads);
    const marks = [threads.cpuTimes()];
    await uploadOne(origin, member, kind, async (send) => {
      await send();
      marks.push(threads.cpuTimes());
    });
    await stillness(threads);
    marks.push(threads.cpuTimes());
    for (const [at, sum] of sums.entries()) add(sum, marks[at], marks[at + 1]);
  }
  const all = { gateway: 0, runtime: 0 };
  for (const sum of sums) add(all, { gateway: 0, runtime: 0 }, sum);
  const shown = [...sums, all].map(
    ({ gateway, runtime }) => `${showNumber(gateway / count, 1)} + ${showNumber(runtime / count, 1)}`,
  );
  return [kind.name, ...shown];
}

function add(
  sum: { gateway: number; runtime: number },
  from: CpuTimes | undefined,
  to: CpuTimes | undefined,
): void {
  sum.gateway += (to?.gateway ?? Number.NaN) - (from?.gateway ?? Number.NaN);
  sum.runtime += (to?.runtime ?? Number.NaN) - (from?.runtime ?? Number.NaN);
}

/**
 * Waits until the runtime is idle: polling the document's state would cost more than processing it. @throws
 * Failure on timeout
 */
async function stillness(threads: ServiceThreads): Promise<void> {
  const deadline = Date.now() + STILL_TIMEOUT_MS;
  for (let quiet = 0, before = threads.cpuTimes().runtime; quiet < QUIET_LOOKS;) {
    if (Date.now() > deadline)
      throw new Failure("The service never became idle, so its parts cannot be measured.");
    await pause(LOOK_MS);
    const now = threads.cpuTimes().runtime;
    quiet = now - before < STILL_MS ? quiet + 1 : 0;
    before = now;
  }
}
