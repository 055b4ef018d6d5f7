/** A failure that nobody awaits must not become an unhandled rejection, which would end a Node process. */
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnswerText } from "../../client/src/answer-text.ts";
import { OutboxSender } from "../../client/src/outbox-sender.ts";
import { followAnswer } from "../../client/src/follow-answer.ts";
import { FrameStream } from "../../client/src/frame-stream.ts";
import { outgoing } from "../../client/src/frames.ts";
import { createClient, newId } from "../../client/src/index.ts";

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
  vi.useRealTimers();
});

test("a token source that fails after the request was aborted", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const client = createClient({ origin: "https://knowledge.example.com", token: () => promise });
  await expect(client.request("GET", "/status", { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  reject(new Error("No session."));
  await turn();
  expect(unhandled).toEqual([]);
});

test("a read that starts after the connection ended for good", async () => {
  const stream = new FrameStream();
  const answer = new AnswerText(() => {});
  const question = {
    frames: stream.follow(),
    messageId: newId("msg"),
    acknowledged: new Promise<never>(() => {}),
    readThread: async () => await Promise.reject(new Error("The service is away.")),
    closed: Promise.resolve({ code: 4403, reason: "Go away." }),
  };
  stream.push({ resync: true, seq: 5 }, 100);
  stream.end();
  void followAnswer(question, answer);
  await expect(answer.final).rejects.toMatchObject({ name: "ConnectionClosed", code: 4403 });
  await turn();
  expect(unhandled).toEqual([]);
});

test("a read that ignores its signal delays nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const limits = { pause: { baseMs: 1_000, maxMs: 1_000 }, maxFailures: 8, silenceMs: 15_000 };
  const delivery = new OutboxSender(limits, () => new Promise(() => {}));
  const message = outgoing({ textV1: { parts: ["One"] } });
  const sent: string[] = [];
  delivery.connected(() => {});
  void delivery.post(message);
  await vi.advanceTimersByTimeAsync(limits.silenceMs);
  delivery.disconnected();
  delivery.connected((frame) => sent.push(frame));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([message.frame]);
});
