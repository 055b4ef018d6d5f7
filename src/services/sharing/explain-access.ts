import { type Action, effectiveActions } from "../../domain/access.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { type CollectionView, findCollection } from "../../storage/d1/collections/collections.ts";
import { selectReachingGrants, type ReachingGrant } from "../../storage/d1/sharing/reaching-grants.ts";
import { findUserState } from "../../storage/d1/sharing/grants-on-path.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface ExplainAccessInput {
  readonly collectionId: Id<"col">;
  /** The user to explain. Null means the caller. */
  readonly userId: Id<"user"> | null;
}

/** A grant. Its path contains only collections that the caller may read. */
export interface ExplainedGrant {
  readonly grant: ReachingGrant;
  /** Effective actions of the grant. */
  readonly gives: readonly Action[];
  /**
   * Ids from the collection of the grant down to the requested collection. Null if the caller may not read
   * the collection of the grant.
   */
  readonly through: readonly string[] | null;
}

export interface ExplainedAccess {
  readonly collection: CollectionView;
  readonly userId: string;
  /** Effective actions of the user. Empty while the account is inactive. */
  readonly actions: readonly Action[];
  readonly isActive: boolean;
  readonly grants: readonly ExplainedGrant[];
}

/**
 * Explains the access of a user to a collection: each effective grant with its path. Users without a grant
 * and unknown users give the same response.
 * @throws ServiceError `not_found`, `permission_denied` for the rights of other users without `share`
 */
export async function explainAccess(
  ctx: Context,
  { collectionId, userId }: ExplainAccessInput,
): Promise<ExplainedAccess> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const asked = userId === null ? viewer : userOf(userId);
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, viewer, collectionId),
    grants: selectReachingGrants(db, asked, collectionId),
    user: findUserState(db, asked),
  });
  const whose = userId ?? actor.id;
  const collection = requireAction(rows.collection[0], whose === actor.id ? "read" : "share", "collection");
  const isActive = rows.grants.length > 0 && rows.user[0]?.lifecycleState === "active";
  const path = collection.path.split("/").filter((id) => id !== "");
  const grants = rows.grants.map((grant): ExplainedGrant => {
    const isSeen = grant.depth >= (collection.hidden ?? 0);
    return {
      grant,
      gives: effectiveActions([grant.action]),
      through: isSeen ? path.slice(grant.depth) : null,
    };
  });
  const actions = isActive ? effectiveActions(rows.grants.map(({ action }) => action)) : [];
  return { collection, userId: whose, actions, isActive, grants };
}
