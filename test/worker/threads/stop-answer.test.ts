import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addThread } from "../../support/rows/add-thread.ts";
import { readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { WAIT } from "../../support/setup/wait.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { drainRoom } from "../../support/faults/drain-room.ts";
import { history, listen, openRoom, promptOf, type Workplace } from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import { type Step, watchSteps } from "../../support/faults/room-steps.ts";
import { askNobody } from "../../support/rows/ask-nobody.ts";
import { createFixture, QUESTION } from "../../support/fixtures/message-input.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { ownerOf } from "../../support/faults/version-scenario.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const TIME_LIMIT_MS = 60_000;
const STOPPED = "This answer was stopped.";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function stop(person: Person, threadId: string, messageId: string) {
  return await call("DELETE", `/v1/threads/${threadId}/messages/${messageId}/answer`, {
    token: person.token,
  });
}

/** Makes the room wait at the matching remote call until the test lets it continue. */
function holdAt(place: Workplace, isTheOne: (nth: number, step: Step) => boolean) {
  const held = { isReached: false, isReleased: false, isLost: false, isOver: false, end: () => {} };
  let calls = 0;
  held.end = watchSteps(place.threadId, async (step, proceed) => {
    if (step.isStorage) return proceed();
    calls += 1;
    if (held.isReached || !isTheOne(calls, step)) return proceed();
    held.isReached = true;
    while (!held.isReleased) await new Promise((resolve) => setTimeout(resolve, 1));
    if (!held.isLost) {
      return await proceed().finally(() => {
        held.isOver = true;
      });
    }
    step.room.abort("lost while its answer was stopped");
    return new Promise<never>(() => undefined);
  });
  return held;
}

test(
  "stopping a hanging answer ends it immediately for everybody, the room writes the next answer, and discards the late result",
  async () => {
    const { workplace: place } = await createFixture(0);
    const owner = await ownerOf(place);
    const listener = await listen(place);
    const held = holdAt(place, (_, { name }) => name.endsWith("object.search"));
    const messageId = newId("msg");
    expect(await openRoom(place).accept(promptOf(place, QUESTION, { messageId }))).toMatchObject({
      ok: true,
    });
    await vi.waitUntil(() => held.isReached, { interval: 1, ...WAIT });
    const before = listener.frames.length;
    const stopped = await stop(owner, place.threadId, messageId);
    expect({ status: stopped.status, trips: stopped.trips, eventKey: stopped.body.eventKey }).toEqual({
      status: 200,
      trips: 2,
      eventKey: expect.stringMatching(/^event_/),
    });
    expect(stopped.body.data.messages[0].transformationQueue).toEqual([]);
    const frames = await listener.received(before + 1);
    expect(frames[before]?.textV1).toMatchObject({
      isDone: true,
      parts: [STOPPED],
      provenance: { state: "cancelled", stoppedBy: place.owner },
    });
    const next = newId("msg");
    expect(await openRoom(place).accept(promptOf(place, QUESTION, { messageId: next }))).toMatchObject({
      ok: true,
    });
    expect(await openRoom(place).waitForAnswer(next, 20_000)).toEqual({ done: true });
    held.isReleased = true;
    const again = await stop(owner, place.threadId, messageId);
    expect({ status: again.status, eventKey: again.body.eventKey }).toEqual({ status: 200, eventKey: "" });
    const [, answer, , nextAnswer] = await storedMessages(place.threadId);
    expect({
      answerState: answer?.state,
      answerContent: answer?.content,
      nextAnswerState: nextAnswer?.state,
    }).toEqual({
      answerState: "cancelled",
      answerContent: STOPPED,
      nextAnswerState: "done",
    });
    const ends = (await history(place)).flatMap(({ textV1 }) => (textV1?.isDone ? [textV1] : []));
    expect(ends.map(({ messageId: id, provenance }) => [id, provenance.state, provenance.stoppedBy])).toEqual(
      [
        [answer?.id, "cancelled", place.owner],
        [nextAnswer?.id, "done", ""],
      ],
    );
    expect(
      await countOf("SELECT count(*) AS n FROM citations WHERE message_id = ?", answer?.row_id ?? ""),
    ).toBe(0);
  },
  TIME_LIMIT_MS,
);

test.each(["goes on", "is lost"])(
  "the outcome of a stop at any call of the room that %s stays and is sent once",
  async (outcome) => {
    const { workplace } = await createFixture(0);
    const owner = await ownerOf(workplace);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const ends: string[] = [];
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      const place = await addThread(workplace);
      const end = await stopAt(place, owner, (count) => count === nth, outcome === "is lost");
      isReached = end !== null;
      if (end !== null) ends.push(end);
    }
    expect(ends.filter((end) => end === "cancelled").length).toBeGreaterThanOrEqual(2);
  },
  TIME_LIMIT_MS,
);

/**
 * Stops the answer while the room waits at its nth call.
 * @returns the answer's final state, or null if there is no such call
 */
async function stopAt(
  place: Workplace,
  owner: Person,
  isTheOne: (nth: number) => boolean,
  isLost: boolean,
): Promise<string | null> {
  const messageId = newId("msg");
  const held = holdAt(place, isTheOne);
  const input = promptOf(place, QUESTION, { messageId });
  const answered = openRoom(place)
    .accept(input)
    .then(
      async () => (await openRoom(place).waitForAnswer(messageId, 20_000)).done,
      () => false,
    )
    .catch(() => false);
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  await vi.waitUntil(() => held.isReached || isAnswered, { interval: 1, ...WAIT });
  const { status } = held.isReached ? await stop(owner, place.threadId, messageId) : { status: 0 };
  const [, found] = await storedMessages(place.threadId);
  held.isLost = isLost;
  held.isReleased = true;
  // The stop has already sent the final state, and the room's own call returns later.
  if (held.isReached && !isLost) await vi.waitUntil(() => held.isOver, { interval: 1, ...WAIT });
  await answered;
  while (
    (await openRoom(place)
      .accept(input)
      .catch(() => null)) === null
  );
  await drainRoom(place);
  held.end();
  const [prompt, answer, ...more] = await storedMessages(place.threadId);
  expect({ id: prompt?.id, more }).toEqual({ id: messageId, more: [] });
  if (status === 200) expect(answer).toEqual(found);
  else expect(answer?.state).toBe("done");
  const told = (await history(place)).flatMap(({ textV1 }) => textV1 ?? []);
  expect(told.filter(({ isDone }) => isDone)).toHaveLength(1);
  const last = told.at(-1)?.provenance.transformationId;
  expect(
    told.flatMap(({ parts, provenance }) => (provenance.transformationId === last ? parts : [])).join(""),
  ).toBe(answer?.content);
  return held.isReached ? (answer?.state ?? "") : null;
}

test("a stop leaves a completed answer unchanged, readers and guests cannot stop an answer, and other messages get 404", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["read"]);
  const threadId = await startThread(ada, home);
  const { messages } = await sendMessage(ada, threadId, QUESTION);
  const rows = await storedMessages(threadId);
  const [question, answer] = rows.map(({ id }) => id) as [string, string];
  expect((await stop(bob, threadId, question)).body.code).toBe("permission_denied");
  expect((await stop(eve, threadId, question)).body.code).toBe("not_found");
  const { publicToken } = await makeLink(ada, threadId);
  const asGuest = `/v1/threads/${threadId}/messages/${question}/answer?publicAccessToken=${publicToken}`;
  expect((await call("DELETE", asGuest)).body.code).toBe("unauthenticated");
  const { body } = await stop(ada, threadId, question);
  expect({ code: body.code, eventKey: body.eventKey, length: body.data.messages.length }).toEqual({
    code: "ok",
    eventKey: "",
    length: messages.length,
  });
  expect((await stop(ada, threadId, answer)).body.code).toBe("not_found");
  expect((await stop(ada, threadId, newId("msg"))).body.code).toBe("not_found");
  const elsewhere = await startThread(ada, home);
  expect((await stop(ada, elsewhere, question)).body.code).toBe("not_found");
  expect(await storedMessages(threadId)).toEqual(rows);
});

test("one of two parallel stops takes effect, and both return the final state", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.rootId);
  const messageId = await askNobody({ threadId, userId: ada.userId });
  readBeforeAnyWrites(2, [threadId]);
  const both = await Promise.all([stop(ada, threadId, messageId), stop(ada, threadId, messageId)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.filter(({ body }) => body.eventKey !== "")).toHaveLength(1);
  expect(
    await countOf(
      "SELECT count(*) AS n FROM audit_events WHERE operation = 'stopAnswer' AND target_id = ?",
      messageId,
    ),
  ).toBe(1);
  const [, answer] = await storedMessages(threadId);
  expect({ state: answer?.state, content: answer?.content }).toEqual({
    state: "cancelled",
    content: STOPPED,
  });
});

test("a stopped answer keeps its partial text", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.rootId);
  const messageId = await askNobody({ threadId, userId: ada.userId });
  await testEnv.DB.prepare("UPDATE messages SET content = 'The harbour' WHERE in_reply_to = ?")
    .bind(messageId)
    .run();
  expect((await stop(ada, threadId, messageId)).status).toBe(200);
  const [, answer] = await storedMessages(threadId);
  expect([answer?.state, answer?.content]).toEqual(["cancelled", "The harbour"]);
});

test(
  "stopping an answer that waits behind a hanging one ends it immediately, sends it once, and lets the next one start",
  async () => {
    const { workplace: place } = await createFixture(0);
    const owner = await ownerOf(place);
    const listener = await listen(place);
    const held = holdAt(place, (_, { name }) => name.endsWith("object.search"));
    const [first, second, third] = [newId("msg"), newId("msg"), newId("msg")];
    // The room answers inline only with an empty queue.
    for (const messageId of [first, second, third]) {
      expect(await openRoom(place).accept(promptOf(place, QUESTION, { messageId }))).toMatchObject({
        ok: true,
      });
      await vi.waitUntil(() => held.isReached, { interval: 1, ...WAIT });
    }
    const before = listener.frames.length;
    expect((await stop(owner, place.threadId, second)).status).toBe(200);
    const frames = await listener.received(before + 1);
    expect(frames[before]?.textV1).toMatchObject({ isDone: true, parts: [STOPPED] });
    held.isReleased = true;
    expect(await openRoom(place).waitForAnswer(third, 20_000)).toEqual({ done: true });
    const stored = await storedMessages(place.threadId);
    const answers = stored.filter(({ kind }) => kind === "text");
    expect(answers.map(({ state }) => state).toSorted()).toEqual(["cancelled", "done", "done"]);
    const ended = (await history(place)).flatMap(({ textV1 }) => (textV1?.isDone ? textV1.messageId : []));
    expect(ended.toSorted()).toEqual(answers.map(({ id }) => id).toSorted());
    expect(ended[0]).toBe(answers.find(({ state }) => state === "cancelled")?.id);
  },
  TIME_LIMIT_MS,
);
