import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hurryLongWaits } from "../support/hurry.ts";
import { tryEveryStep } from "../support/room-trial.ts";
import type { Trouble } from "../support/room-trouble.ts";
import { attach, createHarbour, prompt, remark } from "../support/room-words.ts";
import { scaled } from "../support/scale.ts";
import { ownerOf, tryStop, tryVersions } from "../support/version-trial.ts";

const TIME_LIMIT_MS = 60_000;

let harbour: Awaited<ReturnType<typeof createHarbour>>;

beforeAll(async () => {
  harbour = await createHarbour(1);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const HANGING: readonly Trouble[] = ["hanging on a call that is lost", "hanging on a call that is carried out"];

test.each(HANGING)(
  "%s, whichever it is: the room gives the call up and tries again, and nothing is lost or there twice",
  async (trouble) => {
    hurryLongWaits();
    const words = [prompt(), ...harbour.folders.map(attach), ...scaled({ whole: [remark("One."), remark("Two.")], share: [] })];
    const steps = await tryEveryStep(harbour.workplace, words, { trouble });
    expect(new Set(steps.map((step) => step.split(": ")[1]))).toEqual(new Set(["D1Database.batch", "object.search"]));
  },
  TIME_LIMIT_MS,
);

test.each(HANGING)(
  "%s, while an answer is asked for again and chosen, or stopped: each is done once, and told once",
  async (trouble) => {
    hurryLongWaits();
    const { workplace } = harbour;
    const owner = await ownerOf(workplace);
    let steps = 0;
    while ((await tryVersions(workplace, { trouble, nth: steps + 1 })).happenedAt() !== null) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(3);
    for (let nth = 1, isReached = true; isReached; nth += 1)
      isReached = (await tryStop(workplace, owner, { trouble, nth })).plan.happenedAt() !== null;
  },
  TIME_LIMIT_MS,
);
