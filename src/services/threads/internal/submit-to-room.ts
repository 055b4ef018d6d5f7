import type { MessageKind } from "../../../domain/message-kind.ts";
import type { Authorized } from "../../../domain/authorized.ts";
import { ServiceError } from "../../../domain/errors.ts";
import { QuotaError } from "../../../domain/quota.ts";
import { type Id, newId } from "../../../domain/ids.ts";
import { MAX_MESSAGES_SHOWN, newest } from "../../../domain/message-window.ts";
import type { AnswerScope } from "../../../storage/d1/answers/answer-scope.ts";
import { KEY_IS_NEW, KeyIsUsed } from "../../../domain/conflicts.ts";
import { userOf } from "../../../storage/d1/core/access.ts";
import type { QueryStats } from "../../../storage/d1/core/database.ts";
import { findAnswerTo } from "../../../storage/d1/threads/messages.ts";
import type { ThreadAccess } from "../../../storage/d1/threads/threads.ts";
import { type ThreadRows, threadView } from "../../../storage/d1/threads/thread-view.ts";
import type { Acceptance, AcceptInput, PromptExtras, Rejection, RoomKey } from "../../../thread-room/api.ts";
import type { Actor, Context } from "../../context/context.ts";
import { requireIfMatch } from "../../context/if-match.ts";
import { MS_PER_MINUTE } from "../../../domain/time.ts";

/**
 * Maximum time in milliseconds that a question waits for its answer. After that, the response contains the
 * thread without the answer.
 */
const ANSWER_WAIT_MS = MS_PER_MINUTE;
export interface NewMessage {
  readonly kind: MessageKind;
  /** The text of the message. For a rename, the new label. */
  readonly content: string;
  readonly recipients: readonly string[];
  /** Options of a question. Default: none. */
  readonly extras?: PromptExtras;
  /** Id of the message. Default: a new id. */
  readonly messageId?: Id<"msg">;
}

/** A thread after the wait for the answer to a question. */
export interface AnsweredThread {
  readonly rows: ThreadRows;
  /** Number of text tokens that the answer used. */
  readonly units: number;
  readonly done: boolean;
}

export interface PostedMessage extends AnsweredThread {
  readonly messageId: Id<"msg">;
}

/**
 * Sends a message to the room of the thread, which orders all messages, and waits for the answer to a
 * question. `messagesLimit` is the number of newest messages to return. `scope` is the scope of the question
 * if it was just read.
 * @throws ServiceError `aborted` if `If-Match` names another revision, `resource_exhausted` if too many turns
 * wait
 */
export async function submitToRoom(
  ctx: Context,
  actor: Actor,
  thread: Authorized<ThreadAccess, "chat">,
  message: NewMessage,
  {
    messagesLimit = MAX_MESSAGES_SHOWN,
    scope = null,
  }: { readonly messagesLimit?: number; readonly scope?: AnswerScope | null } = {},
): Promise<PostedMessage> {
  requireIfMatch(ctx, thread);
  const threadId = thread.id;
  const accepted = await sendToRoom(
    ctx,
    { ...toAcceptInput(ctx, actor, thread, message), messagesShown: messagesLimit },
    scope,
  );
  const { messageId, answerMessageId, answered } = accepted;
  const isDone = answerMessageId === null || answered !== null;
  if (isDone && accepted.thread !== null)
    return { rows: accepted.thread, units: answered?.units ?? 0, done: true, messageId };
  if (!isDone) await waitForAnswer(ctx, threadId, messageId);
  const view = threadView(ctx.db, userOf(actor.id), threadId, newest(messagesLimit));
  const { answer, ...rows } = await ctx.db.read({
    ...view,
    answer: findAnswerTo(ctx.db, threadId, messageId),
  });
  const [stored] = answer;
  return { rows, units: stored?.units ?? 0, done: stored?.state !== "pending", messageId };
}

/**
 * Sends input to the room. Reports the audit event's id and the cost to the context.
 * @throws the ServiceError of the room's rejection
 */
export async function sendToRoom(
  ctx: Context,
  input: AcceptInput,
  scope: AnswerScope | null = null,
): Promise<Acceptance> {
  // The message has a fixed id, so the room recognizes a second attempt as a resend.
  const accepted = await ctx.platform.room(input.threadId).accept(input, scope);
  addCost(ctx, accepted.meter);
  if (!accepted.ok) throw rejectionError(accepted);
  if (accepted.eventKey !== "") ctx.onCommit(accepted.eventKey);
  return accepted;
}

/**
 * Waits at most one minute, or less if the room restarts. The turn continues without the caller and stores
 * its result in D1.
 */
export async function waitForAnswer(
  ctx: Context,
  threadId: Id<"thread">,
  messageId: Id<"msg">,
): Promise<void> {
  await ctx.platform
    .room(threadId)
    .waitForAnswer(messageId, ANSWER_WAIT_MS)
    .catch(() => null);
}

/** Returns the room's input for a message of a user. */
export function toAcceptInput(
  ctx: Context,
  actor: Actor,
  thread: ThreadAccess,
  message: Omit<NewMessage, "kind"> & Pick<AcceptInput, "kind">,
): AcceptInput {
  const messageId = message.messageId ?? newId("msg");
  return {
    threadId: thread.id,
    organizationId: thread.organizationId,
    tenantId: thread.tenantId,
    kind: message.kind,
    messageId,
    rowId: messageId,
    content: message.content,
    recipients: [...message.recipients],
    worldKnowledge: thread.worldKnowledge,
    author: { userId: actor.id, key: roomKeyOf(ctx) },
    idempotency: ctx.idempotency,
    ifVersion: ctx.ifMatch === null || ctx.ifMatch.trim() === "*" ? null : thread.version,
    operation: ctx.operation,
    operationId: ctx.operationId,
    ...(message.extras === undefined ? {} : { extras: message.extras }),
  };
}

/** Returns the API key of the caller in the form that the room expects. */
export function roomKeyOf({ principal }: Context): RoomKey | null {
  if (principal.kind !== "key") return null;
  const { keyId, actions, namesCollections } = principal;
  return { keyId, actions: [...actions], namesCollections };
}

/**
 * Maps a rejection by the room to an error. A used `Idempotency-Key` and a wrong revision need different
 * errors, because a used key returns the first response.
 */
function rejectionError({
  code,
  message,
  retryAfterSeconds,
}: Pick<Rejection, "code" | "message" | "retryAfterSeconds">): Error {
  if (retryAfterSeconds !== undefined) return new QuotaError(message, retryAfterSeconds);
  return code === KEY_IS_NEW ? new KeyIsUsed() : new ServiceError(code, message);
}

function addCost(ctx: Context, meter: QueryStats): void {
  ctx.db.meter.trips += meter.trips;
  ctx.db.meter.rowsRead += meter.rowsRead;
}
