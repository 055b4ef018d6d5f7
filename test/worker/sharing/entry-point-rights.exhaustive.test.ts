import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { hasEnded, type ModelUser } from "../../support/reference-models/model-user.ts";
import { commandOf, stepArbitraries, PEOPLE } from "../../support/reference-models/access-steps.ts";
import { createAccessModel, runCommand } from "../../support/reference-models/create-access-model.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { EntryPointCheck } from "../../support/reference-models/entry-point-check.ts";
import { DocumentTexts, EntryPointFixture } from "../../support/reference-models/entry-point-fixture.ts";
import { scaled } from "../../support/setup/scaled.ts";

const RUNS = scaled({ whole: 48, share: 2 });
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 40_000 });
/** Number of keys whose access the test checks at the end. */
const KEYS_LOOKING = scaled({ whole: 12, share: 4 });
afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

const step = fc.record({
  ...stepArbitraries,
  kind: fc.constantFrom(
    ...([
      "create",
      "add",
      "share",
      "share",
      "share",
      "share",
      "change",
      "change",
      "change",
      "move",
      "move",
    ] as const),
    ...([
      "link",
      "link",
      "unlink",
      "merge",
      "make key",
      "make key",
      "make key",
      "end key",
      "look",
      "add by tool",
      "add by tool",
    ] as const),
    ...([
      "delete",
      "delete",
      "restore",
      "destroy",
      "start thread",
      "start thread",
      "delete thread",
      "restore thread",
    ] as const),
  ),
  /** The key of the step; null if a person acts without a key. */
  withKey: fc.option(fc.nat(999), { freq: 2 }),
  places: fc.array(fc.nat(999), { maxLength: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

async function carryOut(world: EntryPointFixture, next: Step): Promise<void> {
  const { model, keys, documents, threads } = world;
  const person = model.users[next.by] as ModelUser;
  const visitor =
    (next.withKey === null || next.kind === "merge" ? undefined : pick(keys, next.withKey)) ?? person;
  const { kind, place, target, actions, places, blindly } = next;
  const readable = hasEnded(visitor) ? [] : model.readable(visitor);
  const placeAt = (at: number) => pick(blindly || readable.length === 0 ? model.collections : readable, at)!;
  if (kind === "make key") {
    const named = new Set(places.map((at) => pick(model.readable(person), at)!));
    if (actions.length > 0) await world.makeKey(person, actions, [...named]);
  } else if (kind === "end key") await world.endKey(place);
  else if (kind === "add by tool") {
    const tool = target % 4 === 0 ? "add_url" : "add_text";
    if (!world.texts.areUsedUp || tool === "add_url") await world.addByTool(visitor, placeAt(place), tool);
  } else if (kind === "look" || hasEnded(visitor)) await new EntryPointCheck(world, visitor).run(target);
  else if (kind === "delete" || kind === "restore")
    await world.changeDocument(visitor, pick(documents, target)!, kind);
  else if (kind === "destroy") await world.destroy(visitor, placeAt(place));
  else if (kind === "start thread") await world.startThread(visitor, placeAt(place), placeAt(target));
  else if (kind === "delete thread" || kind === "restore thread") {
    const thread = pick(threads, target);
    if (thread !== undefined)
      await world.changeThread(visitor, thread, kind === "delete thread" ? "delete" : "restore");
  } else {
    const command =
      kind === "add" && world.texts.areUsedUp
        ? null
        : commandOf(model, visitor, { ...next, kind, blindly: blindly || readable.length === 0 });
    if (command !== null) await runCommand(model, visitor, command, world.texts.arrive);
    world.catchUp();
  }
}

/**
 * Creates the start state: each user has a key, a thread uses sources beside its home, and one key covers the
 * home alone.
 */
async function begin(world: EntryPointFixture): Promise<void> {
  const { model } = world;
  for (const user of model.users) await world.makeKey(user, ["chat"], []);
  const [ada] = model.users as [ModelUser];
  const [home, beside] = model.collections.filter(
    ({ kind, parent }) => kind === "collection" && parent?.kind === "personal",
  );
  await world.startThread(ada, home!, beside!);
  await world.makeKey(ada, ["chat"], [home!]);
}

test(
  "after any sequence of commands, tools and chats by token and key reach exactly the records of the reference model",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 12, maxLength: 28, size: "max" }),
        fc.nat(999),
        async (sequence, at) => {
          const texts = new DocumentTexts();
          const model = await createAccessModel(PEOPLE, texts.arrive);
          const world = new EntryPointFixture(model, texts);
          await begin(world);
          for (const next of sequence) await carryOut(world, next);
          const visitors = [...model.users, ...world.keys.toReversed().slice(0, KEYS_LOOKING)];
          for (const [nth, visitor] of visitors.entries())
            await new EntryPointCheck(world, visitor).run(at + nth);
          looked += visitors.length;
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
    expect(looked).toBeGreaterThan(PEOPLE);
  },
  2 * TIME_LIMIT_MS,
);
