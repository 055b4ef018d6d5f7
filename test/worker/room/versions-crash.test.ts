import { afterEach, expect, test, vi } from "vitest";
import { isAbout } from "../../support/d1-batches.ts";
import { testEnv } from "../../support/env.ts";
import { settle } from "../../support/room-clock.ts";
import type { Fault } from "../../support/room-fault.ts";
import { createFixture } from "../../support/room-words.ts";
import { sampled } from "../../support/scale.ts";
import { askOnce, type Asked, changeOf, insist, tryVersions } from "../../support/version-trial.ts";
import { rowsOf } from "../../support/versions.ts";

const TIME_LIMIT_MS = 120_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FAULTS: readonly Fault[] = ["at the call", "before the call arrives", "before the call returns", "with the call under way"];

test.each(sampled(FAULTS, 2, "versions"))(
  "after a crash at any step (%s) while an answer is retried and selected, each takes effect once and is sent once",
  async (fault) => {
    const { workplace } = await createFixture(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    let steps = 0;
    while ((await tryVersions(workplace, { fault, nth: steps + 1 })).happenedAt() !== null) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(3);
  },
  TIME_LIMIT_MS,
);

test("a selection that arrives late does not undo a later one", async () => {
  const { workplace } = await createFixture(0);
  const { place, asked, answerId } = await askOnce(workplace);
  await insist(place, changeOf(place, asked, null));
  await settle(place).catch(() => undefined);
  const newer = (await rowsOf(place.threadId))[2]?.id as Asked["questionId"];
  const late: D1PreparedStatement[] = [];
  const prototype = Object.getPrototypeOf(testEnv.DB) as { batch: (this: D1Database, all: D1PreparedStatement[]) => Promise<D1Result[]> };
  const { batch } = prototype;
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, all) {
    if (late.length === 0 && isAbout(all, [place.threadId])) late.push(...all);
    return await batch.call(this, all);
  });
  await insist(place, changeOf(place, asked, answerId));
  await insist(place, changeOf(place, asked, newer));
  await expect(testEnv.DB.batch(late)).rejects.toThrow(/assert:/);
  expect((await rowsOf(place.threadId)).map(({ position }) => position)).toEqual([1, -2001, 2]);
});
