import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { AccessModel, ModelUser } from "../support/access-model.ts";
import { commandOf, drawn, PEOPLE } from "../support/access-steps.ts";
import { createModel, take } from "../support/access-trial.ts";
import { DoorTrial } from "../support/door-trial.ts";
import { scaled } from "../support/scale.ts";

const RUNS = scaled({ whole: 24, share: 3 });
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 40_000 });
/** So many of the keys come to the doors in the end. */
const KEYS_LOOKING = scaled({ whole: 12, share: 4 });
afterEach(() => {
  vi.restoreAllMocks();
});

const step = fc.record({
  ...drawn,
  kind: fc.constantFrom(
    ...(["create", "add", "share", "share", "share", "share", "change", "change", "change", "move", "move"] as const),
    ...(["link", "link", "unlink", "merge", "make key", "make key", "make key", "end key", "look", "add by tool", "add by tool"] as const),
  ),
  places: fc.array(fc.nat(999), { maxLength: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function carryOut(model: AccessModel, trial: DoorTrial, next: Step): Promise<void> {
  const by = model.users[next.by] as ModelUser;
  const { kind, place, actions, places } = next;
  if (kind === "make key") {
    const readable = model.readable(by);
    const named = new Set(places.map((at) => readable[at % readable.length]!));
    if (actions.length > 0) await trial.makeKey(by, actions, [...named]);
  } else if (kind === "end key") await trial.endKey(place);
  else if (kind === "add by tool") {
    const visitor = trial.keys[place % (trial.keys.length + 1)] ?? by;
    if (!trial.isFull) await trial.add(model, visitor, model.collections[next.target % model.collections.length]!);
  } else if (kind === "look") await trial.look(model, trial.keys[place % (trial.keys.length + 1)] ?? by, next.target);
  else {
    const command = kind === "add" && trial.isFull ? null : commandOf(model, by, { ...next, kind });
    if (command !== null) await take(model, by, command, trial.arrive);
  }
}

test(
  "after any sequence of commands tools and chats, by token and by key, reach what a model of plain objects says, and nothing else",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 28, size: "max" }), fc.nat(999), async (sequence, at) => {
        const trial = new DoorTrial();
        const model = await createModel(PEOPLE, trial.arrive);
        for (const user of model.users) await trial.makeKey(user, ["chat"], []);
        for (const next of sequence) await carryOut(model, trial, next);
        const visitors = [...model.users, ...trial.keys.toReversed().slice(0, KEYS_LOOKING)];
        for (const [nth, visitor] of visitors.entries()) await trial.look(model, visitor, at + nth);
        looked += visitors.length;
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    expect(looked).toBeGreaterThan(PEOPLE);
  },
  2 * TIME_LIMIT_MS,
);
