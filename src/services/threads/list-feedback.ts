import { MAX_FEEDBACK_COUNTED } from "../../domain/feedback.ts";
import type { Id } from "../../domain/ids.ts";
import { type FeedbackListing, type FeedbackRow, selectFeedback } from "../../storage/d1/answers/feedback.ts";
import { actorSql, type Context } from "../context/context.ts";
import { type Counted, countedOf, requireOwner } from "../context/require-owner.ts";

export interface ListFeedbackInput extends FeedbackListing {
  readonly organizationId: Id<"org">;
}

/** List of feedback. `count` is at most `MAX_FEEDBACK_COUNTED`. */
export interface FeedbackList extends Counted {
  readonly opinions: readonly FeedbackRow[];
}

/**
 * Lists the feedback of users on the answers of an organization.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it
 */
export async function listFeedback(ctx: Context, input: ListFeedbackInput): Promise<FeedbackList> {
  const { rows } = await requireOwner(
    ctx,
    input.organizationId,
    selectFeedback(ctx.db, actorSql(ctx), input),
  );
  return { ...countedOf(rows.total, MAX_FEEDBACK_COUNTED), opinions: rows.opinions };
}
