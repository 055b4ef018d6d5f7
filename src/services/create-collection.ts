import { sql } from "drizzle-orm";
import { requireAction } from "../domain/authorized.ts";
import { MAX_COLLECTIONS_PER_ORGANIZATION, MAX_DEPTH } from "../domain/collection.ts";
import { ServiceError } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { mayOnCollection } from "../storage/d1/access-sql.ts";
import { type CollectionView, findCollection } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { organizations } from "../storage/d1/schema/users.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { type OrganizationContext, requireSameOrganization } from "./organization-context.ts";

export interface CreateCollectionInput {
  readonly parentId: Id<"col">;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly organizationContext?: OrganizationContext | undefined;
}

/**
 * Creates a collection under a parent that the caller may write.
 * @throws ServiceError `not_found`, `permission_denied`; `failed_precondition` 32 levels deep; `resource_exhausted` at 10,000 collections
 */
export async function createCollection(
  ctx: Context,
  input: CreateCollectionInput,
): Promise<{ collection: CollectionView; eventKey: string }> {
  const actorId = actorSql(ctx);
  const { build } = ctx.db;
  const { actor, rows } = await readAsUser(ctx, {
    parent: findCollection(ctx.db, actorId, input.parentId),
    room: build
      .select({ count: organizations.collectionCount })
      .from(organizations)
      .where(sql`${organizations.id} = (SELECT p.organization_id FROM collections p WHERE p.id = ${input.parentId})`),
  });
  const parent = requireAction(rows.parent[0], "write", "collection");
  requireSameOrganization(input.organizationContext, parent);
  if (parent.depth >= MAX_DEPTH) throw new ServiceError("failed_precondition", `Collections nest at most ${MAX_DEPTH} deep.`);
  if ((rows.room[0]?.count ?? 0) >= MAX_COLLECTIONS_PER_ORGANIZATION) {
    throw new ServiceError("resource_exhausted", `An organization holds at most ${MAX_COLLECTIONS_PER_ORGANIZATION} collections.`);
  }
  const id = newId("col");
  const at = ctx.now.getTime();
  const insert =
    build.run(sql`INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, description, icon, path, depth,
      created_at, created_by, modified_at, modified_by)
    SELECT ${id}, p.organization_id, p.tenant_id, p.id, 'collection', ${input.label}, ${input.description}, ${input.icon},
      p.path || ${id} || '/', p.depth + 1, ${at}, ${actor.id}, ${at}, ${actor.id}
    FROM collections p WHERE p.id = ${parent.id}`);
  const counted = build
    .update(organizations)
    .set({ collectionCount: sql`${organizations.collectionCount} + 1` })
    .where(sql`${organizations.id} = ${parent.organizationId}`);
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: [
      { name: "may_write_parent", holds: mayOnCollection(sql`${actor.id}`, sql`${parent.id}`, "write") },
      { name: "depth", holds: sql`(SELECT p.depth FROM collections p WHERE p.id = ${parent.id}) < ${MAX_DEPTH}` },
      {
        name: "organization_has_room",
        holds: sql`(SELECT o.collection_count FROM organizations o WHERE o.id = ${parent.organizationId}) < ${MAX_COLLECTIONS_PER_ORGANIZATION}`,
      },
    ],
    statements: [insert, counted],
    event: { organizationId: parent.organizationId, targetId: id },
    reads: { collection: findCollection(ctx.db, sql`${actor.id}`, id) },
  });
  return { collection: requireAction(after.collection[0], "read", "collection"), eventKey };
}
