import { sql } from "drizzle-orm";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { organizations } from "../schema/users.ts";
import type { CollectionRow } from "./collections.ts";

/** Number of collections in the organization of this collection. */
export function countCollections({ build }: Database, collectionId: string) {
  return build
    .select({ count: organizations.collectionCount })
    .from(organizations)
    .where(
      sql`${organizations.id} = (SELECT p.organization_id FROM collections p WHERE p.id = ${collectionId})`,
    );
}

type Parent = Pick<CollectionRow, "id" | "organizationId">;

/**
 * Asserts that the depth limit and the organization's collection limit allow another collection below this
 * one.
 */
export function hasCapacityBelow(
  { id, organizationId }: Parent,
  most: { readonly depth: number; readonly collections: number },
): Assertion[] {
  return [
    { name: "depth", holds: sql`(SELECT p.depth FROM collections p WHERE p.id = ${id}) < ${most.depth}` },
    {
      name: "organization_has_room",
      holds: sql`(SELECT o.collection_count FROM organizations o WHERE o.id = ${organizationId}) < ${most.collections}`,
    },
  ];
}

interface NewCollection extends Pick<CollectionRow, "id" | "label" | "description" | "icon"> {
  readonly parent: Parent;
}

/** Inserts a collection below its parent and raises the organization's collection count. */
export function insertCollection(
  { build }: Database,
  { id, label, description, icon, parent }: NewCollection,
  by: string,
  now: Date,
): Statement[] {
  const at = now.getTime();
  return [
    build.run(sql`INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, description, icon, path, depth,
        created_at, created_by, modified_at, modified_by)
      SELECT ${id}, p.organization_id, p.tenant_id, p.id, 'collection', ${label}, ${description}, ${icon},
        p.path || ${id} || '/', p.depth + 1, ${at}, ${by}, ${at}, ${by}
      FROM collections p WHERE p.id = ${parent.id}`),
    build
      .update(organizations)
      .set({ collectionCount: sql`${organizations.collectionCount} + 1` })
      .where(sql`${organizations.id} = ${parent.organizationId}`),
  ];
}
