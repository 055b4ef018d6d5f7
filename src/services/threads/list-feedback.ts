import { requireAction } from "../../domain/authorized.ts";
import { FEEDBACK_SEEN } from "../../domain/feedback.ts";
import type { Id } from "../../domain/ids.ts";
import { type FeedbackListing, type FeedbackRow, listFeedback as list } from "../../storage/d1/answers/feedback.ts";
import { findCollectionWith } from "../../storage/d1/collections/collections.ts";
import { rootOf } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface ListFeedbackInput extends FeedbackListing {
  readonly organizationId: Id<"org">;
}

export interface FeedbackList {
  /** At most `FEEDBACK_SEEN`. */
  readonly count: number;
  /** More match than were counted. */
  readonly truncated: boolean;
  readonly opinions: readonly FeedbackRow[];
}

/** What users think of an organization's answers. @throws ServiceError `not_found` for whoever may not read its root, `permission_denied` without `own` there */
export async function listFeedback(ctx: Context, input: ListFeedbackInput): Promise<FeedbackList> {
  const viewer = actorSql(ctx);
  const root = findCollectionWith(ctx.db, viewer, rootOf(input.organizationId));
  const { rows } = await readAsUser(ctx, { root, ...list(ctx.db, viewer, input) });
  requireAction(rows.root[0], "own", "organization");
  const found = rows.total[0]?.count ?? 0;
  return { count: Math.min(found, FEEDBACK_SEEN), truncated: found > FEEDBACK_SEEN, opinions: rows.opinions };
}
