import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import type { AcceptInput } from "../../../src/thread-room/api.ts";
import { addThread } from "../../support/add-thread.ts";
import { testEnv } from "../../support/env.ts";
import { settle } from "../../support/room-clock.ts";
import { countOf, type Frame, history, openRoom, post, promptOf, storedMessages, type Workplace } from "../../support/room-fixtures.ts";
import { planTrouble, type Trouble } from "../../support/room-trouble.ts";
import { createHarbour, QUESTION } from "../../support/room-words.ts";
import { rowsOf } from "../../support/versions.ts";

const TIME_LIMIT_MS = 120_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Asked {
  readonly questionId: AcceptInput["messageId"] & string;
  readonly questionRowId: AcceptInput["messageId"] & string;
}

function inputOf(place: Workplace, { questionId, questionRowId }: Asked, answerId: Asked["questionId"] | null): AcceptInput {
  const slot = { questionId, questionRowId, variant: 1, answerId };
  const kind = answerId === null ? ("askAgain" as const) : ("chooseAnswer" as const);
  const askedAs = answerId === null ? newId("inter") : null;
  return promptOf(place, answerId === null ? QUESTION : "", { kind, messageId: newId("msg"), askedAs, slot });
}

/** A question with an answer, in a thread of its own. */
async function ask(workplace: Workplace) {
  const place = await addThread(workplace);
  const messageId = newId("msg");
  await post(openRoom(place), promptOf(place, QUESTION, { messageId }));
  await settle(place);
  const [question, answer] = await storedMessages(place.threadId);
  return {
    place,
    asked: { questionId: messageId, questionRowId: question?.row_id as Asked["questionId"] },
    answerId: answer?.id as Asked["questionId"],
  };
}

/** Hands it over until it is taken, as clients and the Worker do. */
async function insist(place: Workplace, input: AcceptInput): Promise<void> {
  for (let calls = 0; calls < 5; calls += 1) {
    const accepted = await openRoom(place)
      .accept(input)
      .catch(() => null);
    if (accepted?.ok === true) return;
    await settle(place);
  }
  throw new Error("it was not taken");
}

const replacements = (frames: readonly Frame[]) =>
  frames.flatMap(({ textV1 }) => {
    const { replaces = "" } = (textV1?.provenance ?? {}) as { readonly replaces?: string };
    return replaces === "" ? [] : [[textV1?.messageId, replaces]];
  });

/** @returns whether it came to the trouble */
async function tryOut(workplace: Workplace, trouble: Trouble, nth: number): Promise<boolean> {
  const { place, asked, answerId } = await ask(workplace);
  const plan = planTrouble(place.threadId, { trouble, nth });
  try {
    await insist(place, inputOf(place, asked, null));
    await settle(place);
    await insist(place, inputOf(place, asked, answerId));
    await settle(place);
    await plan.arrive();
    await settle(place);
    plan.end();
    const rows = await rowsOf(place.threadId);
    const newer = rows[2]?.id;
    expect(rows.map(({ id, state, position, version }) => [id, state, position, version])).toEqual([
      [asked.questionRowId, "done", 1, null],
      [answerId, "done", 2, 1],
      [newer, "done", -2002, 2],
    ]);
    const frames = await history(place);
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => at + 1));
    expect(replacements(frames)).toEqual([
      [newer, answerId],
      [answerId, newer],
    ]);
    const ends = frames.flatMap(({ textV1 }) => (textV1?.isDone ? [textV1.messageId] : []));
    expect(ends).toEqual([answerId, newer, answerId]);
    const changes = "SELECT count(*) AS n FROM audit_events WHERE target_id IN (?, ?) AND actor_id = ?";
    expect(await countOf(changes, answerId, newer ?? "", place.owner)).toBe(2);
  } catch (error) {
    plan.end();
    throw new Error(`${trouble} at step ${nth}, ${plan.happenedAt() ?? "not reached"}`, { cause: error });
  }
  return plan.happenedAt() !== null;
}

test.each<Trouble>(["at the call", "before the call arrives", "before the call returns", "with the call under way"])(
  "wherever the room is lost (%s) while an answer is asked for again and chosen, each is done once, and told once",
  async (trouble) => {
    const { workplace } = await createHarbour(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    let steps = 0;
    while (await tryOut(workplace, trouble, steps + 1)) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(3);
  },
  TIME_LIMIT_MS,
);

test("a choice that arrives late does not undo the one that came after it", async () => {
  const { workplace } = await createHarbour(0);
  const { place, asked, answerId } = await ask(workplace);
  await insist(place, inputOf(place, asked, null));
  await settle(place).catch(() => undefined);
  const newer = (await rowsOf(place.threadId))[2]?.id as Asked["questionId"];
  const late: D1PreparedStatement[] = [];
  const prototype = Object.getPrototypeOf(testEnv.DB) as { batch: (this: D1Database, all: D1PreparedStatement[]) => Promise<D1Result[]> };
  const { batch } = prototype;
  vi.spyOn(prototype, "batch").mockImplementationOnce(async function (this: D1Database, all) {
    late.push(...all);
    return await batch.call(this, all);
  });
  await insist(place, inputOf(place, asked, answerId));
  await insist(place, inputOf(place, asked, newer));
  await expect(testEnv.DB.batch(late)).rejects.toThrow(/assert:/);
  expect((await rowsOf(place.threadId)).map(({ position }) => position)).toEqual([1, -2001, 2]);
});
