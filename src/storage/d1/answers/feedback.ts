import { sql, type SQL } from "drizzle-orm";
import { MAX_FEEDBACK_COUNTED } from "../../../domain/feedback.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Page } from "../../../domain/page.ts";
import { isAliveThread, mayOnCollection } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { answerFeedback } from "../schema/threads.ts";
import { isMessageOf } from "../threads/message-row-id.ts";
import { rootOf } from "../service/event-listing.ts";

export type Rating = "good" | "bad";

/** A user's rating of a version of an answer. */
export interface Opinion {
  readonly rating: Rating;
  readonly word: string;
}

export function findOpinions({ build }: Database, user: SQL, threadId: string, questionId: string) {
  return build.all<
    Opinion & { readonly answerId: Id<"msg">; readonly modifiedAt: number }
  >(sql`SELECT fo.answer_id AS "answerId",
      fo.rating AS rating, fo.word AS word, fo.modified_at AS "modifiedAt"
    FROM messages pm CROSS JOIN messages an ON an.in_reply_to = pm.id
    CROSS JOIN answer_feedback fo ON fo.answer_id = an.id AND fo.user_id = ${user}
    WHERE ${isMessageOf("pm", threadId, questionId)} AND pm.kind = 'prompt'`);
}

export function putOpinion({ build }: Database, opinion: typeof answerFeedback.$inferInsert): Statement {
  const { rating, word, modifiedAt } = opinion;
  return build
    .insert(answerFeedback)
    .values(opinion)
    .onConflictDoUpdate({
      target: [answerFeedback.answerId, answerFeedback.userId],
      set: { rating, word, modifiedAt },
    });
}

export function deleteOpinion({ build }: Database, answerId: string, userId: string): Statement {
  return build.run(sql`DELETE FROM answer_feedback WHERE answer_id = ${answerId} AND user_id = ${userId}`);
}

export function isRated(answerId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM messages ra WHERE ra.id = ${answerId} AND ra.state <> 'pending')`;
}

export interface FeedbackListing extends Page {
  readonly organizationId: string;
  readonly threadId?: string | undefined;
  readonly rating?: Rating | undefined;
  readonly newestFirst: boolean;
}

export interface FeedbackRow extends Opinion {
  readonly userId: Id<"user">;
  readonly userName: string;
  readonly threadId: Id<"thread">;
  /** The question's id within its thread. */
  readonly questionId: Id<"msg">;
  readonly answerId: Id<"msg">;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/**
 * A page of ratings in an organization's threads that are not deleted, and the number of matching ratings,
 * counted up to `MAX_FEEDBACK_COUNTED`. Returns nothing if the actor does not own the organization.
 */
export function selectFeedback({ build }: Database, actor: SQL, listing: FeedbackListing) {
  const { limit, offset } = listing;
  return {
    total: build.all<{ readonly count: number }>(
      sql`SELECT count(*) AS count FROM (${matching(actor, listing, MAX_FEEDBACK_COUNTED + 1)})`,
    ),
    opinions:
      build.all<FeedbackRow>(sql`SELECT fb.user_id AS "userId", coalesce(fu.display_name, '') AS "userName", fb.thread_id AS "threadId",
        fq.known_as AS "questionId", fb.answer_id AS "answerId", coalesce(fa.answer_version, 1) AS version, fb.rating AS rating, fb.word AS word,
        fb.created_at AS "createdAt", fb.modified_at AS "modifiedAt"
      FROM (${matching(actor, listing, limit, offset)}) shown
      CROSS JOIN answer_feedback fb ON fb.answer_id = shown.answer_id AND fb.user_id = shown.user_id
      CROSS JOIN messages fa ON fa.id = fb.answer_id CROSS JOIN messages fq ON fq.id = fa.in_reply_to LEFT JOIN users fu ON fu.id = fb.user_id`),
  };
}

/**
 * Selects matching ratings by the thread's index if the listing names a thread, otherwise by the
 * organization's index.
 */
function matching(
  actor: SQL,
  { organizationId, threadId, rating, newestFirst }: FeedbackListing,
  limit: number,
  offset = 0,
): SQL {
  const direction = sql.raw(newestFirst ? "DESC" : "ASC");
  const of =
    threadId === undefined
      ? sql`mf.organization_id = ${organizationId}`
      : sql`mf.thread_id = ${threadId} AND +mf.organization_id = ${organizationId}`;
  const rated = rating === undefined ? sql`` : sql` AND mf.rating = ${rating}`;
  const owns = sql`SELECT 1 WHERE ${mayOnCollection(actor, rootOf(organizationId), "own")}`;
  const by = threadId === undefined ? "newest" : "of_thread";
  return sql`SELECT mf.answer_id, mf.user_id FROM (${owns}) owner CROSS JOIN answer_feedback mf INDEXED BY ${sql.identifier(`answer_feedback_${by}`)}
      CROSS JOIN threads ft ON ft.id = mf.thread_id
    WHERE ${of}${rated} AND ${isAliveThread("ft")}
    ORDER BY mf.modified_at ${direction}, mf.answer_id ${direction}, mf.user_id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}
