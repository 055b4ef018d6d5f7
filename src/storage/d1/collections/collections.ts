import type { Id } from "../../../domain/ids.ts";
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { grantedOnPath, idsAlong, listOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { collections } from "../schema/collections.ts";

export type CollectionRow = typeof collections.$inferSelect;

/**
 * A collection with the actor's grants along its path. `hidden` is the number of leading path ids that the
 * actor may not read.
 */
export type CollectionView = CollectionRow & {
  readonly granted: string | null;
  readonly hidden: number | null;
};

const path = sql.raw(`"collections"."path"`);

/** Columns of a collection, and the actor's grants on it. */
export function collectionViewColumns(actor: SQL) {
  return {
    ...getTableColumns(collections),
    granted: grantedOnPath(actor, path).as("granted"),
    hidden: sql<
      number | null
    >`(SELECT min(anc.key) FROM ${idsAlong(path)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value
      AND gr.user_id = ${actor})`.as("hidden"),
  };
}

/** One active collection with the actor's grants. */
export function findCollection(db: Database, actor: SQL, collectionId: string) {
  return findCollectionWith(db, actor, sql`${collectionId}`);
}

/** Like `findCollection`, with SQL that yields the collection's id. */
export function findCollectionWith(db: Database, actor: SQL, id: SQL) {
  return db.build
    .select(collectionViewColumns(actor))
    .from(collections)
    .where(sql`${collections.id} = ${id} AND ${collections.lifecycleState} = 'active'`);
}

/** Several active collections with the actor's grants. */
export function findCollections(db: Database, actor: SQL, collectionIds: readonly string[]) {
  return db.build
    .select(collectionViewColumns(actor))
    .from(collections)
    .where(
      sql`${collections.id} IN (SELECT value FROM ${listOf(collectionIds)}) AND ${collections.lifecycleState} = 'active'`,
    );
}

interface CollectionAttributes {
  readonly collectionId: string;
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
}

/** Sets the given attributes of a collection. */
export function updateCollectionAttributes(
  db: Database,
  { collectionId, ...given }: CollectionAttributes,
  by: Id<"user">,
  at: Date,
) {
  const { label, description, icon } = given;
  return db.build
    .update(collections)
    .set({
      ...definedOf({ label, description, icon }),
      version: sql`${collections.version} + 1`,
      modifiedAt: at,
      modifiedBy: by,
    })
    .where(sql`${collections.id} = ${collectionId}`);
}

function definedOf(fields: Record<"label" | "description" | "icon", string | undefined>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
