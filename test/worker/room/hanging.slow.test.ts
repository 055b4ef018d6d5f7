import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import type { AcceptResult } from "../../../src/thread-room/api.ts";
import { MAX_WAITING_TURNS } from "../../../src/thread-room/queue/enqueue-turn.ts";
import { addThread } from "../../support/rows/add-thread.ts";
import { shortenTimers } from "../../support/faults/shorten-timers.ts";
import { fireAlarm, outstandingWork, drainRoom } from "../../support/faults/drain-room.ts";
import { history, listen, openRoom, post, promptOf, type Workplace } from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";
import { type OnStep, watchSteps } from "../../support/faults/room-steps.ts";
import { happen } from "../../support/faults/plan-fault.ts";
import { createFixture, prompt, QUESTION, textMessage } from "../../support/fixtures/message-input.ts";
import {
  expectThreadInvariants,
  inputOf,
  type SentMessage,
} from "../../support/assertions/thread-invariants.ts";

const TIME_LIMIT_MS = 60_000;
/** The delays before the second to the fifth attempt, in milliseconds. */
const PAUSES_MS = [1_000, 4_000, 10_000, 30_000];
const never = new Promise<never>(() => undefined);

let fixture: Awaited<ReturnType<typeof createFixture>>;
let place: Workplace;

beforeAll(async () => {
  fixture = await createFixture(1);
});

beforeEach(async () => {
  place = await addThread(fixture.workplace);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function say(content: string): SentMessage {
  return { ...prompt(content), messageId: newId("msg"), userId: place.owner };
}

/** Intercepts the room's searches. The interceptor receives the number of the search. */
function meddleWithSearches(meddle: (nth: number, ...step: Parameters<OnStep>) => Promise<unknown>): void {
  let searches = 0;
  watchSteps(place.threadId, (step, proceed) => {
    if (!step.name.endsWith("object.search")) return proceed();
    searches += 1;
    return meddle(searches, step, proceed);
  });
}

test(
  "a search that never returns times out five times with delays, and then its answer reports the failure and the room writes the next answer",
  async () => {
    shortenTimers();
    const attemptedAt: number[] = [];
    meddleWithSearches((nth, _, proceed) => {
      if (nth > PAUSES_MS.length + 1) return proceed();
      attemptedAt.push(Date.now());
      return never;
    });
    const [hopeless, next] = [say(QUESTION), say("When did the harbour open?")];
    for (const said of [hopeless, next]) await post(openRoom(place), inputOf(place, said));
    await drainRoom(place);
    const pauses = attemptedAt.slice(1).map((at, index) => at - (attemptedAt[index] ?? 0));
    expect(pauses.map((pause, index) => pause >= (PAUSES_MS[index] ?? Infinity))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await expectFailed(hopeless, next, "searching the documents failed (It took too long)");
  },
  TIME_LIMIT_MS,
);

test.each(["before the call arrives", "before the call returns"] as const)(
  "an answer whose work crashes the room each time, %s, fails after five attempts, and the room writes the next answer",
  async (moment) => {
    meddleWithSearches((nth, step, proceed) =>
      nth > PAUSES_MS.length + 1 ? proceed() : happen(moment, step, proceed),
    );
    const [hopeless, next] = [say(QUESTION), say("When did the harbour open?")];
    for (const said of [hopeless, next]) expect(await keepPosting(said)).toMatchObject({ ok: true });
    await drainRoom(place);
    await expectFailed(hopeless, next, "each attempt was interrupted");
  },
  TIME_LIMIT_MS,
);

test.each([1, 2, 3, 4])(
  "the room writes an answer after D1 was unavailable %i times",
  async (times) => {
    let trips = -1;
    watchSteps(place.threadId, async ({ name }, proceed) => {
      if (!name.endsWith("D1Database.batch")) return proceed();
      trips += 1;
      if (trips === 0) return proceed();
      if (trips <= times) throw new Error("D1_ERROR: Network connection lost.");
      return proceed();
    });
    const said = say(QUESTION);
    await post(openRoom(place), inputOf(place, said));
    await drainRoom(place);
    expect(trips).toBeGreaterThan(times);
    await expectThreadInvariants(place, [said]);
  },
  TIME_LIMIT_MS,
);

test(
  "an answer that failed while D1 was unavailable reports the failure once D1 is back, however late",
  async () => {
    let trips = -1;
    watchSteps(place.threadId, async ({ name }, proceed) => {
      if (!name.endsWith("D1Database.batch")) return proceed();
      trips += 1;
      if (trips === 0) return proceed();
      if (trips <= 12) throw new Error("D1_ERROR: Network connection lost.");
      return proceed();
    });
    const said = say(QUESTION);
    await post(openRoom(place), inputOf(place, said));
    await drainRoom(place);
    await expectThreadInvariants(place, [said], "failed");
  },
  TIME_LIMIT_MS,
);

test(
  "behind a hanging answer, fifty messages wait, the room rejects one more and accepts a resend, and all waiting messages get their turn",
  async () => {
    let isHanging = true;
    onTestFinished(() => {
      isHanging = false;
    });
    meddleWithSearches(async (_, step, proceed) => {
      while (isHanging) await new Promise((resolve) => setTimeout(resolve, 1));
      return proceed();
    });
    const listener = await listen(place);
    const waiting = Array.from({ length: MAX_WAITING_TURNS }, (_, n) => say(`Question ${n}?`));
    const room = openRoom(place);
    await Promise.all(waiting.map((said) => post(room, inputOf(place, said))));
    const late = say("One more?");
    expect(await openRoom(place).accept(inputOf(place, late))).toMatchObject({
      ok: false,
      code: "resource_exhausted",
    });
    const heard = listener.frames.length;
    listener.socket.send(JSON.stringify({ textV1: { messageId: late.messageId, parts: ["One more."] } }));
    expect((await listener.received(heard + 1))[heard]).toMatchObject({
      error: { code: "resource_exhausted", messageId: late.messageId },
    });
    expect(await openRoom(place).accept(inputOf(place, waiting.at(-1) as SentMessage))).toMatchObject({
      ok: true,
    });
    isHanging = false;
    await drainRoom(place);
    await expectThreadInvariants(place, waiting);
    await post(openRoom(place), inputOf(place, late));
    await drainRoom(place);
    await expectThreadInvariants(place, [...waiting, late]);
  },
  TIME_LIMIT_MS,
);

test(
  "a caller who waits for a hanging answer gets a pending response after a minute",
  async () => {
    shortenTimers();
    meddleWithSearches(() => never);
    const { messageId } = await post(openRoom(place), promptOf(place, QUESTION));
    expect(await openRoom(place).waitForAnswer(messageId, 3_600_000)).toEqual({ done: false });
  },
  TIME_LIMIT_MS,
);

test(
  "an alarm that fires before any work is due is set again",
  async () => {
    await listen(place);
    const { alarmAt } = await outstandingWork(place);
    expect(alarmAt).toBeGreaterThan(Date.now());
    await fireAlarm(place);
    expect((await outstandingWork(place)).alarmAt).toBe(alarmAt);
  },
  TIME_LIMIT_MS,
);

test(
  "the room sends a text message once that is resent within the same millisecond",
  async () => {
    const said: SentMessage = { ...textMessage(), messageId: newId("msg"), userId: place.owner };
    for (let sent = 0; sent < 3; sent += 1) await post(openRoom(place), inputOf(place, said));
    expect(await history(place)).toHaveLength(1);
  },
  TIME_LIMIT_MS,
);

/** Posts the message repeatedly until the room responds, because it crashes in between. */
async function keepPosting(said: SentMessage): Promise<AcceptResult> {
  for (;;) {
    const result = await openRoom(place)
      .accept(inputOf(place, said))
      .catch(() => null);
    if (result !== null) return result as AcceptResult;
  }
}

async function expectFailed(hopeless: SentMessage, next: SentMessage, reason: string): Promise<void> {
  const answers = (await storedMessages(place.threadId)).filter((message) => message.in_reply_to !== null);
  const [failed, done] = [hopeless, next].map(({ messageId }) =>
    answers.find((answer) => answer.in_reply_to === messageId),
  );
  expect(failed).toMatchObject({ state: "failed", content: expect.stringContaining(reason) });
  expect(done).toMatchObject({ state: "done", content: expect.stringContaining("1871") });
  const told = (await history(place)).flatMap((frame) => frame.textV1 ?? []);
  expect(told.filter((text) => text.isDone).map((text) => text.messageId)).toEqual([failed?.id, done?.id]);
  expect(told[0]).toMatchObject({
    parts: [failed?.content],
    provenance: { transformationId: failed?.transformation_id },
  });
}
