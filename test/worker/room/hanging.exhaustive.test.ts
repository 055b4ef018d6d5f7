import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { shortenTimers } from "../../support/faults/shorten-timers.ts";
import { runAtEveryStep } from "../../support/faults/room-scenario.ts";
import type { Fault } from "../../support/faults/plan-fault.ts";
import { attach, createFixture, prompt, textMessage } from "../../support/fixtures/message-input.ts";
import { sampled, scaled } from "../../support/setup/scaled.ts";
import { ownerOf, runStopScenario, runVersionScenario } from "../../support/faults/version-scenario.ts";

const TIME_LIMIT_MS = 60_000;
/** One in this many calls hangs in the test. */
const STRIDE = scaled({ whole: 1, share: 2 });

let fixture: Awaited<ReturnType<typeof createFixture>>;

beforeAll(async () => {
  fixture = await createFixture(1);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const HANGING: readonly Fault[] = ["hanging on a call that is lost", "hanging on a call that is carried out"];

test.each(sampled(HANGING, 1, "hanging"))(
  "the room, %s at any step, times out and retries, and nothing is lost or duplicated",
  async (fault) => {
    shortenTimers();
    const words = [
      prompt(),
      ...scaled({
        whole: [...fixture.folders.map(attach), textMessage("One."), textMessage("Two.")],
        share: [],
      }),
    ];
    const steps = await runAtEveryStep(fixture.workplace, words, { fault });
    expect(new Set(steps.map((step) => step.split(": ")[1]))).toEqual(
      new Set(["D1Database.batch", "object.search"]),
    );
  },
  TIME_LIMIT_MS,
);

test.each(sampled(HANGING, 1, "hanging while asked again"))(
  "the room, %s, applies and sends the retry, selection or stop of an answer once",
  async (fault) => {
    shortenTimers();
    const { workplace } = fixture;
    const owner = await ownerOf(workplace);
    let steps = 0;
    while ((await runVersionScenario(workplace, { fault, nth: steps + 1 })).happenedAt() !== null)
      steps += STRIDE;
    expect(steps).toBeGreaterThanOrEqual(3);
    for (let nth = 1, isReached = true; isReached; nth += STRIDE)
      isReached = (await runStopScenario(workplace, owner, { fault, nth })).plan.happenedAt() !== null;
  },
  TIME_LIMIT_MS,
);
