import { expect } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { answerScopeQueries, toAnswerScope } from "../../../src/storage/d1/answers/answer-scope.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import type { AcceptInput } from "../../../src/thread-room/api.ts";
import { testEnv } from "../setup/env.ts";
import { history, promptOf, type Workplace } from "../rows/workplace.ts";
import { type Frame } from "../http/room-frames.ts";
import { STORED_MESSAGES, type StoredMessage } from "../rows/stored-messages.ts";

/**
 * A message sent to a thread, with the id that its author chose. The questions of a campaign share one id.
 */
export interface SentMessage extends Pick<AcceptInput, "content" | "askedAs" | "knowledge" | "extras"> {
  readonly kind: Exclude<AcceptInput["kind"], "askAgain" | "chooseAnswer">;
  readonly messageId: NonNullable<AcceptInput["messageId"]>;
  readonly userId: AcceptInput["author"]["userId"];
  /** A question that the Worker sends with its author's permitted scope. */
  readonly overHttp?: boolean;
}

export function inputOf(place: Workplace, said: SentMessage): AcceptInput {
  const { userId, content, overHttp: _, ...more } = said;
  return promptOf(place, content, { ...more, author: { userId } });
}

/** The thread's scope as the Worker reads it for the author. */
export async function scopeFor(
  { threadId }: Workplace,
  { overHttp = false, userId }: Pick<SentMessage, "overHttp" | "userId">,
) {
  if (!overHttp) return null;
  const db = createDatabase(testEnv.DB);
  return toAnswerScope(await db.read(answerScopeQueries(db, userId, threadId, null)));
}

interface Citation {
  readonly id: string;
  readonly message_id: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  /** Text of the message; null if the service does not store it. */
  readonly text_key: string | null;
}

/** The rows of a thread in D1. */
interface Stored {
  readonly messages: readonly StoredMessage[];
  readonly citations: readonly Citation[];
  readonly messageCount: unknown;
  /** The changed fields of each audit event of the thread and of its messages by people. */
  readonly changed: readonly string[];
  readonly inScope: readonly string[];
}

/**
 * Compares an idle thread with the messages sent to it: every message is in D1 once and every prompt answered
 * once. Each event is in the log once under the next number, and D1 equals the log.
 * @param state the final state of every answer
 * @returns the log
 */
export async function expectThreadInvariants(
  place: Workplace,
  said: readonly SentMessage[],
  state = "done",
): Promise<Frame[]> {
  const [stored, frames] = await Promise.all([readStored(place), history(place)]);
  const { messages } = stored;
  const words = said.filter(({ kind }) => kind !== "scopeChange");
  const expected = new Map(words.map(({ messageId: id, kind, content }) => [id, { id, kind, content }]));
  const people = messages
    .filter((message) => !isAnswer(message))
    .map(({ id, kind, content }) => ({ id, kind, content }));
  expect(people.toSorted(byId)).toEqual([...expected.values()].toSorted(byId));
  expect(messages.map(({ position }) => position)).toEqual(messages.map((_, index) => index + 1));
  expect(stored.messageCount).toBe(messages.length);
  const answers = messages.filter(isAnswer);
  const prompts = words.filter(({ kind }) => kind === "prompt").map(({ messageId }) => messageId);
  expect(answers.map((answer) => answer.in_reply_to ?? "").toSorted()).toEqual(prompts.toSorted());
  expect(answers.filter((answer) => answer.state !== state || answer.content === "")).toEqual([]);
  const targets = said.map(({ kind, messageId }) => (kind === "scopeChange" ? place.threadId : messageId));
  expect(stored.changed.toSorted()).toEqual(targets.toSorted());
  expect(stored.inScope.toSorted()).toEqual(
    said.flatMap(({ knowledge }) => knowledge?.addedCollectionIds ?? []).toSorted(),
  );
  await expectQuotes(stored.citations);
  expectSent(frames, stored, said);
  return frames;
}

function expectSent(
  frames: readonly Frame[],
  { messages, citations }: Stored,
  said: readonly SentMessage[],
): void {
  expect(frames.map((frame) => frame.seq)).toEqual(frames.map((_, index) => index + 1));
  const answers = messages.filter(isAnswer);
  const answerIds = new Set(answers.map(({ id }) => id));
  const events = frames.filter((frame) => !isEmptyChange(frame)).map(subjectOf);
  const heard = events.filter(({ messageId }) => !answerIds.has(messageId));
  expect(heard.map(({ messageId }) => messageId).toSorted()).toEqual(
    said.map(({ messageId }) => messageId).toSorted(),
  );
  const inOrder = new Set(
    heard.filter(({ kind }) => kind !== "knowledgeChangeV1").map(({ messageId }) => messageId),
  );
  expect([...inOrder]).toEqual(messages.filter((message) => !isAnswer(message)).map(({ id }) => id));
  for (const { id, content, in_reply_to: prompt, transformation_id: transformation } of answers) {
    const texts = frames.flatMap((frame) => (frame.textV1?.messageId === id ? frame.textV1 : []));
    expect(texts.flatMap((text) => text.parts).join("")).toBe(content);
    expect(texts.map((text) => text.isDone)).toEqual(texts.map((_, index) => index === texts.length - 1));
    expect(new Set(texts.map((text) => text.provenance.transformationId))).toEqual(new Set([transformation]));
    const cited = (texts.at(-1)?.provenance.scoped["citations"] ?? []).map((bytes) =>
      idFromBytes("cite", bytes),
    );
    expect(cited).toEqual(
      citations.filter((citation) => citation.message_id === id).map((citation) => citation.id),
    );
    const at = (messageId: string | null): number =>
      events.findIndex((event) => event.messageId === messageId);
    expect(at(prompt)).toBeLessThan(at(id));
  }
}

/** Checks that every quote occurs verbatim in the cited text. */
async function expectQuotes(citations: readonly Citation[]): Promise<void> {
  const texts = new Map<string | null, string>();
  for (const key of new Set(citations.map((citation) => citation.text_key))) {
    texts.set(key, (await (await testEnv.BUCKET.get(key ?? ""))?.text()) ?? "");
  }
  expect(citations.map(({ text_key: key, start, end }) => texts.get(key)?.slice(start, end))).toEqual(
    citations.map(({ quote }) => quote),
  );
}

async function readStored({ threadId }: Workplace): Promise<Stored> {
  const queries = [
    STORED_MESSAGES,
    `SELECT c.*, t.text_key FROM citations c LEFT JOIN asset_texts t ON t.asset_id = c.asset_id AND t.version = c.text_version
      WHERE c.thread_id = ? ORDER BY c.message_id, c.ordinal`,
    "SELECT message_count FROM threads WHERE id = ?",
    `SELECT coalesce(m.known_as, a.target_id) AS target_id FROM threads th JOIN audit_events a ON a.organization_id = th.organization_id
      LEFT JOIN messages m ON m.id = a.target_id AND m.thread_id = ?1 AND m.in_reply_to IS NULL
      WHERE th.id = ?1 AND (a.target_id = ?1 OR m.id IS NOT NULL)`,
    "SELECT target_id FROM thread_scope WHERE thread_id = ?",
  ];
  const read = await testEnv.DB.batch<Record<string, unknown>>(
    queries.map((query) => testEnv.DB.prepare(query).bind(threadId)),
  );
  const [messages = [], citations = [], thread = [], changed = [], scope = []] = read.map(
    ({ results }) => results,
  );
  return {
    messages: messages as never,
    citations: citations as never,
    messageCount: thread[0]?.["message_count"],
    changed: changed.map((row) => String(row["target_id"])),
    inScope: scope.map((row) => String(row["target_id"])),
  };
}

/** The message and the kind of an event. */
export function subjectOf(frame: Frame): { readonly kind: string; readonly messageId: string } {
  const [kind = "", event] = Object.entries(frame).find(([name]) => name !== "seq") ?? [];
  const { messageId } = event as { readonly messageId: string | number[] };
  return { kind, messageId: typeof messageId === "string" ? messageId : idFromBytes("msg", messageId) };
}

/** A repeated scope change appears as an empty change. */
function isEmptyChange(frame: Frame): boolean {
  const { knowledgeChangeV1: change } = frame as {
    readonly knowledgeChangeV1?: { readonly knowledge: unknown };
  };
  return change !== undefined && !JSON.stringify(change.knowledge).includes("[[");
}

function isAnswer({ in_reply_to: prompt }: StoredMessage): boolean {
  return prompt !== null;
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
