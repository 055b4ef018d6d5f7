import { describe, expect, it } from "vitest";
import { AnswerText } from "../../client/src/answer-text.ts";
import { FrameRefused } from "../../client/src/errors.ts";
import { followAnswer } from "../../client/src/follow-answer.ts";
import { FrameStream } from "../../client/src/frame-stream.ts";
import type { ThreadFrame } from "../../client/src/frames.ts";
import { idToBytes, newId } from "../../client/src/identifiers.ts";
import type { Schemas } from "../../client/src/operation-types.ts";
import type { Acknowledgement } from "../../client/src/outbox.ts";
import { EVENT_EXAMPLES } from "../../src/http/wire/event-examples.ts";

const SERVICE = Array.from({ length: 16 }, () => 0);

interface Followed {
  readonly answer: AnswerText;
  readonly stream: FrameStream;
  readonly messageId: string;
  readonly acknowledge: (acknowledged: Acknowledgement | Promise<never>) => void;
  /** How often the thread was read. */
  readonly readings: () => number;
  restarts: number;
}

/** An answer that is filled from a stream; the thread, when it is read, holds `messages`. */
function follow(messageId = newId("msg"), messages: () => readonly Partial<Schemas["Message"]>[] = () => []): Followed {
  const stream = new FrameStream();
  const { promise: acknowledged, resolve: acknowledge } = Promise.withResolvers<Acknowledgement>();
  let readings = 0;
  const followed: Followed = {
    answer: new AnswerText(() => (followed.restarts += 1)),
    stream,
    messageId,
    acknowledge,
    readings: () => readings,
    restarts: 0,
  };
  const readThread = async (): Promise<Schemas["Thread"]> => {
    readings += 1;
    return { messages: messages() } as Schemas["Thread"];
  };
  const closed = Promise.resolve({ code: 4403, reason: "Go away." });
  void followAnswer({ frames: stream.follow(), messageId, acknowledged, readThread, closed }, followed.answer);
  return followed;
}

let seq = 0;
const prompt = (messageId: string, transformationId: string): ThreadFrame => ({
  promptV2: { ...EVENT_EXAMPLES.promptV2, messageId: idToBytes(messageId), transformationId },
  seq: (seq += 1),
});
const part = (
  messageId: string,
  transformationId: string,
  text: string,
  more: { isDone?: boolean; createdBy?: number[] } = {},
): ThreadFrame => ({
  textV1: {
    ...EVENT_EXAMPLES.textV1,
    createdBy: SERVICE,
    isDone: false,
    ...more,
    messageId,
    parts: [text],
    provenance: { ...EVENT_EXAMPLES.textV1.provenance, transformationId },
  },
  seq: (seq += 1),
});
const stored = (id: string, inReplyTo: string, content: string, isComplete = true) => ({
  id: idToBytes(id),
  inReplyTo: idToBytes(inReplyTo),
  content,
  isComplete,
  textSuggestions: ["And then?"],
});
const ids = (): { own: string; first: string; second: string } => ({ own: newId("msg"), first: newId("inter"), second: newId("inter") });

async function parts(answer: AnswerText): Promise<string[]> {
  const all: string[] = [];
  for await (const text of answer) all.push(text);
  return all;
}

describe("an answer", () => {
  it("is its parts, joined, and comes with what it rests on", async () => {
    const followed = follow();
    const { own, first } = ids();
    const remark = part(newId("msg"), "", "By the way", { isDone: true, createdBy: idToBytes(newId("user")) });
    const last = part(own, first, "nine piers.", { isDone: true });
    for (const frame of [prompt(followed.messageId, first), remark, part(own, first, "On "), last]) followed.stream.push(frame, 100);
    expect(await parts(followed.answer)).toEqual(["On ", "nine piers."]);
    const { provenance, textSuggestions } = EVENT_EXAMPLES.textV1;
    const expected = { messageId: own, text: "On nine piers.", textSuggestions, provenance: { ...provenance, transformationId: first } };
    expect(await followed.answer.final).toEqual(expected);
    expect([followed.restarts, followed.readings()]).toEqual([0, 0]);
  });

  it("that starts over voids its parts, and says so before the first new one", async () => {
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

  it("is told from others' answers by their questions", async () => {
    const followed = follow();
    const { own, first, second } = ids();
    const others = newId("msg");
    followed.stream.push(prompt(newId("msg"), second), 100);
    followed.stream.push(prompt(followed.messageId, first), 100);
    followed.stream.push(part(others, second, "Not this.", { isDone: true }), 100);
    followed.stream.push(part(own, first, "This.", { isDone: true }), 100);
    expect([(await followed.answer.final).text, followed.readings()]).toEqual(["This.", 0]);
  });

  it("that had started over before it was told of is found by what the thread says it answers", async () => {
    const { own, first, second } = ids();
    const messageId = newId("msg");
    const older = newId("msg");
    const followed = follow(messageId, () => [stored(older, newId("msg"), "Old."), stored(own, messageId, "", false)]);
    followed.stream.push(prompt(messageId, first), 100);
    followed.stream.push(part(older, newId("inter"), "Old.", { isDone: true }), 100);
    followed.stream.push(part(own, second, "New.", { isDone: true }), 100);
    expect(await followed.answer.final).toMatchObject({ messageId: own, text: "New." });
    expect(followed.readings()).toBe(1);
  });

  it("whose events are not kept any more is read from the thread", async () => {
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
      textSuggestions: ["And then?"],
      provenance: null,
    });
  });

  it("some of whose events are not kept any more is read from the thread when it ends", async () => {
    const { own, first } = ids();
    const messageId = newId("msg");
    let isComplete = false;
    const followed = follow(messageId, () => [stored(own, messageId, isComplete ? "On nine piers." : "", isComplete)]);
    followed.stream.push({ resync: true, seq: 500 }, 100);
    await expect.poll(() => followed.readings()).toBe(1);
    isComplete = true;
    followed.stream.push(part(own, first, "piers.", { isDone: true }), 100);
    expect(await parts(followed.answer)).toEqual(["On nine piers."]);
  });

  it("to a question that was asked and answered before is read from the thread", async () => {
    const { own } = ids();
    const messageId = newId("msg");
    const followed = follow(messageId, () => [stored(own, messageId, "On nine piers.")]);
    followed.acknowledge({ messageId, seq: null });
    expect(await parts(followed.answer)).toEqual(["On nine piers."]);
  });

  it("to a question that was refused fails with the refusal", async () => {
    const followed = follow();
    followed.acknowledge(Promise.reject(new FrameRefused("permission_denied", "No.", followed.messageId)));
    await expect(followed.answer.final).rejects.toMatchObject({ code: "permission_denied" });
    await expect(parts(followed.answer)).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("fails when the connection ends for good", async () => {
    const followed = follow();
    followed.stream.end();
    await expect(followed.answer.final).rejects.toMatchObject({ name: "ConnectionClosed", code: 4403 });
  });
});
