/** A delivery while reads of the thread hang, and while malformed frames arrive. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OutboxSender } from "../../client/src/outbox-sender.ts";
import {
  type EventFrame,
  keyOf,
  outgoing,
  type OutgoingMessage,
  parseFrame,
} from "../../client/src/frames.ts";
import { idToBytes, newId } from "../../client/src/identifiers.ts";

const MAX_PAUSE_MS = 1_000;
const SILENCE_MS = 15_000;
const MAX_CHECK_MS = 20_000;
const LIMITS = {
  pause: { baseMs: MAX_PAUSE_MS, maxMs: MAX_PAUSE_MS },
  maxFailures: 8,
  silenceMs: SILENCE_MS,
};

const textMessage = (words: string): OutgoingMessage =>
  outgoing({ textV1: { parts: [words], messageId: newId("msg") } });

/** The event of a message, as the service sends it. */
const heard = ({ messageId }: OutgoingMessage, seq: number): EventFrame =>
  parseFrame(JSON.stringify({ textV1: { messageId: idToBytes(messageId) }, seq })) as EventFrame;

/** A delivery whose reads of the thread hang until their signals abort. Returns the signals. */
function hanging(): { delivery: OutboxSender; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const delivery = new OutboxSender(LIMITS, async (_, signal) => {
    signals.push(signal);
    return await new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason as Error)),
    );
  });
  return { delivery, signals };
}

/**
 * Opens a connection.
 * @returns the frames sent over it
 */
function connect(delivery: OutboxSender): string[] {
  const sent: string[] = [];
  delivery.connected((frame) => sent.push(frame));
  return sent;
}

describe("while a read of the thread hangs", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("after a silence, a hanging read ends with its connection, and the next connection resends everything", async () => {
    const { delivery, signals } = hanging();
    const [one, two] = [textMessage("One"), textMessage("Two")];
    const first = connect(delivery);
    const stored = [delivery.post(one)];
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    stored.push(delivery.post(two));
    expect([first, signals.map(({ aborted }) => aborted)]).toEqual([[one.frame], [false]]);
    delivery.disconnected();
    expect(signals[0]?.aborted).toBe(true);
    const next = connect(delivery);
    await vi.advanceTimersByTimeAsync(0);
    expect([first, next]).toEqual([[one.frame], [one.frame, two.frame]]);
    for (const [position, message] of [one, two].entries()) delivery.received(heard(message, position + 1));
    expect((await Promise.all(stored)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("after dropped events, a hanging read ends with its connection, also if the next connection comes later", async () => {
    const { delivery, signals } = hanging();
    const one = textMessage("One");
    connect(delivery);
    void delivery.post(one);
    delivery.requestCheck();
    expect(signals.length).toBe(1);
    delivery.disconnected();
    await vi.advanceTimersByTimeAsync(MAX_CHECK_MS - 1);
    const next = connect(delivery);
    expect([next, signals.map(({ aborted }) => aborted)]).toEqual([[one.frame], [true]]);
  });

  test("on a stable connection, a hanging read ends after 20 s, and the client sends everything again", async () => {
    const { delivery, signals } = hanging();
    const [one, two] = [textMessage("One"), textMessage("Two")];
    const sent = connect(delivery);
    void delivery.post(one);
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    void delivery.post(two);
    await vi.advanceTimersByTimeAsync(MAX_CHECK_MS - 1);
    expect([sent, signals.map(({ aborted }) => aborted)]).toEqual([[one.frame], [false]]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent, signals.map(({ aborted }) => aborted)]).toEqual([[one.frame, two.frame], [true]]);
    await vi.advanceTimersByTimeAsync(MAX_PAUSE_MS);
    expect(sent).toEqual([one.frame, two.frame, one.frame]);
  });

  test("a final end also ends a hanging read, and leaves no timer", async () => {
    const { delivery, signals } = hanging();
    connect(delivery);
    const stored = delivery.post(textMessage("One"));
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    delivery.end(new Error("The end."));
    await expect(stored).rejects.toThrow("The end.");
    await vi.advanceTimersByTimeAsync(0);
    expect([signals.map(({ aborted }) => aborted), vi.getTimerCount()]).toEqual([[true], 0]);
  });
});

describe("an event whose id is not 16 bytes", () => {
  test.each([[null], [1.5], [-1], [256], ["1"], [[1]]])(
    "an event id such as %j matches no message and does no harm",
    async (element) => {
      const messageId = Array.from({ length: 16 }, () => element);
      const strange = parseFrame(JSON.stringify({ textV1: { messageId }, seq: 1 })) as EventFrame;
      expect(keyOf(strange)).toBeNull();
      const { delivery } = hanging();
      connect(delivery);
      const one = textMessage("One");
      const stored = delivery.post(one);
      delivery.received(strange);
      delivery.received(heard(one, 2));
      expect(await stored).toEqual({ messageId: one.messageId, seq: 2 });
    },
  );
});
