import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import type { AnswerScope } from "../../src/storage/d1/answers/answer-scope.ts";
import { acceptInput, type AcceptedInput, PLAIN_PROMPT } from "../../src/thread-room/api.ts";
import {
  enqueueTurn,
  backoffMs,
  MAX_ATTEMPTS,
  MAX_WAITING_TURNS,
  nextStep,
} from "../../src/thread-room/queue/enqueue-turn.ts";
import { batchSize } from "../../src/thread-room/turns/store-messages.ts";
import { type Turn, TurnStore } from "../../src/thread-room/queue/turn-store.ts";
import { openRoomSql } from "../support/rows/open-room-sql.ts";

const place = { threadId: newId("thread"), organizationId: newId("org"), tenantId: newId("tenant") };
const author = { userId: newId("user") };

function input(more: Partial<AcceptedInput> = {}): AcceptedInput {
  const plain = {
    kind: "prompt",
    messageId: null,
    content: "Why?",
    recipients: [],
    worldKnowledge: false,
    author,
    operation: "postMessage",
    operationId: "op",
  };
  return acceptInput.parse({ ...place, ...plain, ...more });
}

function openTurns(): TurnStore {
  return new TurnStore(openRoomSql().sql);
}

function mustEnqueue(turns: TurnStore, given: AcceptedInput, now = 0): Turn {
  const enqueued = enqueueTurn(turns, given, now);
  if (enqueued.kind !== "new") throw new Error(enqueued.kind);
  return enqueued.turn;
}

test("a turn has fixed ids from its acceptance", () => {
  const turns = openTurns();
  const turn = mustEnqueue(turns, input());
  expect(turns.find(turn.messageId)).toEqual(turn);
  expect({
    messageId: turn.messageId.slice(0, 4),
    answerMessageId: turn.answerMessageId?.slice(0, 4),
    transformationId: turn.transformationId.slice(0, 6),
  }).toEqual({ messageId: "msg_", answerMessageId: "msg_", transformationId: "inter_" });
  expect(mustEnqueue(turns, input({ kind: "text" })).answerMessageId).toBeNull();
});

test("the room rejects the fifty-first waiting turn, and accepts a resend of a waiting turn", () => {
  const turns = openTurns();
  const messageId = newId("msg");
  mustEnqueue(turns, input({ messageId }));
  while (turns.count() < MAX_WAITING_TURNS) mustEnqueue(turns, input());
  expect(enqueueTurn(turns, input(), 0)).toMatchObject({ kind: "refused", code: "resource_exhausted" });
  expect(enqueueTurn(turns, input({ messageId }), 0)).toMatchObject({ kind: "resend", turn: { messageId } });
});

test.each([
  ["content", { content: "Why not?" }],
  ["author", { author: { userId: newId("user"), key: null } }],
  [
    "API key",
    {
      author: { ...author, key: { keyId: newId("key"), actions: ["own" as const], namesCollections: false } },
    },
  ],
  ["kind", { kind: "text" as const }],
])("the room rejects a message with the id of a waiting message and another %s", (_, other) => {
  const turns = openTurns();
  const messageId = newId("msg");
  mustEnqueue(turns, input({ messageId }));
  expect(enqueueTurn(turns, input({ messageId, ...other }), 0)).toMatchObject({
    kind: "refused",
    code: "already_exists",
  });
});

test("the queue stores a message by an API key alone, without its neighbors", () => {
  const turns = openTurns();
  const keyed = {
    ...author,
    key: { keyId: newId("key"), actions: ["own" as const], namesCollections: false },
  };
  const text = (by: AcceptedInput["author"]) => mustEnqueue(turns, input({ kind: "text", author: by }));
  const person = { ...author, key: null };
  const queue = [text(person), text(person), text(keyed), text(keyed), text(person)];
  expect([0, 2, 3, 4].map((from) => batchSize(queue.slice(from), () => false))).toEqual([2, 1, 1, 1]);
});

test("a campaign has one turn per answer, and a repetition shares its result", () => {
  const turns = openTurns();
  const messageId = newId("msg");
  const frame = (askedAs = newId("inter"), member: "promptV2" | "promptCampaignV2" = "promptCampaignV2") =>
    input({ messageId, askedAs, extras: { ...PLAIN_PROMPT, member } });
  const frames = [frame(), frame(), frame()];
  const admitted = frames.map((each) => mustEnqueue(turns, each));
  expect(new Set(admitted.map(({ messageId: id, answerMessageId }) => `${id} ${answerMessageId}`)).size).toBe(
    3,
  );
  expect(admitted.map(({ transformationId }) => transformationId)).toEqual(
    frames.map(({ askedAs }) => askedAs),
  );
  for (const [at, each] of frames.entries())
    expect(enqueueTurn(turns, each, 0)).toEqual({ kind: "resend", turn: admitted[at] });
  expect(enqueueTurn(turns, frame(newId("inter"), "promptV2"), 0)).toEqual({
    kind: "resend",
    turn: admitted[0],
  });
  expect(enqueueTurn(turns, { ...frame(), content: "Why not?" }, 0)).toMatchObject({
    kind: "refused",
    code: "already_exists",
  });
  turns.remove(admitted[0]?.seq ?? 0);
  expect(turns.find(messageId)).toEqual(admitted[1]);
});

test("the queue stores each turn before it is answered, and no turn overtakes another", () => {
  const turns = openTurns();
  const [first, second] = [mustEnqueue(turns, input()), mustEnqueue(turns, input())];
  expect(nextStep(turns, 1)).toEqual({ kind: "idle" });
  turns.markStored(first.seq, 0);
  turns.markStored(second.seq, 0);
  expect(nextStep(turns, 1)).toMatchObject({ kind: "attempt", turn: { seq: first.seq } });
  turns.recordFailure(first.seq, "it failed", 500);
  expect(nextStep(turns, 1)).toEqual({ kind: "wait", until: 500 });
  expect(nextStep(turns, 500)).toMatchObject({
    kind: "attempt",
    turn: { seq: first.seq, lastFailure: "it failed" },
  });
  turns.remove(first.seq);
  expect(nextStep(turns, 1)).toMatchObject({ kind: "attempt", turn: { seq: second.seq } });
});

test("the room gives up a turn that started five times, even without a recorded failure", () => {
  const turns = openTurns();
  let turn = mustEnqueue(turns, input());
  turns.markStored(turn.seq, 0);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect(nextStep(turns, 1).kind).toBe("attempt");
    turn = turns.beginAttempt(turn, newId("inter"));
    expect(turn.attempts).toBe(attempt);
  }
  expect(nextStep(turns, 1)).toMatchObject({ kind: "give_up", turn: { lastFailure: "" } });
});

test("a turn caches the scope of its user for five seconds, unless the scope exceeds the maximum row size", () => {
  const turns = openTurns();
  const scopeOf = (collectionIds: string[]) => ({ collectionIds }) as unknown as AnswerScope;
  const kept = enqueueTurn(turns, input(), 0, scopeOf(["col"]));
  const large = enqueueTurn(turns, input(), 0, scopeOf(Array.from({ length: 100_000 }, () => newId("col"))));
  const seqs = [kept, large].map((enqueued) => (enqueued.kind === "new" ? enqueued.turn.seq : 0));
  expect(seqs.map((seq) => turns.freshScope(seq, 5_000))).toEqual([{ collectionIds: ["col"] }, null]);
  expect(turns.freshScope(seqs[0] ?? 0, 5_001)).toBeNull();
});

test("the retry delay of a turn grows up to its maximum", () => {
  const waits = Array.from({ length: 10 }, (_, i) => backoffMs(i + 1));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect({ firstWaits: waits[0], lastWaits: waits.at(-1) }).toEqual({ firstWaits: 1_000, lastWaits: 30_000 });
});

test("turns run in the order of acceptance and each ends once, whatever fails", () => {
  const event = fc.constantFrom("accept", "store", "fail", "end");
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const turns = openTurns();
      const [accepted, ended]: [number[], number[]] = [[], []];
      let now = 0;
      for (const kind of events) {
        const step = nextStep(turns, now);
        if (kind === "accept" && turns.count() < MAX_WAITING_TURNS)
          accepted.push(mustEnqueue(turns, input(), now).seq);
        if (kind === "store") turns.markStored(turns.unstored(1)[0]?.seq ?? 0, now);
        if (kind === "fail" && step.kind === "attempt") {
          const begun = turns.beginAttempt(step.turn, newId("inter"));
          turns.recordFailure(begun.seq, "it failed", now + backoffMs(begun.attempts));
        }
        if (step.kind === "wait") now = step.until;
        if (step.kind === "give_up" || (kind === "end" && step.kind === "attempt")) {
          ended.push(step.turn.seq);
          turns.remove(step.turn.seq);
        }
      }
      expect(ended).toEqual(accepted.slice(0, ended.length));
      expect(turns.count()).toBe(accepted.length - ended.length);
    }),
  );
});
