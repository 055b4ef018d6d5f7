import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AnswerText } from "../../client/src/answer-text.ts";
import { FrameRefused } from "../../client/src/errors.ts";
import type { ThreadQuery } from "../../client/src/find-acknowledged.ts";
import { idFromBytes, idToBytes, newId } from "../../client/src/identifiers.ts";
import { EVENT_EXAMPLES } from "../../src/http/wire/threads/event-examples.ts";
import { QUOTE, follow, prompt, part } from "../support/fixtures/follow.ts";

const stored = (id: string, inReplyTo: string, content: string, isComplete = true) => ({
  id: idToBytes(id),
  inReplyTo: idToBytes(inReplyTo),
  content,
  state: isComplete ? ("done" as const) : ("pending" as const),
  stoppedBy: null,
  isComplete,
  textSuggestions: ["And then?"],
});
const ids = (): { own: string; first: string; second: string } => ({
  own: newId("msg"),
  first: newId("inter"),
  second: newId("inter"),
});

async function parts(answer: AnswerText): Promise<string[]> {
  const all: string[] = [];
  for await (const text of answer) all.push(text);
  return all;
}

describe("an answer", () => {
  test("an answer is the joined parts, with its citations", async () => {
    const followed = follow();
    const { own, first } = ids();
    const remark = part(newId("msg"), "", "By the way", {
      isDone: true,
      createdBy: idToBytes(newId("user")),
    });
    const last = part(own, first, "nine piers.", { isDone: true });
    for (const frame of [prompt(followed.messageId, first), remark, part(own, first, "On "), last])
      followed.stream.push(frame, 100);
    expect(await parts(followed.answer)).toEqual(["On ", "nine piers."]);
    const { provenance, textSuggestions } = EVENT_EXAMPLES.textV1;
    const expected = {
      messageId: own,
      text: "On nine piers.",
      state: "done",
      stoppedBy: "",
      citations: provenance.citations,
      textSuggestions,
      pendingAssets: provenance.pendingAssets,
      provenance: { ...provenance, transformationId: first },
    };
    expect(await followed.answer.final).toEqual(expected);
    expect({ restarts: followed.restarts, readings: followed.readings() }).toEqual({
      restarts: 0,
      readings: 0,
    });
  });

  test("a stopped answer names its state and the user who stopped it", async () => {
    const followed = follow();
    const { own, first } = ids();
    const stopper = newId("user");
    followed.stream.push(prompt(followed.messageId, first), 100);
    const { provenance } = EVENT_EXAMPLES.textV1;
    const end = { ...provenance, state: "cancelled" as const, stoppedBy: stopper };
    followed.stream.push(part(own, first, "On ", { isDone: true, provenance: end }), 100);
    expect(await followed.answer.final).toMatchObject({
      text: "On ",
      state: "cancelled",
      stoppedBy: stopper,
    });
  });

  test("an answer that restarts voids its parts, and reports that before the first new part", async () => {
    const followed = follow();
    const { own, first, second } = ids();
    followed.stream.push(prompt(followed.messageId, first), 100);
    for (const text of ["On ", "ei"]) followed.stream.push(part(own, first, text), 100);
    followed.stream.push(part(own, second, "On "), 100);
    followed.stream.push(part(own, second, "nine.", { isDone: true }), 100);
    const seen: [text: string, restarts: number][] = [];
    for await (const text of followed.answer) seen.push([text, followed.restarts]);
    expect(seen).toEqual([
      ["On ", 0],
      ["ei", 0],
      ["On ", 1],
      ["nine.", 1],
    ]);
    expect((await followed.answer.final).text).toBe("On nine.");
  });

  test("the client identifies an answer among others by its question", async () => {
    const followed = follow();
    const { own, first, second } = ids();
    const others = newId("msg");
    followed.stream.push(prompt(newId("msg"), second), 100);
    followed.stream.push(prompt(followed.messageId, first), 100);
    followed.stream.push(part(others, second, "Not this.", { isDone: true }), 100);
    followed.stream.push(part(own, first, "This.", { isDone: true }), 100);
    expect({ text: (await followed.answer.final).text, readings: followed.readings() }).toEqual({
      text: "This.",
      readings: 0,
    });
  });

  test("the client finds an answer that restarted before its first event by the reply reference in the thread", async () => {
    const { own, first, second } = ids();
    const messageId = newId("msg");
    const older = newId("msg");
    const followed = follow(messageId, () => [
      stored(older, newId("msg"), "Old."),
      stored(own, messageId, "", false),
    ]);
    followed.stream.push(prompt(messageId, first), 100);
    followed.stream.push(part(older, newId("inter"), "Old.", { isDone: true }), 100);
    followed.stream.push(part(own, second, "New.", { isDone: true }), 100);
    expect(await followed.answer.final).toMatchObject({ messageId: own, text: "New." });
    expect(followed.readings()).toBe(1);
  });

  test("the client reads an answer from the thread if the log dropped its events", async () => {
    const { own, first } = ids();
    const messageId = newId("msg");
    const followed = follow(messageId, () => [stored(own, messageId, "On nine piers.")]);
    followed.stream.push(prompt(messageId, first), 100);
    followed.stream.push(part(own, first, "On "), 100);
    followed.stream.push({ resync: true, seq: 500 }, 100);
    expect(await parts(followed.answer)).toEqual(["On ", "On nine piers."]);
    expect(followed.restarts).toBe(1);
    expect(await followed.answer.final).toEqual({
      messageId: own,
      text: "On nine piers.",
      state: "done",
      stoppedBy: "",
      citations: [
        { ...QUOTE, id: expect.any(String), messageId: own, chunkId: "chunk", displayName: "piers.txt" },
      ],
      textSuggestions: ["And then?"],
      provenance: null,
    });
  });

  test("the client reads an answer with some dropped events from the thread at its end", async () => {
    const { own, first } = ids();
    const messageId = newId("msg");
    let isComplete = false;
    const followed = follow(messageId, () => [
      stored(own, messageId, isComplete ? "On nine piers." : "", isComplete),
    ]);
    followed.stream.push({ resync: true, seq: 500 }, 100);
    await expect.poll(() => followed.readings()).toBe(1);
    isComplete = true;
    followed.stream.push(part(own, first, "piers.", { isDone: true }), 100);
    expect(await parts(followed.answer)).toEqual(["On nine piers."]);
  });

  test("the client reads the answer to a question answered earlier from the thread", async () => {
    const { own } = ids();
    const messageId = newId("msg");
    const followed = follow(messageId, () => [stored(own, messageId, "On nine piers.")]);
    followed.acknowledge({ messageId, seq: null });
    expect(await parts(followed.answer)).toEqual(["On nine piers."]);
  });

  test("the answer to a rejected question fails with the rejection", async () => {
    const followed = follow();
    followed.acknowledge(Promise.reject(new FrameRefused("permission_denied", "No.", followed.messageId)));
    await expect(followed.answer.final).rejects.toMatchObject({ code: "permission_denied" });
    await expect(parts(followed.answer)).rejects.toMatchObject({ code: "permission_denied" });
  });

  test("an answer fails when the connection ends for good", async () => {
    const followed = follow();
    followed.stream.end();
    await expect(followed.answer.final).rejects.toMatchObject({ name: "ConnectionClosed", code: 4403 });
  });
});

describe("an answer that is read from the thread", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("an answer fails immediately if the connection ends for good during a hanging read of the thread", async () => {
    const followed = follow(newId("msg"), () => new Promise(() => {}));
    followed.stream.push({ resync: true, seq: 500 }, 100);
    await expect.poll(() => followed.readings()).toBe(1);
    expect(followed.signals[0]?.aborted).toBe(false);
    followed.stream.end();
    await expect(followed.answer.final).rejects.toMatchObject({ name: "ConnectionClosed", code: 4403 });
    expect({ aborted: followed.signals[0]?.aborted, readings: followed.readings() }).toEqual({
      aborted: true,
      readings: 1,
    });
  });

  test("an answer fails immediately if the connection ends for good between two reads of the thread", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const followed = follow(newId("msg"), () => Promise.reject(new Error("The service is away.")));
    followed.stream.push({ resync: true, seq: 500 }, 100);
    await turn();
    expect({ readings: followed.readings(), timers: vi.getTimerCount() }).toEqual({ readings: 1, timers: 1 });
    followed.stream.end();
    await expect(followed.answer.final).rejects.toMatchObject({ name: "ConnectionClosed", code: 4403 });
    expect({ readings: followed.readings(), timers: vi.getTimerCount() }).toEqual({ readings: 1, timers: 0 });
  });

  test("the client finds an answer beyond the newest messages, next to its question", async () => {
    const { own } = ids();
    const messageId = newId("msg");
    const newer = [newId("msg"), newId("msg")].map((id) => stored(id, newId("msg"), "Another."));
    const older = [{ id: idToBytes(messageId), inReplyTo: null }, stored(own, messageId, "On nine piers.")];
    const asked: ThreadQuery[] = [];
    const followed = follow(messageId, (query) => {
      asked.push(query);
      return query.messagesBefore === undefined ? newer : older;
    });
    followed.acknowledge({ messageId, seq: null });
    await expect.poll(() => followed.answer.isEnded).toBe(true);
    expect(await followed.answer.final).toMatchObject({ messageId: own, text: "On nine piers." });
    expect(asked).toMatchObject([{}, { messagesBefore: idFromBytes("msg", newer[0]?.id ?? []) }]);
  });

  test("the client does not search for an answer beyond its question", async () => {
    const messageId = newId("msg");
    const followed = follow(messageId, () => [
      { id: idToBytes(messageId), inReplyTo: null },
      stored(newId("msg"), newId("msg"), "Another."),
    ]);
    followed.acknowledge({ messageId, seq: null });
    await turn();
    expect({ readings: followed.readings(), isEnded: followed.answer.isEnded }).toEqual({
      readings: 1,
      isEnded: false,
    });
  });

  test("an answer that is not in the thread does not cause a read of the whole history", async () => {
    const followed = follow(newId("msg"), () => [stored(newId("msg"), newId("msg"), "Another.")]);
    followed.acknowledge({ messageId: followed.messageId, seq: null });
    await turn();
    expect(followed.readings()).toBe(10);
  });
});
