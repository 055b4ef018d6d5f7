import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { type AccessModel, type Command } from "../../support/reference-models/access-model.ts";
import { MODEL_ACTIONS, type ModelUser } from "../../support/reference-models/model-user.ts";
import { createAccessModel, runCommand } from "../../support/reference-models/create-access-model.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { WebhookScenario } from "../../support/reference-models/webhook-scenario.ts";

const PEOPLE = 3;
const RUNS = scaled({ whole: 40, share: 4 });
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 40_000 });
afterEach(() => {
  vi.restoreAllMocks();
});

/** Most rights change on roots, because ownership of a root decides the ownership of its organization. */
const step = fc.record({
  kind: fc.constantFrom(
    ...([
      "share",
      "share",
      "share",
      "change",
      "change",
      "change",
      "change",
      "move",
      "create",
      "merge",
      "make",
      "make",
      "tell",
      "tell",
    ] as const),
  ),
  by: fc.nat(PEOPLE - 1),
  other: fc.nat(PEOPLE - 1),
  place: fc.nat(999),
  target: fc.nat(999),
  onRoot: fc.boolean(),
  actions: fc.oneof(fc.constant(["own" as const]), fc.subarray(MODEL_ACTIONS)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The command for a step in the current state; null if no record fits. */
function commandOf(
  model: AccessModel,
  by: ModelUser,
  { kind, other, place, target, onRoot, actions }: Step,
): Command | null {
  const readable = model.readable(by);
  const seen = readable.filter((each) => (each.parent === null) === onRoot);
  const collection = (seen.length > 0 ? seen : readable)[place % Math.max(1, seen.length || readable.length)];
  const to = model.users[other];
  if (collection === undefined || to === undefined) return null;
  switch (kind) {
    case "create":
      return { kind, parent: collection };
    case "move": {
      const parents = readable.filter(({ organizationId }) => organizationId === collection.organizationId);
      const parent = parents[target % parents.length];
      return parent === undefined ? null : { kind, collection, parent };
    }
    case "share":
      return to === by || actions.length === 0 ? null : { kind, collection, to, actions };
    case "change":
      return { kind, collection, to, actions };
    case "merge":
      return { kind, into: by, old: to };
    default:
      return null;
  }
}

test(
  "after any sequence of changes of rights, a webhook receives exactly the events that its creator may read at dispatch",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    let trials = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: "max" }), async (sequence) => {
        const model = await createAccessModel(PEOPLE);
        const roots = model.collections.filter(({ parent }) => parent === null);
        const [ada, ...others] = model.users as [ModelUser, ...ModelUser[]];
        for (const to of others)
          await runCommand(model, ada, { kind: "share", collection: roots[0]!, to, actions: ["own"] });
        const trial = new WebhookScenario(model);
        for (const maker of model.users) await trial.make(maker, roots[0]!);
        for (const next of sequence) {
          const by = model.users[next.by] as ModelUser;
          if (next.kind === "tell") await trial.tell();
          else if (next.kind === "make") await trial.make(by, roots[next.place % roots.length]!);
          else {
            const command = commandOf(model, by, next);
            if (command !== null) await runCommand(model, by, command);
          }
        }
        await trial.tell();
        await trial.end();
        trials += 1;
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    expect(trials).toBeGreaterThan(0);
  },
  2 * TIME_LIMIT_MS,
);
