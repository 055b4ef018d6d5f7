import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../../src/domain/ids.ts";
import { addThread } from "../../support/rows/add-thread.ts";
import { createUser, grant } from "../../support/rows/workplace.ts";
import { createFixture } from "../../support/fixtures/message-input.ts";
import { type ScenarioStep, STEP_KINDS, WORDS } from "../../support/faults/scenario-steps.ts";
import { ThreadScenario } from "../../support/faults/thread-scenario.ts";
import { scaled } from "../../support/setup/scaled.ts";

const RUNS = scaled({ whole: 200, share: 4 });
const MAX_LENGTH = 16;
/** Limit of a property's run time, which also ends the search for a smaller counterexample. */
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 60_000 });

/** The weights state how often each kind of step is drawn. */
const kind = fc.oneof(
  { weight: 6, arbitrary: fc.constant("say" as const) },
  { weight: 2, arbitrary: fc.constantFrom("say again" as const, "come back" as const) },
  { weight: 5, arbitrary: fc.constantFrom(...STEP_KINDS) },
);
const crash = fc.constantFrom(
  "at the call",
  "before the call arrives",
  "before the call returns",
  "with the call under way",
);
const step: fc.Arbitrary<ScenarioStep> = fc.record({
  kind,
  by: fc.nat(2),
  pick: fc.nat(99),
  what: fc.constantFrom(...WORDS, "prompt"),
  over: fc.constantFrom("socket", "call"),
  crash: fc.option(crash, { freq: 2 }),
  step: fc.integer({ min: 1, max: 8 }),
});

let fixture: Awaited<ReturnType<typeof createFixture>>;
let people: Id<"user">[];

beforeAll(async () => {
  fixture = await createFixture(MAX_LENGTH);
  const { owner, organizationId, tenantId, root } = fixture.workplace;
  const colleague = await createUser(organizationId, tenantId);
  for (const action of ["chat", "share"]) await grant(organizationId, colleague, root, action);
  people = [owner, colleague, owner];
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test(
  "after any sequence of client actions and room faults, all clients have the same history as D1",
  async () => {
    const steps = fc.array(step, { minLength: 4, maxLength: MAX_LENGTH, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(3, 700), async (all, stepMs) => {
        const scenario = new ThreadScenario(
          await addThread(fixture.workplace),
          people,
          fixture.folders,
          stepMs,
        );
        try {
          for (const each of all) await scenario.take(each);
          await scenario.end();
        } finally {
          scenario.close();
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    expect.hasAssertions();
  },
  2 * TIME_LIMIT_MS,
);
