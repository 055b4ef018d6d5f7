import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { outgoing, type OutgoingMessage } from "../../client/src/frames.ts";
import { newId } from "../../client/src/identifiers.ts";
import { type Acknowledgement, Outbox } from "../../client/src/outbox.ts";

const LIMITS = { pause: { baseMs: 1_000, maxMs: 60_000 }, maxFailures: 3, silenceMs: 15_000 };
const NOON = 1_000_000;
/** Makes each delay its maximum. */
const MAX_LENGTH = 1;

const outbox = (): Outbox => new Outbox(LIMITS);
const textMessage = (words: string, messageId = newId("msg")): OutgoingMessage =>
  outgoing({ textV1: { parts: [words], messageId } });
const campaign = (messageId: string, transformationId = newId("inter")): OutgoingMessage =>
  outgoing({ promptCampaignV2: { prompt: "What now?", messageId, transformationId } });
const refusal = (code: string, { messageId }: OutgoingMessage) => ({ code, message: "So it is.", messageId });

/** The outcome of a sent message, or "open" while it has none. */
async function outcome(sent: Promise<Acknowledgement>): Promise<unknown> {
  return await Promise.race([sent.catch((error: { code: string }) => error.code), turn("open")]);
}

test("the outbox sends messages in order, each once", () => {
  const box = outbox();
  const messages = ["one", "two", "three"].map((words) => textMessage(words));
  for (const message of messages) void box.add(message);
  expect(box.take(NOON)).toEqual(messages.map(({ frame }) => frame));
  expect(box.take(NOON)).toEqual([]);
});

test("the outbox resends unacknowledged messages in the same order after a lost connection", async () => {
  const box = outbox();
  const [one, two, three] = [textMessage("one"), textMessage("two"), textMessage("three")];
  const [first, second] = [box.add(one), box.add(two)];
  box.take(NOON);
  expect(box.acknowledge(one.key, 7)).toBe(true);
  void box.add(three);
  box.connectionLost();
  expect(box.take(NOON)).toEqual([two.frame, three.frame]);
  expect({ outcomeFirst: await outcome(first), outcomeSecond: await outcome(second) }).toEqual({
    outcomeFirst: { messageId: one.messageId, seq: 7 },
    outcomeSecond: "open",
  });
});

test("an acknowledgement counts once, and an acknowledgement of an unknown message has no effect", () => {
  const box = outbox();
  const message = textMessage("one");
  void box.add(message);
  expect([
    box.acknowledge(newId("msg"), 1),
    box.acknowledge(message.key, 2),
    box.acknowledge(message.key, 2),
  ]).toEqual([false, true, false]);
  expect(box.nextAt()).toBeNull();
});

test("an equal message shares the result of the first, and the outbox rejects another message under its id", async () => {
  const box = outbox();
  const message = textMessage("one");
  const sent = [box.add(message), box.add(message)];
  const other = box.add(textMessage("two", message.messageId));
  expect(box.take(NOON)).toEqual([message.frame]);
  box.acknowledge(message.key, 1);
  expect(await Promise.all([...sent, other].map(outcome))).toEqual([
    { messageId: message.messageId, seq: 1 },
    { messageId: message.messageId, seq: 1 },
    "already_exists",
  ]);
});

test("the outbox delays an unavailable message alone, longer each time, up to a number of attempts", async () => {
  const box = outbox();
  const [message, other] = [textMessage("one"), textMessage("two")];
  const sent = box.add(message);
  box.take(NOON);
  box.reject(refusal("unavailable", message), NOON, MAX_LENGTH);
  void box.add(other);
  expect([box.nextAt(), box.take(NOON + 999), box.take(NOON + 1_000)]).toEqual([
    0,
    [other.frame],
    [message.frame],
  ]);
  box.reject(refusal("unavailable", message), NOON + 1_000, MAX_LENGTH);
  expect([box.take(NOON + 2_999), box.take(NOON + 3_000)]).toEqual([[], [message.frame]]);
  expect(await outcome(sent)).toBe("open");
  box.reject(refusal("unavailable", message), NOON + 3_000, MAX_LENGTH);
  expect(await outcome(sent)).toBe("unavailable");
});

test("if the service is overloaded, all messages pause for growing delays; then one goes first, and more with each acknowledgement", () => {
  const box = outbox();
  const messages = Array.from({ length: 8 }, (_, position) => textMessage(`${position}`));
  const frames = messages.map(({ frame }) => frame);
  for (const message of messages) void box.add(message);
  expect(box.take(NOON)).toEqual(frames);
  for (const message of messages) box.reject(refusal("resource_exhausted", message), NOON + 1, MAX_LENGTH);
  expect([box.nextAt(), box.take(NOON + 1_000), box.take(NOON + 1_001)]).toEqual([
    NOON + 1_001,
    [],
    frames.slice(0, 1),
  ]);
  box.reject(refusal("resource_exhausted", messages[0] ?? textMessage("")), NOON + 1_002, MAX_LENGTH);
  expect([box.nextAt(), box.take(NOON + 3_001), box.take(NOON + 3_002)]).toEqual([
    NOON + 3_002,
    [],
    frames.slice(0, 1),
  ]);
  for (const [position, next] of [frames.slice(1, 3), frames.slice(3, 6), frames.slice(6)].entries()) {
    expect(box.take(NOON + 4_000)).toEqual([]);
    box.acknowledge(messages[position]?.key ?? "", position);
    expect(box.take(NOON + 4_000)).toEqual(next);
  }
});

test("the outbox gives up a message that the service never has capacity for", async () => {
  const box = outbox();
  const message = textMessage("one");
  const sent = box.add(message);
  let now = NOON;
  for (let round = 0; round < LIMITS.maxFailures; round += 1) {
    expect({ outcome: await outcome(sent), take: box.take(now) }).toEqual({
      outcome: "open",
      take: [message.frame],
    });
    box.reject(refusal("resource_exhausted", message), now, MAX_LENGTH);
    now = box.nextAt() ?? now;
  }
  expect({ outcome: await outcome(sent), now }).toEqual({ outcome: "resource_exhausted", now: NOON + 3_000 });
});

test("the delays start over with each stored message", () => {
  const box = outbox();
  let now = NOON;
  for (let round = 0; round < 20; round += 1) {
    const message = textMessage("one");
    void box.add(message);
    box.take(now);
    box.reject(refusal("resource_exhausted", message), now, MAX_LENGTH);
    expect(box.nextAt()).toBe(now + 1_000);
    now += 1_000;
    box.take(now);
    box.acknowledge(message.key, round);
  }
});

test("the outbox sends a long list in portions", () => {
  const box = outbox();
  const messages = Array.from({ length: 100 }, (_, position) => textMessage(`${position}`));
  for (const message of messages) void box.add(message);
  expect([box.take(NOON).length, box.take(NOON).length, box.nextAt()]).toEqual([
    32,
    0,
    NOON + LIMITS.silenceMs,
  ]);
  box.acknowledge(messages[0]?.key ?? "", 1);
  expect(box.take(NOON)).toEqual([messages[32]?.frame]);
});

test("a delayed message counts as stored if its event arrives meanwhile", async () => {
  const box = outbox();
  const message = textMessage("one");
  const sent = box.add(message);
  box.take(NOON);
  box.reject(refusal("unavailable", message), NOON, MAX_LENGTH);
  box.acknowledge(message.key, 9);
  expect({ outcome: await outcome(sent), take: box.take(NOON + 60_000) }).toEqual({
    outcome: { messageId: message.messageId, seq: 9 },
    take: [],
  });
});

test("any other rejection is final, and affects no other message", async () => {
  const box = outbox();
  const [one, two] = [textMessage("one"), textMessage("two")];
  const sent = [box.add(one), box.add(two)];
  box.take(NOON);
  box.reject(refusal("permission_denied", two), NOON, MAX_LENGTH);
  box.reject(refusal("permission_denied", textMessage("never sent")), NOON, MAX_LENGTH);
  expect(await Promise.all(sent.map(outcome))).toEqual(["open", "permission_denied"]);
});

test("a rejection without a message id applies to the oldest message in flight", async () => {
  const box = outbox();
  const sent = [box.add(textMessage("one")), box.add(textMessage("two"))];
  box.take(NOON);
  box.reject({ code: "permission_denied", message: "Guests only listen.", messageId: "" }, NOON, MAX_LENGTH);
  expect(await Promise.all(sent.map(outcome))).toEqual(["permission_denied", "open"]);
});

test("a campaign has one frame in flight at a time, so that a rejection matches its frame", async () => {
  const box = outbox();
  const messageId = newId("msg");
  const frames = [campaign(messageId), campaign(messageId), campaign(messageId)] as const;
  const sent = frames.map((frame) => box.add(frame));
  expect(box.take(NOON)).toEqual([frames[0].frame]);
  expect(box.nextAt()).toBe(NOON + LIMITS.silenceMs);
  box.acknowledge(frames[0].key, 1);
  expect(box.take(NOON)).toEqual([frames[1].frame]);
  box.reject(refusal("invalid_argument", frames[1]), NOON, MAX_LENGTH);
  expect(box.take(NOON)).toEqual([frames[2].frame]);
  box.acknowledge(frames[2].key, 2);
  expect(await Promise.all(sent.map(outcome))).toEqual([
    { messageId, seq: 1 },
    "invalid_argument",
    { messageId, seq: 2 },
  ]);
});

test("a message without response becomes uncertain after a while; the outbox sends it again and gives it up in the end", async () => {
  const box = outbox();
  const message = textMessage("one");
  const sent = box.add(message);
  expect(box.unconfirmed()).toEqual([]);
  let now = NOON;
  for (let round = 0; round < LIMITS.maxFailures; round += 1) {
    expect({ outcome: await outcome(sent), take: box.take(now) }).toEqual({
      outcome: "open",
      take: [message.frame],
    });
    expect([box.isSilent(now + LIMITS.silenceMs - 1), box.isSilent(now + LIMITS.silenceMs)]).toEqual([
      false,
      true,
    ]);
    expect(box.unconfirmed()).toEqual([message]);
    now += LIMITS.silenceMs;
    box.putOffSilent(now, MAX_LENGTH);
    now = box.nextAt() ?? now;
  }
  expect(await outcome(sent)).toBe("deadline_exceeded");
});

test("an uncertain message stays so after a lost connection", () => {
  const box = outbox();
  const message = textMessage("one");
  void box.add(message);
  box.take(NOON);
  box.connectionLost();
  expect({ unconfirmed: box.unconfirmed(), isSilent: box.isSilent(NOON + 60_000) }).toEqual({
    unconfirmed: [message],
    isSilent: false,
  });
});

test("the end of the outbox rejects all open messages", async () => {
  const box = outbox();
  const sent = [box.add(textMessage("one")), box.add(textMessage("two"))];
  box.end(Object.assign(new Error("It is over."), { code: "over" }));
  expect(await Promise.all(sent.map(outcome))).toEqual(["over", "over"]);
  expect({ take: box.take(NOON), nextAt: box.nextAt() }).toEqual({ take: [], nextAt: null });
});
