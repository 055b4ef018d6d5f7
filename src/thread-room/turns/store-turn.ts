import type { Id } from "../../domain/ids.ts";
import { labelFromPrompt } from "../../domain/thread-label.ts";
import { type AnswerScope, answerScopeQueries, toAnswerScope } from "../../storage/d1/answer-scope.ts";
import { commit, CommitConflict, KEY_IS_NEW } from "../../storage/d1/commit.ts";
import type { Database } from "../../storage/d1/database.ts";
import { type AcceptedMessage, MAX_ANSWERS, postAssertions, postStatements, storedMessageQueries } from "../../storage/d1/message-store.ts";
import { NAMED } from "../../storage/d1/prompt-scope-store.ts";
import type { messages } from "../../storage/d1/schema/threads.ts";
import type { ThreadRows } from "../../storage/d1/thread-view.ts";
import type { RefusalCode } from "../api.ts";
import { namedTargets } from "./named-targets.ts";
import { threadReads, threadRowsOf } from "./thread-reads.ts";
import { isCampaign, type MessageTurn } from "./turn-store.ts";

export type StoreOutcome =
  | { readonly kind: "stored"; readonly eventKey: string; readonly scope: AnswerScope; readonly thread: ThreadRows | null }
  /** D1 holds it from an earlier turn that has ended: the client sent it again. */
  | { readonly kind: "resend"; readonly answerMessageId: Id<"msg"> | null; readonly transformationId: string | null }
  | { readonly kind: "refused"; readonly code: RefusalCode; readonly message: string };

const KEY_IS_USED = { kind: "refused", code: KEY_IS_NEW, message: "Another message has this Idempotency-Key." } as const;

const ID_IS_USED = { kind: "refused", code: "already_exists", message: "Another message has this id." } as const;

const REFUSALS: Record<string, { code: RefusalCode; message: string }> = {
  author: { code: "permission_denied", message: "This account may not post." },
  read: { code: "not_found", message: "There is no such thread, or you may not read it." },
  chat: { code: "permission_denied", message: 'You may read this thread, but not post to it: it needs "chat".' },
  if_match: { code: "aborted", message: "The record has changed since you read it: its etag is another one." },
  few_answers: { code: "resource_exhausted", message: `A campaign has at most ${MAX_ANSWERS} answers.` },
  [NAMED.isReadable]: { code: "not_found", message: "There is no such asset or collection, or you may not read it." },
  [NAMED.isHere]: { code: "failed_precondition", message: "Everything that an answer may use belongs to the thread's organization." },
  [NAMED.isShareable]: {
    code: "permission_denied",
    message: 'What lies outside of the thread\'s scope needs "share" to be asked about here.',
  },
};

/**
 * Puts the turn's message into D1, once, however often it is called: one batch asserts that it is not there and that its author may post,
 * inserts it with its pending answer, and reads what the answer may use.
 * @throws what D1 throws; the turn is then to be stored again
 */
export async function storeMessage(db: Database, turn: MessageTurn, messagesShown: number | null): Promise<StoreOutcome> {
  const message = acceptedMessage(turn);
  const view = threadReads(db, turn, messagesShown);
  const writer = {
    db,
    now: new Date(turn.acceptedAt),
    actorId: turn.author.userId,
    operation: turn.operation,
    operationId: turn.operationId,
    idempotency: turn.idempotency,
  };
  try {
    const { eventKey, rows } = await commit(writer, {
      asserts: postAssertions(message),
      statements: postStatements(db, message),
      event: { organizationId: turn.organizationId, targetId: turn.messageId },
      reads: { ...answerScopeQueries(db, turn.author.userId, turn.threadId, turn.answerMessageId), ...view },
    });
    return { kind: "stored", eventKey, scope: toAnswerScope(rows), thread: threadRowsOf(rows) };
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    if (error.reason === "fresh" || error.reason === KEY_IS_NEW) return recognise(db, turn);
    const refusal = REFUSALS[error.reason];
    if (refusal === undefined) throw error;
    return { kind: "refused", ...refusal };
  }
}

/**
 * The id or the key is taken: by this very turn (the room stopped before it could note that), by the same message of an ended turn, or by
 * another message. An answer of a campaign is known by the id that its client chose.
 */
async function recognise(db: Database, turn: MessageTurn): Promise<StoreOutcome> {
  const scope = answerScopeQueries(db, turn.author.userId, turn.threadId, turn.answerMessageId);
  const rows = await db.read({ ...storedMessageQueries(db, turn.messageId), ...scope });
  const said = rows.said[0];
  if (said === undefined && turn.idempotency !== null) return KEY_IS_USED;
  const isAlike = isSaid(turn, said);
  const answer = isCampaign(turn) ? rows.answers.find(({ askedAs }) => askedAs === turn.askedAs) : rows.answers[0];
  // Not by its author: his account may have been merged since.
  const isThisTurn = turn.answerMessageId === null ? said?.createdAt.getTime() === turn.acceptedAt : answer?.id === turn.answerMessageId;
  if (isAlike && isThisTurn) return { kind: "stored", eventKey: "", scope: toAnswerScope(rows), thread: null };
  if (!isAlike || said.createdBy !== turn.author.userId) return ID_IS_USED;
  return { kind: "resend", answerMessageId: (answer?.id ?? null) as Id<"msg"> | null, transformationId: answer?.transformationId ?? null };
}

/** What an ended turn has left of the remark: the same message, or another one under its id. Null when it was this very turn. */
export function recogniseRemark(turn: MessageTurn, said: MessageRow): Extract<StoreOutcome, { kind: "resend" | "refused" }> | null {
  const isAlike = isSaid(turn, said);
  if (isAlike && said.createdAt.getTime() === turn.acceptedAt) return null;
  return isAlike && said.createdBy === turn.author.userId ? { kind: "resend", answerMessageId: null, transformationId: null } : ID_IS_USED;
}

type MessageRow = Pick<typeof messages.$inferSelect, "threadId" | "kind" | "content" | "createdAt" | "createdBy">;

function isSaid(turn: MessageTurn, said: MessageRow | undefined): said is MessageRow {
  return said?.threadId === turn.threadId && said.kind === turn.kind && said.content === turn.content;
}

function acceptedMessage(turn: MessageTurn): AcceptedMessage {
  const { messageId, threadId, kind, content, recipients, worldKnowledge, acceptedAt, ifVersion, answerMessageId, askedAs } = turn;
  const answer = answerMessageId && {
    messageId: answerMessageId,
    transformationId: turn.transformationId,
    askedAs,
    named: namedTargets(turn),
  };
  return {
    messageId,
    threadId,
    kind,
    content,
    recipients,
    worldKnowledge,
    authorId: turn.author.userId,
    acceptedAt,
    label: kind === "promptV2" ? labelFromPrompt(content) : kind === "renameThreadV1" ? content : "",
    ifVersion,
    answer,
    isCampaign: isCampaign(turn),
  };
}
