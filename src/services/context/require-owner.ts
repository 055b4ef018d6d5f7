import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollectionWith } from "../../storage/d1/collections/collections.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { rootOf } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/**
 * Requires that the caller owns the organization, and reads the rows of the use case. Takes one D1 round
 * trip.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it
 */
export async function requireOwner<Q extends Record<string, Statement>>(
  ctx: Context,
  organizationId: Id<"org">,
  queries: Q,
) {
  const root = findCollectionWith(ctx.db, actorSql(ctx), rootOf(organizationId));
  const { actor, rows } = await readAsUser(ctx, { ...queries, root });
  return { actor, root: requireAction(rows.root[0], "own", "organization"), rows };
}

/** Number of rows, counted up to a limit. */
export interface Counted {
  readonly count: number;
  /** True if more rows match than were counted. */
  readonly truncated: boolean;
}

/** @param total result of a query that counts at most `most` + 1 rows */
export function countedOf(total: readonly { readonly count: number }[], most: number): Counted {
  const found = total[0]?.count ?? 0;
  return { count: Math.min(found, most), truncated: found > most };
}
