import { and, eq, sql, type SQL } from "drizzle-orm";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import { mayOnCollection } from "./access-sql.ts";
import type { Assertion } from "./commit.ts";
import type { Database, Statement } from "./database.ts";
import { isIdOfChange } from "./idempotency-store.ts";
import { insertNamed, namedAssertions, type NamedTarget } from "./prompt-scope-store.ts";
import { messages } from "./schema/threads.ts";
import { touchThread } from "./touch-thread.ts";

/** The answer that a prompt asks for. */
export interface AskedAnswer {
  readonly messageId: Id<"msg">;
  readonly transformationId: string;
  /** The client's own id for it, or null; a campaign's answers are told apart by it. */
  readonly askedAs: string | null;
  /** What the prompt names for this answer; nothing: the thread's scope. */
  readonly named: readonly NamedTarget[];
}

/** A message that a room has accepted; a prompt comes with its answer. */
export interface AcceptedMessage {
  readonly messageId: Id<"msg">;
  readonly threadId: Id<"thread">;
  readonly kind: "promptV2" | "textV1" | "renameThreadV1";
  readonly content: string;
  readonly recipients: readonly string[];
  /** Null: as the thread has it. */
  readonly worldKnowledge: boolean | null;
  readonly authorId: Id<"user">;
  readonly acceptedAt: number;
  /** What the thread is called from now on: by a rename in any case, by another message if it has no label yet. */
  readonly label: string;
  /** The only version of the thread that the message is for; null: any. */
  readonly ifVersion: number | null;
  readonly answer: AskedAnswer | null;
  /** One of a campaign's frames: the message may be there already, with other answers. */
  readonly isCampaign: boolean;
}

export const MAX_ANSWERS = 20;
const FIRST_ANSWER = 1;

/** `fresh` comes first: when the message (of a campaign: the answer) is there already, nothing else about it is asked again. */
export function postAssertions(message: AcceptedMessage): Assertion[] {
  const author = sql`${message.authorId}`;
  const home = sql`(SELECT th.home_collection_id FROM threads th WHERE th.id = ${message.threadId} AND th.lifecycle_state = 'active')`;
  const linked = sql`EXISTS (SELECT 1 FROM thread_collections tc WHERE tc.thread_id = ${message.threadId}
    AND ${mayOnCollection(author, sql`tc.collection_id`, "read")})`;
  const version = sql`(SELECT vt.version FROM threads vt WHERE vt.id = ${message.threadId})`;
  const isFree = message.isCampaign ? isFreshInCampaign(message) : sql`NOT EXISTS (SELECT 1 FROM messages WHERE id = ${message.messageId})`;
  return [
    { name: "fresh", holds: sql`(${isFree}) AND NOT ${isIdOfChange(message.messageId)}` },
    { name: "author", holds: sql`EXISTS (SELECT 1 FROM users WHERE id = ${author} AND lifecycle_state = 'active')` },
    { name: "read", holds: sql`${home} IS NOT NULL AND (${mayOnCollection(author, home, "read")} OR ${linked})` },
    { name: "chat", holds: mayOnCollection(author, home, "chat") },
    ...(message.ifVersion === null ? [] : [{ name: "if_match", holds: sql`${version} = ${message.ifVersion}` }]),
    ...(message.isCampaign ? [{ name: "few_answers", holds: sql`(${answersTo(message.messageId)}) < ${MAX_ANSWERS}` }] : []),
    ...namedAssertions(message.authorId, message.threadId, message.answer?.named ?? []),
  ];
}

/** No answer was asked for under this id, and no other message has the message's id. */
function isFreshInCampaign({ messageId, threadId, authorId, kind, content, answer }: AcceptedMessage): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM messages WHERE in_reply_to = ${messageId} AND asked_as = ${answer?.askedAs ?? null})
    AND NOT EXISTS (SELECT 1 FROM messages WHERE id = ${messageId}
      AND NOT (thread_id = ${threadId} AND created_by = ${authorId} AND kind = ${kind} AND content = ${content}))`;
}

function answersTo(messageId: string): SQL {
  return sql`SELECT count(*) FROM messages WHERE in_reply_to = ${messageId} AND answer_version = ${FIRST_ANSWER}`;
}

/**
 * Moves the thread on, and inserts the message at its end unless it is there, and its pending answer after it with what the prompt names for it.
 * Relies on `postAssertions`.
 */
export function postStatements({ build }: Database, message: AcceptedMessage): Statement[] {
  const { messageId, threadId, authorId, answer } = message;
  const at = new Date(message.acceptedAt);
  const worldKnowledge = sql<boolean>`coalesce(${message.worldKnowledge}, (SELECT wt.world_knowledge FROM threads wt WHERE wt.id = ${threadId}))`;
  const common = { worldKnowledge, threadId, position: nextPosition(threadId), createdAt: at, modifiedAt: at };
  const said = {
    ...common,
    id: messageId,
    kind: message.kind,
    content: message.content,
    recipients: JSON.stringify(message.recipients),
    state: "done" as const,
    createdBy: authorId,
    modifiedBy: authorId,
  };
  const isNew = message.isCampaign ? sql`(SELECT count(*) = 0 FROM messages WHERE id = ${messageId})` : sql`1`;
  const added = answer === null ? isNew : sql`1 + ${isNew}`;
  const move = touchThread(build, threadId, authorId, at, { added, label: message.label, renames: message.kind === "renameThreadV1" });
  const insert = build.insert(messages).values(said);
  const say = message.isCampaign ? insert.onConflictDoNothing({ target: messages.id }) : insert;
  if (answer === null) return [move, say];
  const pending = build.insert(messages).values({
    ...common,
    id: answer.messageId,
    kind: "textV1",
    content: "",
    inReplyTo: messageId,
    variant: nextVariant(messageId),
    answerVersion: FIRST_ANSWER,
    transformationId: answer.transformationId,
    askedAs: answer.askedAs,
    state: "pending",
    createdBy: SERVICE_USER_ID,
    modifiedBy: SERVICE_USER_ID,
  });
  return [move, say, pending, ...insertNamed({ build }, answer.messageId, threadId, answer.named)];
}

/** The message with this id, and its answers, the first one first. */
export function storedMessageQueries({ build }: Database, messageId: string) {
  return {
    said: build.select().from(messages).where(eq(messages.id, messageId)),
    answers: build
      .select({ id: messages.id, transformationId: messages.transformationId, askedAs: messages.askedAs })
      .from(messages)
      .where(and(eq(messages.inReplyTo, messageId), eq(messages.answerVersion, FIRST_ANSWER)))
      .orderBy(messages.variant),
  };
}

/** A row while an answer to the prompt is being written. */
export function isAnswerPending({ build }: Database, promptId: string) {
  return build
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.inReplyTo, promptId), eq(messages.state, "pending")));
}

/** One entry of the position index. Within a batch each insert sees the one before it, so the order of acceptance needs no counter elsewhere. */
function nextPosition(threadId: string): SQL<number> {
  return sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM messages WHERE thread_id = ${threadId})`;
}

/** Answers that were stored before there were campaigns may have no number: they are the first. */
function nextVariant(messageId: string): SQL<number> {
  return sql<number>`(SELECT coalesce(max(coalesce(variant, 1)), 0) + 1 FROM messages WHERE in_reply_to = ${messageId})`;
}

export function isActiveThread(threadId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM threads WHERE id = ${threadId} AND lifecycle_state = 'active')`;
}
