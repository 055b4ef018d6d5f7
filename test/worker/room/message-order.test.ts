import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { testEnv } from "../../support/setup/env.ts";
import { newId } from "../../../src/domain/ids.ts";
import {
  createUser,
  createWorkplace,
  grant,
  history,
  openRoom,
  post,
  promptOf,
  revokeAll,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";

test("fifty parallel messages are stored once each in acceptance order, and each gets an answer", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const questions = Array.from({ length: 50 }, (_, i) => `Question ${i}?`);
  const accepted = await Promise.all(questions.map((question) => post(room, promptOf(place, question))));
  for (const { messageId } of accepted) await room.waitForAnswer(messageId, 30_000);
  const stored = await storedMessages(place.threadId);
  expect(stored.map((message) => message.position)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  const prompts = stored.filter((message) => message.kind === "prompt");
  expect(prompts.map((message) => message.content)).toEqual(questions);
  const events = (await history(place)).flatMap((frame) => frame.promptV2?.prompt ?? []);
  expect(events).toEqual(prompts.map((message) => message.content));
  expect(stored.filter((message) => message.state !== "done")).toEqual([]);
});

test("the room rejects a message beyond the fifty that may wait, and stores nothing of it", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, i) => room.accept(promptOf(place, `Question ${i}?`))),
  );
  const refused = results.filter((result) => !result.ok);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map((result) => result.code))).toEqual(new Set(["resource_exhausted"]));
  const prompts = (await storedMessages(place.threadId)).filter((message) => message.kind === "prompt");
  expect(prompts).toHaveLength(60 - refused.length);
});

test("the room accepts a resend while the message waits, after its answer, and after a crash", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const prompt = promptOf(place, "What is it?", { messageId: newId("msg") });
  const [first, twin] = await Promise.all([
    post(room, prompt),
    post(room, { ...prompt, operationId: newId("op") }),
  ]);
  await room.waitForAnswer(first.messageId, 30_000);
  const late = await post(room, prompt);
  await evictDurableObject(room);
  const later = await post(room, prompt);
  for (const again of [twin, late, later]) {
    expect(again).toMatchObject({
      messageId: first.messageId,
      answerMessageId: first.answerMessageId,
      transformationId: first.transformationId,
    });
  }
  expect([late.eventKey, later.eventKey]).toEqual(["", ""]);
  expect(await storedMessages(place.threadId)).toHaveLength(2);
  expect(await history(place)).toHaveLength(2);
  expect(
    await countOf("SELECT count(*) AS n FROM audit_events WHERE organization_id = ?", place.organizationId),
  ).toBe(2);
});

test("the room rejects another message under a used id, and another thread accepts the id", async () => {
  const place = await createWorkplace();
  const elsewhere = await createWorkplace();
  const prompt = promptOf(place, "What is it?", { messageId: newId("msg") });
  const { messageId } = await post(openRoom(place), prompt);
  await openRoom(place).waitForAnswer(messageId, 30_000);
  const other = await openRoom(place).accept({ ...prompt, content: "What else?" });
  const foreign = await openRoom(elsewhere).accept(promptOf(elsewhere, "What is it?", { messageId }));
  expect([other, foreign]).toMatchObject([
    { ok: false, code: "already_exists" },
    { ok: true, messageId },
  ]);
  expect((await storedMessages(elsewhere.threadId)).map(({ id }) => id)[0]).toBe(messageId);
});

test("a room without storage continues from the state in D1", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  await post(room, promptOf(place, "A remark.", { kind: "text" }));
  await runDurableObjectAlarm(room);
  await runInDurableObject(room, (_, state) => state.storage.deleteAll());
  await evictDurableObject(room);
  await post(room, promptOf(place, "Another remark.", { kind: "text" }));
  expect((await storedMessages(place.threadId)).map(({ position, content }) => [position, content])).toEqual([
    [1, "A remark."],
    [2, "Another remark."],
  ]);
});

test("the room stores and sends a text message without an answer", async () => {
  const place = await createWorkplace();
  const room = openRoom(place);
  const accepted = await post(room, promptOf(place, "I agree.", { kind: "text", messagesShown: 500 }));
  expect(accepted).toMatchObject({ answerMessageId: null, transformationId: null, meter: { trips: 1 } });
  expect(accepted.thread?.messages.map((message) => message.content)).toEqual(["I agree."]);
  await runDurableObjectAlarm(room);
  const frames = await history(place);
  expect(frames.map((frame) => frame.textV1?.parts)).toEqual([["I agree."]]);
  expect(await room.waitForAnswer(accepted.messageId, 1)).toEqual({ done: true });
});

test("D1 rejects users without chat, even if the room's caller did not check the right", async () => {
  const place = await createWorkplace();
  const stranger = await createUser(place.organizationId, place.tenantId);
  const byStranger = await openRoom(place).accept(
    promptOf(place, "May I?", { author: { userId: stranger } }),
  );
  const reader = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, reader, place.home, "read");
  const byReader = await openRoom(place).accept(
    promptOf(place, "May I, who read?", { author: { userId: reader } }),
  );
  expect(byReader).toMatchObject({ code: "permission_denied" });
  await revokeAll(place.owner);
  const byRevoked = await openRoom(place).accept(promptOf(place, "May I still?"));
  expect([byStranger, byRevoked]).toMatchObject([{ code: "not_found" }, { code: "not_found" }]);
  expect(await storedMessages(place.threadId)).toEqual([]);
  expect(await history(place)).toEqual([]);
});

test("an untitled thread gets the label of its first prompt", async () => {
  const place = await createWorkplace("");
  const room = openRoom(place);
  await post(room, promptOf(place, "  What   is it? "));
  await post(room, promptOf(place, "And that?"));
  const thread = await testEnv.DB.prepare("SELECT label FROM threads WHERE id = ?")
    .bind(place.threadId)
    .first("label");
  expect(thread).toBe("What is it?");
});
