import { FEEDBACK_SEEN } from "../../domain/feedback.ts";
import type { Id } from "../../domain/ids.ts";
import { type FeedbackListing, type FeedbackRow, listFeedback as list } from "../../storage/d1/answers/feedback.ts";
import { actorSql, type Context } from "../context/context.ts";
import { type Counted, countedOf, readAsOwner } from "../context/read-as-owner.ts";

export interface ListFeedbackInput extends FeedbackListing {
  readonly organizationId: Id<"org">;
}

/** At most `FEEDBACK_SEEN` are counted. */
export interface FeedbackList extends Counted {
  readonly opinions: readonly FeedbackRow[];
}

/** What users think of an organization's answers. @throws ServiceError `not_found` for anyone who may not read its root, `permission_denied` without `own` there */
export async function listFeedback(ctx: Context, input: ListFeedbackInput): Promise<FeedbackList> {
  const { rows } = await readAsOwner(ctx, input.organizationId, list(ctx.db, actorSql(ctx), input));
  return { ...countedOf(rows.total, FEEDBACK_SEEN), opinions: rows.opinions };
}
