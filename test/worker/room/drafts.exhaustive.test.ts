import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DraftScenario, type DraftStep } from "../../support/faults/draft-scenario.ts";
import type { Person } from "../../support/http/person.ts";
import { createWorkplace, openRoom, type Workplace } from "../../support/rows/workplace.ts";
import { MODEL_BEHAVIORS, useModels } from "../../support/fixtures/use-models.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { ownerOf } from "../../support/faults/version-scenario.ts";

const RUNS = scaled({ whole: 150, share: 5 });
/** Limit of a property's run time, which also ends the search for a smaller counterexample. */
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 60_000 });

/** Half of the questions use a slow model, because drafts of a slow model are interrupted most often. */
const ask = fc.record({
  kind: fc.constant("ask" as const),
  mood: fc.oneof(
    { weight: 3, arbitrary: fc.constant("slowly" as const) },
    { weight: 4, arbitrary: fc.constantFrom(...MODEL_BEHAVIORS) },
  ),
});
/** The weights state how often each kind of step is drawn. */
const step: fc.Arbitrary<DraftStep> = fc.oneof(
  { weight: 5, arbitrary: ask },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(0, 20, 60, 110, 150) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stop" as const), pick: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.constant({ kind: "withdraw" as const }) },
  { weight: 3, arbitrary: fc.constantFrom({ kind: "crash" as const }, { kind: "come back" as const }) },
);
const history = fc
  .tuple(ask, fc.array(step, { minLength: 3, maxLength: 10, size: "max" }))
  .map(([first, others]) => [first, ...others]);

let workplace: Workplace;
let owner: Person;
let undo: () => void;
let drafts = 0;

beforeAll(async () => {
  workplace = await createWorkplace();
  owner = await ownerOf(workplace);
  undo = await useModels(openRoom(workplace), MODEL_BEHAVIORS);
});
afterAll(() => undo());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (const name of ["log", "error", "warn"] as const)
    vi.spyOn(console, name).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test(
  "any sequence of questions, stops, deletions and crashes ends each answer and each draft once, and nothing exists twice",
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const scenario = await DraftScenario.begin(workplace, owner);
        try {
          for (const each of steps) await scenario.take(each);
          await scenario.end();
        } finally {
          drafts += scenario.drafts;
          scenario.close();
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    expect(drafts).toBeGreaterThan(0);
  },
  2 * TIME_LIMIT_MS,
);
