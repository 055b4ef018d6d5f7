import { sql } from "drizzle-orm";
import type { Authorized } from "../domain/authorized.ts";
import { ServiceError } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { MAX_MESSAGES_SHOWN, newest } from "../domain/message-window.ts";
import { CommitConflict, KEY_IS_NEW } from "../storage/d1/commit.ts";
import type { Meter } from "../storage/d1/database.ts";
import { isAnswerPending } from "../storage/d1/message-store.ts";
import type { ThreadAccess } from "../storage/d1/thread-store.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";
import type { AcceptInput, AcceptResult, Refusal } from "../thread-room/api.ts";
import type { Actor, Context } from "./context.ts";
import { requireMatch } from "./if-match.ts";

/** How long a question waits for its answer before the thread is given without it. */
const ANSWER_WAIT_MS = 60_000;
/** How many rooms of a thread, each in the place of one that was lost, are handed a message. */
const MAX_ROOMS = 3;

export interface NewMessage {
  readonly kind: "promptV2" | "textV1" | "renameThreadV1";
  /** A rename's is the new label. */
  readonly content: string;
  readonly recipients: readonly string[];
}

export interface PostedMessage {
  readonly rows: ThreadRows;
  readonly eventKey: string;
  /** Text tokens that the answer read. */
  readonly units: number;
  readonly done: boolean;
}

/**
 * Hands a message to the thread's room, which keeps the order, and waits for the answer of a question.
 * @param messagesLimit how many of the thread's newest messages are shown
 * @throws ServiceError `aborted` for another revision than `If-Match`; `resource_exhausted` when too many turns wait
 */
export async function handToRoom(
  ctx: Context,
  actor: Actor,
  thread: Authorized<ThreadAccess, "chat">,
  message: NewMessage,
  messagesLimit = MAX_MESSAGES_SHOWN,
): Promise<PostedMessage> {
  requireMatch(ctx, thread);
  const threadId = thread.id as Id<"thread">;
  const accepted = await acceptedByRoom(ctx, { ...acceptInput(ctx, actor, thread, message), messagesShown: messagesLimit });
  addCost(ctx, accepted.meter);
  if (!accepted.ok) throw refusalError(accepted);
  const { eventKey, messageId, answerMessageId } = accepted;
  const view = threadView(ctx.db, sql`${actor.id}`, threadId, newest(messagesLimit));
  if (answerMessageId === null) return { rows: accepted.thread ?? (await ctx.db.read(view)), eventKey, units: 0, done: true };
  const ending = await waitForAnswer(ctx, threadId, messageId);
  const units = ending?.units ?? 0;
  if (ending?.thread) return { rows: ending.thread, eventKey, units, done: ending.done };
  const { pending, ...rows } = await ctx.db.read({ ...view, pending: isAnswerPending(ctx.db, messageId) });
  return { rows, eventKey, units, done: pending.length === 0 };
}

/** Null when the room was restarted meanwhile: the turn goes on by itself, and D1 tells what there is. */
export async function waitForAnswer(ctx: Context, threadId: Id<"thread">, messageId: Id<"msg">) {
  try {
    const ending = await ctx.platform.room(threadId).waitForAnswer(messageId, ANSWER_WAIT_MS);
    addCost(ctx, ending.meter);
    return ending;
  } catch {
    return null;
  }
}

/** A deploy or a crash takes the room away under the call. The message has its id by then: to hand it over again is a resend. */
async function acceptedByRoom(ctx: Context, input: AcceptInput): Promise<AcceptResult> {
  for (let rooms = 1; ; rooms += 1) {
    try {
      return await ctx.platform.room(input.threadId).accept(input);
    } catch (error) {
      const { durableObjectReset, retryable, overloaded } = error as Partial<Record<string, unknown>>;
      const isLost = durableObjectReset === true || retryable === true;
      if (!isLost && overloaded !== true) throw error;
      if (rooms < MAX_ROOMS && overloaded !== true) continue;
      throw new ServiceError("unavailable", "The thread cannot be reached. Try again in a moment.", { cause: error });
    }
  }
}

function acceptInput(ctx: Context, actor: Actor, thread: ThreadAccess, message: NewMessage): AcceptInput {
  return {
    threadId: thread.id as Id<"thread">,
    organizationId: thread.organizationId as Id<"org">,
    tenantId: thread.tenantId as Id<"tenant">,
    kind: message.kind,
    messageId: newId("msg"),
    content: message.content,
    recipients: [...message.recipients],
    worldKnowledge: thread.worldKnowledge,
    author: { userId: actor.id },
    idempotency: ctx.idempotency,
    ifVersion: ctx.ifMatch === null || ctx.ifMatch.trim() === "*" ? null : thread.version,
    operation: ctx.operation,
    operationId: ctx.operationId,
  };
}

/** A key that is used is told apart from a wrong revision: the first request with it is presented then. */
function refusalError({ code, message }: Pick<Refusal, "code" | "message">): Error {
  return code === KEY_IS_NEW ? new CommitConflict(KEY_IS_NEW) : new ServiceError(code, message);
}

function addCost(ctx: Context, meter: Meter): void {
  ctx.db.meter.trips += meter.trips;
  ctx.db.meter.rowsRead += meter.rowsRead;
}
