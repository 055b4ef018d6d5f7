import type { Authorized } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import { QuotaError } from "../../domain/quota.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { MAX_MESSAGES_SHOWN, newest } from "../../domain/message-window.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { KEY_IS_NEW, KeyIsUsed } from "../../domain/conflicts.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import type { Meter } from "../../storage/d1/core/database.ts";
import { findAnswerTo } from "../../storage/d1/threads/messages.ts";
import type { ThreadAccess } from "../../storage/d1/threads/threads.ts";
import { type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import type { Acceptance, AcceptInput, AcceptResult, PromptExtras, Refusal, RoomKey } from "../../thread-room/api.ts";
import type { Actor, Context } from "../context/context.ts";
import { requireMatch } from "../context/if-match.ts";

/** How long a question waits for its answer before the thread is given without it. */
const ANSWER_WAIT_MS = 60_000;
/** How many rooms of a thread, each in place of one that was lost, are handed a message. */
const MAX_ROOMS = 3;

export interface NewMessage {
  readonly kind: "promptV2" | "textV1" | "renameThreadV1";
  /** A rename's is the new label. */
  readonly content: string;
  readonly recipients: readonly string[];
  /** How a question is to be answered; default: plainly. */
  readonly extras?: PromptExtras;
  /** Default: a new one. */
  readonly messageId?: Id<"msg">;
}

/** A thread once a question in it has been waited for. */
export interface AnsweredThread {
  readonly rows: ThreadRows;
  /** Text tokens that the answer read. */
  readonly units: number;
  readonly done: boolean;
}

export interface PostedMessage extends AnsweredThread {
  readonly messageId: Id<"msg">;
}

/**
 * Hands a message to the thread's room, which keeps the order, and waits for the answer of a question.
 * `messagesLimit`: how many of the thread's newest messages are shown; `scope`: what the asker of a question may use, read just now.
 * @throws ServiceError `aborted` for another revision than `If-Match`; `resource_exhausted` when too many turns wait
 */
export async function submitToRoom(
  ctx: Context,
  actor: Actor,
  thread: Authorized<ThreadAccess, "chat">,
  message: NewMessage,
  { messagesLimit = MAX_MESSAGES_SHOWN, scope = null }: { readonly messagesLimit?: number; readonly scope?: AnswerScope | null } = {},
): Promise<PostedMessage> {
  requireMatch(ctx, thread);
  const threadId = thread.id;
  const accepted = await handToRoom(ctx, { ...acceptInput(ctx, actor, thread, message), messagesShown: messagesLimit }, scope);
  const { messageId, answerMessageId, answered } = accepted;
  const isDone = answerMessageId === null || answered !== null;
  if (isDone && accepted.thread !== null) return { rows: accepted.thread, units: answered?.units ?? 0, done: true, messageId };
  if (!isDone) await waitForAnswer(ctx, threadId, messageId);
  const view = threadView(ctx.db, userOf(actor.id), threadId, newest(messagesLimit));
  const { answer, ...rows } = await ctx.db.read({ ...view, answer: findAnswerTo(ctx.db, threadId, messageId) });
  const [stored] = answer;
  return { rows, units: stored?.units ?? 0, done: stored?.state !== "pending", messageId };
}

/**
 * Has the room take something in; the audit event's id and the cost are given to the context.
 * @throws ServiceError as the room refuses it
 */
export async function handToRoom(ctx: Context, input: AcceptInput, scope: AnswerScope | null = null): Promise<Acceptance> {
  const accepted = await acceptedByRoom(ctx, input, scope);
  addCost(ctx, accepted.meter);
  if (!accepted.ok) throw refusalError(accepted);
  if (accepted.eventKey !== "") ctx.onCommit(accepted.eventKey);
  return accepted;
}

/** At most a minute; less when the room is restarted meanwhile. The turn continues by itself, and D1 tells what there is. */
export async function waitForAnswer(ctx: Context, threadId: Id<"thread">, messageId: Id<"msg">): Promise<void> {
  await ctx.platform
    .room(threadId)
    .waitForAnswer(messageId, ANSWER_WAIT_MS)
    .catch(() => null);
}

/** A deploy or a crash takes the room away under the call. The message has its id by then: to hand it over again is a resend. */
async function acceptedByRoom(ctx: Context, input: AcceptInput, scope: AnswerScope | null): Promise<AcceptResult> {
  for (let rooms = 1; ; rooms += 1) {
    try {
      return await ctx.platform.room(input.threadId).accept(input, scope);
    } catch (error) {
      const { durableObjectReset, retryable, overloaded } = error as Partial<Record<string, unknown>>;
      const isLost = durableObjectReset === true || retryable === true;
      if (!isLost && overloaded !== true) throw error;
      if (rooms < MAX_ROOMS && overloaded !== true) continue;
      throw new ServiceError("unavailable", "The service cannot reach the thread. Try again in a moment.", { cause: error });
    }
  }
}

/** What a room is handed in the name of a thread's user. */
export function acceptInput(
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
    author: { userId: actor.id, key: keyOf(ctx) },
    idempotency: ctx.idempotency,
    ifVersion: ctx.ifMatch === null || ctx.ifMatch.trim() === "*" ? null : thread.version,
    operation: ctx.operation,
    operationId: ctx.operationId,
    ...(message.extras === undefined ? {} : { extras: message.extras }),
  };
}

/** By which API key the caller came, as a room keeps it. */
export function keyOf({ principal }: Context): RoomKey | null {
  if (principal.kind !== "key") return null;
  const { keyId, actions, namesCollections } = principal;
  return { keyId, actions: [...actions], namesCollections };
}

/** A key that is used is told apart from a wrong revision: the first request with it is presented then. */
function refusalError({ code, message, retryAfterSeconds }: Pick<Refusal, "code" | "message" | "retryAfterSeconds">): Error {
  if (retryAfterSeconds !== undefined) return new QuotaError(message, retryAfterSeconds);
  return code === KEY_IS_NEW ? new KeyIsUsed() : new ServiceError(code, message);
}

function addCost(ctx: Context, meter: Meter): void {
  ctx.db.meter.trips += meter.trips;
  ctx.db.meter.rowsRead += meter.rowsRead;
}
