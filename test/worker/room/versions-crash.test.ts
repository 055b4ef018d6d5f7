import { afterEach, expect, test, vi } from "vitest";
import { bindsAny } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { drainRoom } from "../../support/faults/drain-room.ts";
import type { Fault } from "../../support/faults/plan-fault.ts";
import { createFixture } from "../../support/fixtures/message-input.ts";
import { sampled } from "../../support/setup/scaled.ts";
import {
  askOnce,
  type AskedQuestion,
  changeOf,
  postUntilAccepted,
  runVersionScenario,
} from "../../support/faults/version-scenario.ts";
import { answerVersionRows } from "../../support/http/answer-versions.ts";

const TIME_LIMIT_MS = 120_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FAULTS: readonly Fault[] = [
  "at the call",
  "before the call arrives",
  "before the call returns",
  "with the call under way",
];

test.each(sampled(FAULTS, 2, "versions"))(
  "retrying and selecting an answer takes effect once and is sent once after a crash at any step (%s)",
  async (fault) => {
    const { workplace } = await createFixture(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    let steps = 0;
    while ((await runVersionScenario(workplace, { fault, nth: steps + 1 })).happenedAt() !== null) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(3);
  },
  TIME_LIMIT_MS,
);

test("a selection that arrives late does not undo a later one", async () => {
  const { workplace } = await createFixture(0);
  const { place, asked, answerId } = await askOnce(workplace);
  await postUntilAccepted(place, changeOf(place, asked, null));
  await drainRoom(place).catch(() => undefined);
  const newer = (await answerVersionRows(place.threadId))[2]?.id as AskedQuestion["questionId"];
  const late: D1PreparedStatement[] = [];
  const prototype = Object.getPrototypeOf(testEnv.DB) as {
    batch: (this: D1Database, all: D1PreparedStatement[]) => Promise<D1Result[]>;
  };
  const { batch } = prototype;
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, all) {
    if (late.length === 0 && bindsAny(all, [place.threadId])) late.push(...all);
    return await batch.call(this, all);
  });
  await postUntilAccepted(place, changeOf(place, asked, answerId));
  await postUntilAccepted(place, changeOf(place, asked, newer));
  await expect(testEnv.DB.batch(late)).rejects.toThrow(/assert:/);
  expect((await answerVersionRows(place.threadId)).map(({ position }) => position)).toEqual([1, -2001, 2]);
});
