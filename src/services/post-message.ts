import { sql } from "drizzle-orm";
import { requireAction } from "../domain/authorized.ts";
import { ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { CommitConflict, KEY_IS_NEW } from "../storage/d1/commit.ts";
import type { Meter } from "../storage/d1/database.ts";
import { findThread, type ThreadAccess } from "../storage/d1/thread-store.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";
import { getThread } from "./get-thread.ts";
import { type Actor, actorSql, type Context, readAsUser } from "./context.ts";

/** How long a question waits for its answer before the thread is given without it. */
const ANSWER_WAIT_MS = 60_000;

export interface PostMessageInput {
  readonly threadId: Id<"thread">;
  readonly kind: "promptV2" | "textV1";
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
 * @throws ServiceError `not_found`, `permission_denied`; `resource_exhausted` when too many turns wait
 */
export async function postMessage(ctx: Context, input: PostMessageInput): Promise<PostedMessage> {
  const { actor, rows } = await readAsUser(ctx, { thread: findThread(ctx.db, actorSql(ctx), input.threadId) });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const room = ctx.platform.room(thread.id);
  const accepted = await room.accept(acceptInput(ctx, actor, thread, input));
  addCost(ctx, accepted.meter);
  if (!accepted.ok && accepted.code === "aborted") throw new CommitConflict(KEY_IS_NEW);
  if (!accepted.ok) throw new ServiceError(accepted.code, accepted.message);
  const { eventKey, messageId, answerMessageId } = accepted;
  if (answerMessageId === null) {
    return { rows: accepted.thread ?? (await readThread(ctx, actor, thread.id)), eventKey, units: 0, done: true };
  }
  const ending = await waitForAnswer(ctx, thread.id, messageId);
  const after = ending?.thread ?? (await readThread(ctx, actor, thread.id));
  const answer = after.messages.find((message) => message.id === answerMessageId);
  return { rows: after, eventKey, units: ending?.units ?? 0, done: answer !== undefined && answer.state !== "pending" };
}

/** The thread with a message that was posted before, once its answer is there. @throws ServiceError `not_found` */
export async function getPosted(
  ctx: Context,
  input: { threadId: Id<"thread">; messageId: Id<"msg"> },
): Promise<Omit<PostedMessage, "eventKey">> {
  const before = await getThread(ctx, { threadId: input.threadId });
  const isPending = (rows: ThreadRows): boolean =>
    rows.messages.some((row) => row.inReplyTo === input.messageId && row.state === "pending");
  if (!isPending(before)) return { rows: before, units: 0, done: true };
  await waitForAnswer(ctx, input.threadId, input.messageId);
  const rows = await getThread(ctx, { threadId: input.threadId });
  return { rows, units: 0, done: !isPending(rows) };
}

function acceptInput(ctx: Context, actor: Actor, thread: ThreadAccess, input: PostMessageInput) {
  return {
    threadId: input.threadId,
    organizationId: thread.organizationId as Id<"org">,
    tenantId: thread.tenantId as Id<"tenant">,
    kind: input.kind,
    messageId: null,
    content: input.content,
    recipients: [...input.recipients],
    worldKnowledge: thread.worldKnowledge,
    author: { userId: actor.id },
    idempotency: ctx.idempotency,
    operation: ctx.operation,
    operationId: ctx.operationId,
    wantsThread: true,
  };
}

/** Null when the room was restarted meanwhile: the turn goes on by itself, and D1 tells what there is. */
async function waitForAnswer(ctx: Context, threadId: string, messageId: Id<"msg">) {
  try {
    const ending = await ctx.platform.room(threadId).waitForAnswer(messageId, ANSWER_WAIT_MS);
    addCost(ctx, ending.meter);
    return ending;
  } catch {
    return null;
  }
}

async function readThread(ctx: Context, actor: Actor, threadId: string): Promise<ThreadRows> {
  return await ctx.db.read(threadView(ctx.db, sql`${actor.id}`, threadId));
}

function addCost(ctx: Context, meter: Meter): void {
  ctx.db.meter.trips += meter.trips;
  ctx.db.meter.rowsRead += meter.rowsRead;
}
