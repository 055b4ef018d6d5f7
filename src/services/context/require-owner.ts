import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollectionWith } from "../../storage/d1/collections/collections.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { rootOf } from "../../storage/d1/service/event-listing.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/**
 * Checks in one round trip that the caller owns the organization, and reads the use case's rows.
 * @throws ServiceError `not_found` when the caller may not read its root, `permission_denied` without `own`
 * there
 */
export async function requireOwner<Q extends Record<string, Statement>>(ctx: Context, organizationId: Id<"org">, queries: Q) {
  const root = findCollectionWith(ctx.db, actorSql(ctx), rootOf(organizationId));
  const { actor, rows } = await readAsUser(ctx, { ...queries, root });
  return { actor, root: requireAction(rows.root[0], "own", "organization"), rows };
}

/** The number of rows found, up to a limit. */
export interface Counted {
  readonly count: number;
  /** Whether more rows match than were counted. */
  readonly truncated: boolean;
}

/** @param total rows of a query that counts up to `most` + 1 */
export function countedOf(total: readonly { readonly count: number }[], most: number): Counted {
  const found = total[0]?.count ?? 0;
  return { count: Math.min(found, most), truncated: found > most };
}
