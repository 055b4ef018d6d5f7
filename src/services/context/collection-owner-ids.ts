import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import type { OrganizationContext } from "./organization-context.ts";

/**
 * Returns the organization and tenant of a collection that the caller may read. Takes one D1 round trip.
 * @throws ServiceError `not_found`
 */
export async function collectionOwnerIds(
  ctx: Context,
  collectionId: Id<"col">,
): Promise<OrganizationContext> {
  const { rows } = await readAsUser(ctx, { collection: findCollection(ctx.db, actorSql(ctx), collectionId) });
  const { organizationId, tenantId } = requireAction(rows.collection[0], "read", "collection");
  return { organizationId, tenantId };
}
