/**
 * Promise: Texts of any number and length take the model process one short job at a time, and organizations
 * take turns. Attack: One ordinary text of 4,300 long sentences made the encoder's process grow by 7 MiB a
 * second, up to gigabytes. One organization could also keep the encoder busy for all others.
 */
import { expect, test } from "vitest";
import { ModelsBusy, ModelScheduler } from "../../../scripts/lib/models/model-scheduler.ts";
import type { Job, Result } from "../../../scripts/lib/models/process/messages.ts";

/** Jobs that wait for their turn to end. */
function heldJobs() {
  const held: { readonly job: Job; readonly end: () => void }[] = [];
  const run = async (job: Job): Promise<Result> => {
    await new Promise<void>((resolve) => held.push({ job, end: resolve }));
    return { kind: "vectors", vectors: job.kind === "embed" ? job.texts.map(() => new Int8Array(1)) : [] };
  };
  return { held, scheduler: new ModelScheduler({ run }) };
}

/** Waits until this many jobs have begun. */
async function untilHeld(held: readonly unknown[], count: number): Promise<void> {
  while (held.length < count) await new Promise((resolve) => setImmediate(resolve));
}

const callerOf = (owner: string) => ({ owner, deadline: Date.now() + 60_000 });
const textsOf = (name: string, count: number): string[] => Array.from({ length: count }, () => name);

test("a document of 4,300 sentences takes the process for 16 texts at a time, and others go between", async () => {
  const { held, scheduler } = heldJobs();
  const long = scheduler.embed({ purpose: "passage", texts: textsOf("mallory", 4_300) }, callerOf("mallory"));
  const short = scheduler.embed({ purpose: "passage", texts: textsOf("ada", 1) }, callerOf("ada"));
  for (let at = 0; at < 270; at += 1) {
    await untilHeld(held, at + 1);
    held[at]?.end();
  }
  expect(await long).toHaveLength(4_300);
  expect(await short).toHaveLength(1);
  const jobs = held.map(({ job }) => (job.kind === "embed" ? job.texts : []));
  expect(Math.max(...jobs.map(({ length }) => length))).toBe(16);
  expect(jobs.findIndex(([text]) => text === "ada")).toBe(1);
});

test("one organization cannot fill the whole queue", async () => {
  const { held, scheduler } = heldJobs();
  const first = scheduler.embed({ purpose: "passage", texts: ["first"] }, callerOf("mallory"));
  const many = Array.from(
    { length: 80 },
    async () =>
      await scheduler
        .embed({ purpose: "passage", texts: ["more"] }, callerOf("mallory"))
        .catch((error: unknown) => error),
  );
  const other = scheduler.embed({ purpose: "passage", texts: ["other"] }, callerOf("ada"));
  for (let at = 0; at < 66; at += 1) {
    await untilHeld(held, at + 1);
    held[at]?.end();
  }
  expect(await first).toHaveLength(1);
  expect(await other).toHaveLength(1);
  const refused = (await Promise.all(many)).filter((result) => result instanceof ModelsBusy);
  expect(refused).toHaveLength(80 - 64);
});
