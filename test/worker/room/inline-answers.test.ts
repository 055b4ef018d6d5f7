import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { lengthenTimers } from "../../support/faults/lengthen-timers.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { signUp } from "../../support/http/person.ts";
import {
  createDocument,
  createUser,
  createWorkplace,
  grant,
  history,
  listen,
  openRoom,
  promptOf,
  revokeAll,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import { watchSteps } from "../../support/faults/room-steps.ts";
import { startThread } from "../../support/http/threads.ts";
import { scopeFor } from "../../support/assertions/thread-invariants.ts";

const PLAIN = ["The harbour of Brackwater opened in 1871 after nine years of work."];
const QUESTION = "When did the harbour of Brackwater open?";
const WAIT_WITH_LISTENERS_MS = 1_000;
const WAIT_WITHOUT_LISTENERS_MS = 2_000;
const LONGER_THAN_LISTENERS_WAIT_MS = 1_100;
const NOTHING = "Nothing in the documents in scope answers this.";

let place: Workplace;

beforeEach(async () => {
  place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends the room a question as the Worker does. */
async function ask(userId: Id<"user"> = place.owner) {
  const scope = await scopeFor(place, { overHttp: true, userId });
  return await openRoom(place).accept(
    promptOf(place, QUESTION, { author: { userId }, messagesShown: 20 }),
    scope,
  );
}

async function addColleague(): Promise<Id<"user">> {
  const colleague = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, colleague, place.home, "chat");
  return colleague;
}

test("the room stores a question with its scope and answer in one D1 round trip, and notifies listeners afterwards", async () => {
  lengthenTimers([WAIT_WITH_LISTENERS_MS]);
  const listener = await listen(place);
  const before = await countOf("SELECT version AS n FROM threads WHERE id = ?", place.threadId);
  const accepted = await ask();
  expect(accepted).toMatchObject({ ok: true, meter: { trips: 1 }, answered: { units: expect.any(Number) } });
  const [question, answer] = await storedMessages(place.threadId);
  expect({
    questionState: question?.state,
    answerState: answer?.state,
    answerIn_reply_to: answer?.in_reply_to,
  }).toEqual({
    questionState: "done",
    answerState: "done",
    answerIn_reply_to: question?.id,
  });
  expect(answer?.content).toContain("1871");
  // Question and answer together are one change of the thread.
  expect(await countOf("SELECT version AS n FROM threads WHERE id = ?", place.threadId)).toBe(before + 1);
  expect(accepted.ok && accepted.thread?.messages.map(({ knownAs }) => knownAs)).toEqual([
    question?.id,
    answer?.id,
  ]);
  const frames = await history(place);
  expect(Object.keys(frames[0] ?? {})).toContain("promptV2");
  expect(frames.at(-1)?.textV1?.isDone).toBe(true);
  expect(await listener.received(frames.length)).toEqual(frames);
});

test("a question in a long thread reads at most 450 rows to store and display", async () => {
  lengthenTimers([WAIT_WITHOUT_LISTENERS_MS]);
  for (let asked = 0; asked < 12; asked += 1) await ask();
  const scope = await scopeFor(place, { overHttp: true, userId: place.owner });
  const accepted = await openRoom(place).accept(promptOf(place, QUESTION, { messagesShown: 20 }), scope);
  expect(accepted).toMatchObject({ ok: true, answered: { units: expect.any(Number) } });
  expect(accepted.ok && accepted.thread?.messages.length).toBe(20);
  expect(accepted.meter.rowsRead).toBeLessThanOrEqual(450);
});

test("over HTTP, a question with its answer and the thread takes two D1 round trips", async () => {
  lengthenTimers([WAIT_WITHOUT_LISTENERS_MS]);
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, `${PLAIN[0]}\n`);
  const threadId = await startThread(ada, ada.personalId);
  const body = { messageContent: QUESTION, messageKind: "promptV2", recipients: [], threadId };
  const asked = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  expect({ trips: asked.trips, done: asked.body.done, length: asked.body.data.messages.length }).toEqual({
    trips: 2,
    done: true,
    length: 2,
  });
  expect(asked.body.data.messages[1].content).toContain("1871");
});

test("the answer excludes documents that the user can no longer read when it is stored", async () => {
  const colleague = await addColleague();
  const scope = await scopeFor(place, { overHttp: true, userId: colleague });
  const other = await createWorkplace();
  await revokeAll(colleague);
  const denied = await openRoom(place).accept(
    promptOf(place, QUESTION, { author: { userId: colleague } }),
    scope,
  );
  expect(denied).toMatchObject({ ok: false, code: "not_found" });
  // A scope that differs from the thread's, as if read before the thread lost a collection.
  const room = openRoom(other);
  const { messageId } = (await room.accept(promptOf(other, QUESTION), scope)) as { messageId: string };
  await room.waitForAnswer(messageId, 30_000);
  expect((await storedMessages(other.threadId)).map(({ content }) => content)).toEqual([QUESTION, NOTHING]);
});

test("a document that is deleted during the answer stays out of it, and the question is stored", async () => {
  const withdraw = "UPDATE assets SET lifecycle_state = 'deleted' WHERE organization_id = ?";
  interceptBatches(async (nth, send, db) => {
    // The first read of the scope is the test's own.
    if (nth === 2) await db.prepare(withdraw).bind(place.organizationId).run();
    return send();
  });
  const accepted = await ask();
  expect(accepted).toMatchObject({ ok: true, answered: null });
  if (accepted.ok) await openRoom(place).waitForAnswer(accepted.messageId, 30_000);
  expect((await storedMessages(place.threadId)).map(({ content }) => content)).toEqual([QUESTION, NOTHING]);
});

test("with a slow index, listeners see the question before its answer is written", async () => {
  const listener = await listen(place);
  const isReceived = Promise.withResolvers<undefined>();
  const stop = watchSteps(place.threadId, async ({ name }, proceed) => {
    if (name.endsWith("object.search"))
      while (listener.frames.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    isReceived.resolve(undefined);
    return proceed();
  });
  const accepted = await ask();
  await isReceived.promise;
  expect(accepted).toMatchObject({ ok: true, answered: null });
  if (accepted.ok) await openRoom(place).waitForAnswer(accepted.messageId, 30_000);
  stop();
  const [, answer] = await storedMessages(place.threadId);
  expect(answer).toMatchObject({ state: "done", content: expect.stringContaining("1871") });
  const frames = await history(place);
  expect(new Set(frames.flatMap(({ textV1 }) => textV1?.provenance.transformationId ?? []))).toEqual(
    new Set([answer?.transformation_id]),
  );
});

test("without listeners, a question waits for a slow index, so that one D1 round trip stores it with its answer", async () => {
  lengthenTimers([WAIT_WITHOUT_LISTENERS_MS]);
  const slow = async (): Promise<unknown> =>
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_LISTENERS_WAIT_MS));
  const stop = watchSteps(place.threadId, async ({ name }, proceed) => {
    if (name.endsWith("object.search")) await slow();
    return await proceed();
  });
  const accepted = await ask();
  stop();
  expect(accepted).toMatchObject({ ok: true, meter: { trips: 1 }, answered: { units: expect.any(Number) } });
  expect((await storedMessages(place.threadId)).map(({ state }) => state)).toEqual(["done", "done"]);
});

test("the room answers parallel questions in order of arrival, each once", async () => {
  const scope = await scopeFor(place, { overHttp: true, userId: place.owner });
  const asked = Array.from({ length: 20 }, (_, n) => `${QUESTION} ${n}`);
  const results = await Promise.all(
    asked.map((content) => openRoom(place).accept(promptOf(place, content, { messagesShown: 1 }), scope)),
  );
  expect(results.map(({ ok }) => ok)).toEqual(asked.map(() => true));
  // On a busy machine the index may be too slow for an inline answer.
  for (const result of results) if (result.ok) await openRoom(place).waitForAnswer(result.messageId, 30_000);
  const stored = await storedMessages(place.threadId);
  expect(stored.filter(({ kind }) => kind === "prompt").map(({ content }) => content)).toEqual(asked);
  expect(stored.filter((message) => message.in_reply_to !== null && message.state === "done")).toHaveLength(
    asked.length,
  );
});
