import { requireAction } from "../../domain/authorized.ts";
import { MAX_COLLECTIONS_PER_ORGANIZATION, MAX_DEPTH } from "../../domain/collection.ts";
import { ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { type CollectionView, findCollection } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { countCollections, hasCapacityBelow, insertCollection } from "../../storage/d1/collections/insert.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type OrganizationContext, requireSameOrganization } from "../context/organization-context.ts";

export interface CreateCollectionInput {
  readonly parentId: Id<"col">;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly organizationContext?: OrganizationContext | undefined;
}

/**
 * Creates a collection below a parent on which the caller has `write`.
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` below 32 levels,
 * `resource_exhausted` if the organization has 10,000 collections
 */
export async function createCollection(ctx: Context, input: CreateCollectionInput): Promise<CollectionView> {
  const actorId = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    parent: findCollection(ctx.db, actorId, input.parentId),
    room: countCollections(ctx.db, input.parentId),
  });
  const parent = requireAction(rows.parent[0], "write", "collection");
  requireSameOrganization(input.organizationContext, parent);
  if (parent.depth >= MAX_DEPTH)
    throw new ServiceError("failed_precondition", `Collections can nest at most ${MAX_DEPTH} levels deep.`);
  if ((rows.room[0]?.count ?? 0) >= MAX_COLLECTIONS_PER_ORGANIZATION) {
    throw new ServiceError(
      "resource_exhausted",
      `An organization can have at most ${MAX_COLLECTIONS_PER_ORGANIZATION} collections.`,
    );
  }
  const id = newId("col");
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write_parent", holds: mayOnCollection(userOf(actor.id), parent.id, "write") },
      ...hasCapacityBelow(parent, { depth: MAX_DEPTH, collections: MAX_COLLECTIONS_PER_ORGANIZATION }),
    ],
    writes: insertCollection(ctx.db, { ...input, id, parent }, actor.id, ctx.now),
    audit: { organizationId: parent.organizationId, targetId: id, changes: { parentId: parent.id } },
    returning: { collection: findCollection(ctx.db, userOf(actor.id), id) },
  });
  return requireAction(after.collection[0], "read", "collection");
}
