import type { MessageKind } from "../../../domain/message-kind.ts";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { type Id, SERVICE_USER_ID } from "../../../domain/ids.ts";
import { isActiveUser, isAliveThread, listOf, mayOnThread } from "../core/access.ts";
import { type EndedAnswer, endedColumns } from "../answers/answers.ts";
import type { RequestedVerification } from "../../../domain/verification-mode.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { isMessageOf, messageRowIdOf } from "./message-row-id.ts";
import { isIdOfChange } from "../core/idempotency.ts";
import { insertNamed, namedAssertions, type NamedTarget } from "./named-targets.ts";
import { messages, threads } from "../schema/threads.ts";
import { bumpThread } from "./bump-thread.ts";

export interface AskedAnswer {
  readonly messageId: Id<"msg">;
  readonly transformationId: string;
  /** The client's id for the answer; null without one. It distinguishes the answers of a campaign. */
  readonly askedAs: string | null;
  readonly verification: RequestedVerification;
  /** Targets that the prompt names; if empty, the thread's scope applies. */
  readonly named: readonly NamedTarget[];
}

/** A message that the room accepted. A prompt includes its pending answer. */
export interface AcceptedMessage {
  readonly messageId: Id<"msg">;
  /** Id of the row. It differs from the message id if the sender chose the message id. */
  readonly rowId: Id<"msg">;
  readonly threadId: Id<"thread">;
  readonly kind: MessageKind;
  readonly content: string;
  readonly recipients: readonly string[];
  /** Whether answers may use knowledge outside the scope; null applies the thread's setting. */
  readonly worldKnowledge: boolean | null;
  readonly authorId: Id<"user">;
  readonly acceptedAt: number;
  /**
   * New label of the thread. A rename always sets the label; another message sets it only on a thread without
   * a label.
   */
  readonly label: string;
  /** Required version of the thread; null accepts any version. */
  readonly ifVersion: number | null;
  readonly answer: AskedAnswer | null;
  /**
   * Whether the message is a frame of a campaign. In a campaign, the message may already exist with other
   * answers.
   */
  readonly isCampaign: boolean;
}

/** Messages of one thread in order. A batch of several messages contains only plain texts without answers. */
export type MessageBatch = readonly [AcceptedMessage, ...AcceptedMessage[]];

export const MAX_ANSWERS = 20;
const FIRST_ANSWER = 1;

/**
 * Messages per INSERT. D1 binds at most 100 values per statement: nine per message, and the thread id twice.
 */
const MESSAGES_PER_STATEMENT = 10;

/**
 * Asserts that the messages may be stored, including the conditions of `AcceptedMessage`. `fresh` comes
 * first, because a message (in a campaign: an answer) stored by an earlier attempt makes the other assertions
 * irrelevant. Prompts, renames and conditional messages are stored alone.
 */
export function postAssertions(batch: MessageBatch): Assertion[] {
  const [{ threadId, authorId, ifVersion, isCampaign, answer }] = batch;
  const author = sql`pa.value`;
  const thread = sql`${threadId}`;
  const version = sql`(SELECT vt.version FROM threads vt WHERE vt.id = ${threadId})`;
  const authors = listOf([...new Set(batch.map((message) => message.authorId))]);
  const everyAuthor = (may: SQL): SQL => sql`NOT EXISTS (SELECT 1 FROM ${authors} pa WHERE NOT (${may}))`;
  return [
    { name: "fresh", holds: isCampaign ? isFreshInCampaign(batch[0]) : areFresh(threadId, batch) },
    { name: "author", holds: everyAuthor(isActiveUser(author)) },
    { name: "read", holds: everyAuthor(mayOnThread(author, thread, "read")) },
    { name: "chat", holds: everyAuthor(mayOnThread(author, thread, "chat")) },
    ...(ifVersion === null ? [] : [{ name: "if_match" as const, holds: sql`${version} = ${ifVersion}` }]),
    ...(isCampaign
      ? [{ name: "few_answers" as const, holds: sql`(${answersTo(batch[0])}) < ${MAX_ANSWERS}` }]
      : []),
    ...namedAssertions(authorId, threadId, answer?.named ?? []),
  ];
}

/** Whether no message or scope change of the thread uses any of the ids. */
function areFresh(threadId: string, batch: MessageBatch): SQL {
  const ids = listOf(batch.map(({ messageId }) => messageId));
  return sql`NOT EXISTS (SELECT 1 FROM ${ids} pm WHERE EXISTS (SELECT 1 FROM messages om WHERE ${isMessageOf("om", threadId, sql`pm.value`)})
    OR ${isIdOfChange(threadId, sql`pm.value`)})`;
}

/** Whether no answer has this id, and no different message has the message's id. */
function isFreshInCampaign({ messageId, threadId, authorId, kind, content, answer }: AcceptedMessage): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM messages WHERE in_reply_to = ${messageRowIdOf(threadId, messageId)} AND asked_as = ${answer?.askedAs ?? null})
    AND NOT EXISTS (SELECT 1 FROM messages om WHERE ${isMessageOf("om", threadId, messageId)}
      AND NOT (om.created_by = ${authorId} AND om.kind = ${kind} AND om.content = ${content}))
    AND NOT ${isIdOfChange(threadId, messageId)}`;
}

function answersTo({ threadId, messageId }: AcceptedMessage): SQL {
  return sql`SELECT count(*) FROM messages WHERE in_reply_to = ${messageRowIdOf(threadId, messageId)} AND answer_version = ${FIRST_ANSWER}`;
}

/**
 * Updates the thread and appends the messages. If a campaign's message exists, only its answer is added. A
 * prompt gets its answer and named targets. Requires `postAssertions`.
 * @param ended the answer if it is complete; null for a pending answer
 */
export function postStatements(
  { build }: Database,
  batch: MessageBatch,
  ended: { readonly answer: EndedAnswer; readonly at: Date } | null = null,
): Statement[] {
  const [message] = batch;
  const { threadId, answer, isCampaign, label } = message;
  const last = batch.at(-1) ?? message;
  const at = new Date(message.acceptedAt);
  const isNew = isCampaign
    ? sql`(${messageRowIdOf(threadId, message.messageId)} IS NULL)`
    : sql`${batch.length}`;
  const change = {
    added: answer === null ? isNew : sql`1 + ${isNew}`,
    versions: batch.length,
    label,
    renames: message.kind === "rename",
  };
  const groups = Array.from({ length: Math.ceil(batch.length / MESSAGES_PER_STATEMENT) }, (_, group) =>
    batch.slice(group * MESSAGES_PER_STATEMENT, (group + 1) * MESSAGES_PER_STATEMENT),
  );
  const moved =
    ended === null
      ? { by: last.authorId, at: new Date(last.acceptedAt) }
      : { by: SERVICE_USER_ID, at: ended.at };
  const say = [
    bumpThread(build, threadId, moved.by, moved.at, change),
    ...groups.map((group) => build.run(insertMessages(threadId, group))),
  ];
  if (answer === null) return say;
  const prompt = storedRowId(message);
  const asked = build.insert(messages).values({
    ...(ended === null
      ? { state: "pending", content: "", modifiedAt: at }
      : { ...endedColumns(ended.answer), modifiedAt: ended.at }),
    id: answer.messageId,
    threadId,
    position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM messages WHERE thread_id = ${threadId})`,
    kind: "text",
    worldKnowledge: sql<boolean>`coalesce(${message.worldKnowledge}, (SELECT wt.world_knowledge FROM threads wt WHERE wt.id = ${threadId}))`,
    inReplyTo: prompt,
    variant: nextVariant(prompt),
    answerVersion: FIRST_ANSWER,
    transformationId: answer.transformationId,
    askedAs: answer.askedAs,
    verification: answer.verification,
    createdAt: at,
    createdBy: SERVICE_USER_ID,
    modifiedBy: SERVICE_USER_ID,
  });
  return [...say, asked, ...insertNamed({ build }, answer.messageId, threadId, answer.named)];
}

/**
 * Inserts messages with one search of the position index per message. In a batch each insert sees the
 * previous one, so positions need no separate counter. Values are bound, because SQLite's JSON ends a text at
 * U+0000.
 */
function insertMessages(threadId: string, group: readonly AcceptedMessage[]): SQL {
  const rows = group.map(
    ({ messageId, rowId, kind, content, recipients, worldKnowledge, acceptedAt, authorId }, position) => {
      const knowledge = worldKnowledge === null ? null : Number(worldKnowledge);
      const sentAs = messageId === rowId ? null : messageId;
      return sql`(${rowId}, ${position + 1}, ${kind}, ${content}, ${JSON.stringify(recipients)}, ${knowledge}, ${acceptedAt}, ${authorId}, ${sentAs})`;
    },
  );
  const isThere = group[0]?.isCampaign ? sql` ON CONFLICT DO NOTHING` : sql``;
  return sql`INSERT INTO messages (id, thread_id, position, kind, content, recipients, state, world_knowledge,
      created_at, created_by, modified_at, modified_by, sent_as)
    SELECT column1, it.id, (SELECT coalesce(max(position), 0) FROM messages WHERE thread_id = ${threadId}) + column2, column3, column4, column5,
      'done', coalesce(column6, it.world_knowledge), column7, column8, column7, column8, column9
    FROM threads it CROSS JOIN (VALUES ${sql.join(rows, sql`, `)}) WHERE it.id = ${threadId}${isThere}`;
}

/** Row id of the message after `postStatements`. In a campaign this is the first frame's row. */
export function storedRowId({
  isCampaign,
  threadId,
  messageId,
  rowId,
}: AcceptedMessage): Id<"msg"> | SQL<Id<"msg">> {
  return isCampaign ? sql<Id<"msg">>`${messageRowIdOf(threadId, messageId)}` : rowId;
}

/**
 * The thread's messages with these ids, and the first versions of their answers in the order of the campaign.
 */
export function storedMessageQueries({ build }: Database, threadId: string, messageIds: readonly string[]) {
  const rowIds = sql`(SELECT sm.id FROM ${listOf(messageIds)} wanted CROSS JOIN messages sm WHERE ${isMessageOf("sm", threadId, sql`wanted.value`)})`;
  return {
    said: build
      .select()
      .from(messages)
      .where(sql`${messages.id} IN ${rowIds}`),
    answers: build
      .select({
        id: messages.id,
        inReplyTo: messages.inReplyTo,
        transformationId: messages.transformationId,
        askedAs: messages.askedAs,
      })
      .from(messages)
      .where(and(sql`${messages.inReplyTo} IN ${rowIds}`, eq(messages.answerVersion, FIRST_ANSWER)))
      .orderBy(messages.variant),
  };
}

export function findThreadLabel({ build }: Database, threadId: Id<"thread">) {
  return build
    .select({ label: threads.label })
    .from(threads)
    .where(sql`${threads.id} = ${threadId}`);
}

/** The prompt's answer, preferring a pending one. `units` is the number of its text tokens. */
export function findAnswerTo({ build }: Database, threadId: string, promptId: string) {
  return build
    .select({
      state: messages.state,
      units: sql<number>`${messages.inputTokens} + ${messages.outputTokens}`.as("units"),
    })
    .from(messages)
    .where(sql`${messages.inReplyTo} = ${messageRowIdOf(threadId, promptId)} AND ${messages.position} > 0`)
    .orderBy(sql`${messages.state} <> 'pending'`)
    .limit(1);
}

/** An answer. `units` is the number of its text tokens. */
export function findAnswer({ build }: Database, answerId: string) {
  return build
    .select({
      state: messages.state,
      units: sql<number>`${messages.inputTokens} + ${messages.outputTokens}`.as("units"),
    })
    .from(messages)
    .where(sql`${messages.id} = ${answerId}`);
}

/** The thread of an answer, if the actor may read the thread. Returns at most one row. */
export function findThreadOfAnswer({ build }: Database, actor: SQL, answerId: Id<"msg">) {
  return build.all<{ readonly threadId: Id<"thread"> }>(
    sql`SELECT am.thread_id AS "threadId" FROM messages am WHERE am.id = ${answerId} AND am.in_reply_to IS NOT NULL
      AND ${mayOnThread(actor, sql`am.thread_id`, "read")}`,
  );
}

/** Number of the next answer in a campaign. An imported answer without a number counts as the first. */
function nextVariant(prompt: string | SQL): SQL<number> {
  return sql<number>`(SELECT coalesce(max(coalesce(variant, 1)), 0) + 1 FROM messages WHERE in_reply_to = ${prompt})`;
}

export function isActiveThread(threadId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM threads WHERE id = ${threadId} AND ${isAliveThread("threads")})`;
}
