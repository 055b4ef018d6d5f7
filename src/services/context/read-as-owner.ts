import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollectionWith } from "../../storage/d1/collections/collections.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { rootOf } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/**
 * Reads in one trip whether the caller owns the organization, and what is asked for.
 * @throws ServiceError `not_found` for anyone who may not read its root, `permission_denied` without `own` there
 */
export async function readAsOwner<Q extends Record<string, Statement>>(ctx: Context, organizationId: Id<"org">, queries: Q) {
  const root = findCollectionWith(ctx.db, actorSql(ctx), rootOf(organizationId));
  const { actor, rows } = await readAsUser(ctx, { ...queries, root });
  return { actor, root: requireAction(rows.root[0], "own", "organization"), rows };
}

/** How many rows were found of those that are counted at all. */
export interface Counted {
  readonly count: number;
  /** More match than were counted. */
  readonly truncated: boolean;
}

/** @param total of one more than `most` at the most */
export function countedOf(total: readonly { readonly count: number }[], most: number): Counted {
  const found = total[0]?.count ?? 0;
  return { count: Math.min(found, most), truncated: found > most };
}
