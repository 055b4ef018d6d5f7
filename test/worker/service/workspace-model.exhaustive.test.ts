import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { MODEL_ACTIONS } from "../../support/reference-models/model-user.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { ASSETS, PEOPLE, PLACES, type Step } from "../../support/reference-models/workspace/steps.ts";
import { WorkspaceScenario } from "../../support/reference-models/workspace/workspace-scenario.ts";
import { createWorld } from "../../support/reference-models/workspace/workspace-world.ts";

const RUNS = scaled({ whole: 60, share: 2 });
const TIME_LIMIT_MS = scaled({ whole: 900_000, share: 60_000 });
afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

/** The first person has the most rights and acts most often, so that most steps are permitted. */
const by = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(PEOPLE - 1) });
const [person, asset, place] = [fc.nat(PEOPLE - 1), fc.nat(ASSETS - 1), fc.nat(PLACES - 1)];
const what = fc.oneof(asset, fc.constant("thread" as const));
const actions = fc.subarray(MODEL_ACTIONS);
const stopper = fc.option(person, { freq: 2 });
const does = fc.constant;
/** The key of the step; null if a person acts without a key. */
const withKey = fc.option(fc.nat(9), { freq: 1 });
const door = fc.constantFrom("api" as const, "chat" as const, "tool" as const);
const deletion = fc.oneof(
  fc.record({ does: does("delete" as const), by, what, withKey }),
  fc.record({ does: does("restore" as const), by, what, withKey }),
  fc.record({ does: does("purge" as const), what }),
);
const discussion = fc.oneof(
  fc.record({ does: does("ask" as const), by, about: asset, stopper, door, withKey }),
  fc.record({ does: does("ask" as const), by, about: asset, stopper: does(null), door, withKey }),
  fc.record({ does: does("ask again" as const), by, question: fc.nat(9), stopper, withKey }),
  fc.record({ does: does("choose" as const), by, question: fc.nat(9), version: fc.nat(9), withKey }),
);
const placing = fc.oneof(
  fc.record({ does: fc.constantFrom("link asset" as const, "unlink asset" as const), by, asset, place }),
  fc.record({ does: fc.constantFrom("link thread" as const, "unlink thread" as const), by, place }),
  fc.record({ does: does("move" as const), by, place, below: place }),
);
const sharing = fc.oneof(
  fc.record({ does: fc.constantFrom("share" as const, "change" as const), by, place, to: person, actions }),
  fc.record({ does: does("change" as const), by, place, to: person, actions: does([]) }),
  fc.record({
    does: fc.constantFrom("make link" as const, "make link" as const, "end link" as const),
    by,
    withKey,
  }),
);
const keys = fc.oneof(
  fc.record({
    does: does("make key" as const),
    by,
    places: fc.uniqueArray(place, { maxLength: 2 }),
    actions,
  }),
  fc.record({
    does: does("make key" as const),
    by,
    places: fc.uniqueArray(place, { maxLength: 2 }),
    actions,
  }),
  fc.record({ does: does("end key" as const), key: fc.nat(9) }),
);
const rarely = fc.oneof(
  fc.record({ does: does("merge" as const), into: person, old: person }),
  fc.record({ does: does("destroy" as const), by, place }),
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: deletion },
    { weight: 5, arbitrary: discussion },
    { weight: 4, arbitrary: placing },
    { weight: 4, arbitrary: sharing },
    { weight: 2, arbitrary: rarely },
    { weight: 2, arbitrary: keys },
  ),
  { minLength: 8, maxLength: 20, size: "max" },
);

/** Initial steps, so that answers exist to stop, select, quote, follow and delete. */
const BEFORE: readonly Step[] = [
  { does: "ask", by: 0, about: 0, stopper: null },
  { does: "make link", by: 0 },
  { does: "ask", by: 3, about: 1, stopper: null },
  { does: "ask again", by: 1, question: 1, stopper: null },
  { does: "make key", by: 0, places: [1], actions: ["write"] },
  { does: "ask", by: 0, about: 1, stopper: null, door: "chat", withKey: 0 },
];

test(
  "after any sequence of steps by people and programs, every response and event matches the reference model",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const trial = new WorkspaceScenario(await createWorld());
        try {
          for (const step of [...BEFORE, ...sequence]) await trial.take(step);
          await trial.expectShown();
          await runAllJobs();
          await trial.expectShown();
          await trial.expectTold();
        } finally {
          trial.close();
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    expect.hasAssertions();
  },
  // On a busy machine, steps in progress at the time limit finish after it.
  5 * TIME_LIMIT_MS,
);
