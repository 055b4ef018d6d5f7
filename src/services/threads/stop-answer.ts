import { requireAction } from "../../domain/authorized.ts";
import { SourcesHaveChanged } from "../../domain/conflicts.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { log } from "../../log.ts";
import { isBeingWritten } from "../../storage/d1/answers/answers.ts";
import { areCitable } from "../../storage/d1/answers/citable-sources.ts";
import { findUnended, isUnended, stopAnswers } from "../../storage/d1/answers/stopped-answers.ts";
import { mayOnThread, userOf, valueOf } from "../../storage/d1/core/access.ts";
import { type Assertion, commit } from "../../storage/d1/core/commit.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import type { ProvenAnswer } from "../../thread-room/api.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { getThread } from "./get-thread.ts";

export interface StopAnswerInput {
  readonly threadId: Id<"thread">;
  /** Id of the question. */
  readonly messageId: Id<"msg">;
}

/** Time limit in milliseconds for the room, so that a busy room cannot delay a stop. */
const ROOM_MS = 2_000;

/**
 * Cancels the unfinished answers to a question. A turn that is writing such an answer cannot store it. The
 * proven sentences of an unfinished text stay with their citations, unless a source was withdrawn. Finished
 * answers stay unchanged.
 * @throws ServiceError `not_found` for the thread, or for a question of another thread
 * @throws ServiceError `permission_denied` without `chat`, `aborted` for `If-Match`
 */
export async function stopAnswer(
  ctx: Context,
  { threadId, messageId }: StopAnswerInput,
): Promise<ThreadRows> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(db, actorSql(ctx), threadId),
    question: findUnended(db, threadId, messageId),
  });
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const question = rows.question[0];
  if (question === undefined) throw notFound("question");
  if (question.pending === 0) return await getThread(ctx, { threadId });
  requireIfMatch(ctx, thread);
  const me = userOf(actor.id);
  const stop = async (proven: ProvenAnswer | null): Promise<ThreadRows> =>
    await commit(actor.writer, {
      asserts: [
        { name: "may_chat", holds: mayOnThread(me, valueOf(threadId), "chat") },
        ...(proven === null ? [isUnended(threadId, messageId)] : mayKeep(proven)),
        ...ifMatchAsserts(ctx, "threads", thread),
      ],
      writes: stopAnswers(db, {
        threadId,
        promptId: messageId,
        by: actor.id,
        at: now,
        proven: proven?.answer ?? null,
      }),
      audit: { organizationId: thread.organizationId, targetId: messageId },
      returning: threadView(db, me, threadId),
    });
  const after = await stop(await provenSoFar(ctx, threadId, messageId)).catch(async (error: unknown) => {
    if (error instanceof SourcesHaveChanged) return await stop(null);
    throw error;
  });
  // Without this call, the room would notice the cancellation only when it stores the answer.
  ctx.defer(ctx.platform.room(threadId).answerStopped(messageId));
  return after;
}

/** The attempt still writes the answer, and its asker may read the sources of the kept text. */
function mayKeep({ answer, transformationId, sources }: ProvenAnswer): Assertion[] {
  const { threadId, messageId } = answer;
  return [
    { name: "writing", holds: isBeingWritten(messageId, transformationId) },
    ...(sources.length === 0
      ? []
      : [{ name: "sources" as const, holds: areCitable({ threadId, answerMessageId: messageId }, sources) }]),
  ];
}

/** The proven part of the answer that the room writes. Null: nothing is proven, or the room does not respond. */
async function provenSoFar(ctx: Context, threadId: string, messageId: string): Promise<ProvenAnswer | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ROOM_MS);
  try {
    return await Promise.race([ctx.platform.room(threadId).provenSoFar(messageId), late]);
  } catch (error) {
    log("warn", "proven_text_unknown", { detail: error instanceof Error ? error.message : "unknown" });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
