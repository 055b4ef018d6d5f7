import { and, eq, sql, type SQL } from "drizzle-orm";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import { listOf, mayOnCollection } from "./access-sql.ts";
import type { Assertion } from "./commit.ts";
import type { Database, Statement } from "./database.ts";
import { touchRecentAssets } from "./recent-assets-store.ts";
import { citations, messages } from "./schema/threads.ts";

/** A message that a room has accepted; a prompt comes with the ids of its answer. */
export interface AcceptedMessage {
  readonly messageId: Id<"msg">;
  readonly threadId: Id<"thread">;
  readonly kind: "promptV2" | "textV1" | "renameThreadV1";
  readonly content: string;
  readonly recipients: readonly string[];
  readonly worldKnowledge: boolean;
  readonly authorId: Id<"user">;
  readonly acceptedAt: number;
  /** What the thread is called from now on: by a rename in any case, by another message if it has no label yet. */
  readonly label: string;
  /** The only version of the thread that the message is for; null: any. */
  readonly ifVersion: number | null;
  readonly answer: { readonly messageId: Id<"msg">; readonly transformationId: string } | null;
}

/** The end of an answer. */
export interface EndedAnswer {
  readonly messageId: Id<"msg">;
  readonly threadId: Id<"thread">;
  readonly state: "done" | "failed" | "cancelled";
  readonly content: string;
  readonly textSuggestions: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly model: string;
  readonly citations: readonly NewCitation[];
}

export interface NewCitation {
  readonly id: Id<"cite">;
  readonly assetId: string;
  readonly chunkId: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly version: string;
}

const FIRST_ANSWER = 1;
/** 11 columns each, and D1 binds at most 100 values a statement. */
const CITATIONS_A_STATEMENT = 9;

/** `fresh` comes first: when the message is there already, nothing else about it is asked again. */
export function postAssertions(message: AcceptedMessage): Assertion[] {
  const author = sql`${message.authorId}`;
  const home = sql`(SELECT th.home_collection_id FROM threads th WHERE th.id = ${message.threadId} AND th.lifecycle_state = 'active')`;
  const linked = sql`EXISTS (SELECT 1 FROM thread_collections tc WHERE tc.thread_id = ${message.threadId}
    AND ${mayOnCollection(author, sql`tc.collection_id`, "read")})`;
  const version = sql`(SELECT vt.version FROM threads vt WHERE vt.id = ${message.threadId})`;
  return [
    { name: "fresh", holds: sql`NOT EXISTS (SELECT 1 FROM messages WHERE id = ${message.messageId})` },
    { name: "author", holds: sql`EXISTS (SELECT 1 FROM users WHERE id = ${author} AND lifecycle_state = 'active')` },
    { name: "read", holds: sql`${home} IS NOT NULL AND (${mayOnCollection(author, home, "read")} OR ${linked})` },
    { name: "chat", holds: mayOnCollection(author, home, "chat") },
    ...(message.ifVersion === null ? [] : [{ name: "if_match", holds: sql`${version} = ${message.ifVersion}` }]),
  ];
}

/** Inserts the message at the end of its thread, its pending answer after it, and moves the thread on. Relies on `postAssertions`. */
export function postStatements({ build }: Database, message: AcceptedMessage): Statement[] {
  const at = new Date(message.acceptedAt);
  const common = { threadId: message.threadId, position: nextPosition(message.threadId), createdAt: at, modifiedAt: at };
  const said = build.insert(messages).values({
    ...common,
    id: message.messageId,
    kind: message.kind,
    content: message.content,
    recipients: JSON.stringify(message.recipients),
    state: "done",
    worldKnowledge: message.worldKnowledge,
    createdBy: message.authorId,
    modifiedBy: message.authorId,
  });
  const change = { added: message.answer ? 2 : 1, label: message.label, renames: message.kind === "renameThreadV1" };
  const move = touchThread(build, message.threadId, message.authorId, at, change);
  if (message.answer === null) return [said, move];
  const answer = build.insert(messages).values({
    ...common,
    id: message.answer.messageId,
    kind: "textV1",
    content: "",
    inReplyTo: message.messageId,
    answerVersion: FIRST_ANSWER,
    transformationId: message.answer.transformationId,
    state: "pending",
    worldKnowledge: message.worldKnowledge,
    createdBy: SERVICE_USER_ID,
    modifiedBy: SERVICE_USER_ID,
  });
  return [said, answer, move];
}

/** The message with this id, and its answer's ids when it is an answered prompt. */
export function storedMessageQueries({ build }: Database, messageId: string) {
  return {
    said: build.select().from(messages).where(eq(messages.id, messageId)),
    answer: build
      .select({ id: messages.id, transformationId: messages.transformationId })
      .from(messages)
      .where(and(eq(messages.inReplyTo, messageId), eq(messages.answerVersion, FIRST_ANSWER))),
  };
}

/** A row while an answer to the prompt is being written. */
export function isAnswerPending({ build }: Database, promptId: string) {
  return build
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.inReplyTo, promptId), eq(messages.state, "pending")));
}

/** An answer as D1 holds it, and its citations in their order. */
export function storedAnswerQueries({ build }: Database, answerMessageId: string) {
  return {
    answer: build.select().from(messages).where(eq(messages.id, answerMessageId)),
    answerCitations: build.select().from(citations).where(eq(citations.messageId, answerMessageId)).orderBy(citations.ordinal),
  };
}

/** Holds while nobody has ended the answer and this transformation is the one that writes it. */
export function isBeingWritten(answerMessageId: string, transformationId: string | null): SQL<boolean> {
  const sameOne = transformationId === null ? sql`` : sql` AND transformation_id = ${transformationId}`;
  return sql<boolean>`EXISTS (SELECT 1 FROM messages WHERE id = ${answerMessageId} AND state = 'pending'${sameOne})`;
}

/** Starts the answer over under a new transformation: what the old one still brings is refused. */
export function restartStatements(
  { build }: Database,
  answer: { messageId: Id<"msg">; threadId: Id<"thread">; transformationId: string; at: Date },
) {
  const { messageId, threadId, transformationId, at } = answer;
  const restarted = build
    .update(messages)
    .set({ transformationId, version: sql`${messages.version} + 1`, modifiedAt: at })
    .where(eq(messages.id, messageId));
  return [restarted, touchThread(build, threadId, SERVICE_USER_ID, at, { added: 0, label: "" })];
}

/** Ends the answer, with its citations and what citing does to the assets. Relies on `isBeingWritten`. */
export function endStatements(db: Database, answer: EndedAnswer, askerId: string, at: Date): Statement[] {
  const { build } = db;
  const ended = build
    .update(messages)
    .set({
      state: answer.state,
      content: answer.content,
      textSuggestions: JSON.stringify(answer.textSuggestions),
      inputTokens: answer.inputTokens,
      outputTokens: answer.outputTokens,
      model: answer.model,
      version: sql`${messages.version} + 1`,
      modifiedAt: at,
    })
    .where(eq(messages.id, answer.messageId));
  const move = touchThread(build, answer.threadId, SERVICE_USER_ID, at, { added: 0, label: "" });
  return answer.citations.length === 0 ? [ended, move] : [ended, ...citeStatements(db, answer, askerId, at), move];
}

/** Being cited is not a change of the asset: its version stays. Quotes are bound, not passed as JSON: SQLite's JSON ends a text at U+0000. */
function citeStatements(db: Database, answer: EndedAnswer, askerId: string, at: Date): Statement[] {
  const assetIds = [...new Set(answer.citations.map((citation) => citation.assetId))];
  const rows = answer.citations.map(({ version, ...citation }, position) => ({
    ...citation,
    threadId: answer.threadId,
    messageId: answer.messageId,
    ordinal: position + 1,
    textVersion: version,
  }));
  const groups = Array.from({ length: Math.ceil(rows.length / CITATIONS_A_STATEMENT) }, (_, group) =>
    rows.slice(group * CITATIONS_A_STATEMENT, (group + 1) * CITATIONS_A_STATEMENT),
  );
  return [
    ...groups.map((group) => db.build.insert(citations).values(group)),
    touchRecentAssets(db, askerId, assetIds, at),
    db.build.run(sql`UPDATE assets SET last_referenced_at = ${at.getTime()} WHERE id IN (SELECT value FROM ${listOf(assetIds)})`),
  ];
}

/** One entry of the position index. Within a batch each insert sees the one before it, so the order of acceptance needs no counter elsewhere. */
function nextPosition(threadId: string): SQL<number> {
  return sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM messages WHERE thread_id = ${threadId})`;
}

function touchThread(
  build: Database["build"],
  threadId: string,
  by: string,
  at: Date,
  change: { added: number; label: string; renames?: boolean },
): Statement {
  const label = change.renames ? sql`${change.label}` : sql`CASE WHEN label = '' THEN ${change.label} ELSE label END`;
  return build.run(sql`UPDATE threads SET version = version + 1, message_count = message_count + ${change.added},
    label = ${label}, modified_at = ${at.getTime()}, modified_by = ${by} WHERE id = ${threadId}`);
}

export function isActiveThread(threadId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM threads WHERE id = ${threadId} AND lifecycle_state = 'active')`;
}
