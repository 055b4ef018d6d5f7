import { type SQL, sql } from "drizzle-orm";
import type { Removed } from "../../../domain/deletion.ts";
import type { Id } from "../../../domain/ids.ts";
import { listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { beginPurge, PURGING, countSome, deleteSome, type RecordRows } from "../service/purges.ts";

/** The next collections of a deletion that still exist. */
export function selectCollectionsToPurge({ build }: Database, deletionId: string, limit: number) {
  return build.all<{ readonly id: Id<"col"> }>(sql`SELECT target_id AS id FROM deletion_items
    WHERE deletion_id = ${deletionId} AND kind = 'collection' AND removed_at IS NULL ORDER BY target_id LIMIT ${limit}`);
}

/** Threads whose home is one of the collections and whose purge has not started. */
export function selectHomeThreads({ build }: Database, collectionIds: readonly string[], limit: number) {
  return build.all<{
    readonly id: string;
  }>(sql`SELECT ht.id AS id FROM ${listOf(collectionIds)} named CROSS JOIN threads ht
    ON ht.home_collection_id = named.value WHERE ht.purge_at IS NOT ${PURGING} LIMIT ${limit}`);
}

/** Assets that one of the collections holds. */
export function selectHeldAssets({ build }: Database, collectionIds: readonly string[], limit: number) {
  return build.all<{
    readonly id: Id<"asset">;
  }>(sql`SELECT DISTINCT hl.asset_id AS id FROM ${listOf(collectionIds)} named
    CROSS JOIN asset_collections hl ON hl.collection_id = named.value LIMIT ${limit}`);
}

interface By {
  readonly deletionId: string;
  readonly actorId: string;
  readonly at: Date;
  /** Time from which the cron run starts the purge jobs. */
  readonly dueAt: Date;
}

/** Starts the purge of the threads, even if other collections link them. */
export function purgeThreads(db: Database, threadIds: readonly string[], by: By): Taken {
  return take(
    db,
    "thread",
    sql`SELECT tt.id FROM ${listOf(threadIds)} named CROSS JOIN threads tt ON tt.id = named.value
    WHERE tt.purge_at IS NOT ${PURGING}`,
    by,
  );
}

/**
 * Unlinks the assets from the collections, and starts the purge of assets without another active collection.
 */
export function purgeAssets(
  db: Database,
  assetIds: readonly string[],
  collectionIds: readonly string[],
  by: By,
): Taken {
  const isHeld = sql`EXISTS (SELECT 1 FROM asset_collections el CROSS JOIN collections ec ON ec.id = el.collection_id
    AND ec.lifecycle_state = 'active' WHERE el.asset_id = ta.id)`;
  const links = sql`collection_id IN (SELECT value FROM ${listOf(collectionIds)}) AND asset_id IN (SELECT value FROM ${listOf(assetIds)})`;
  const { statements, ordered } = take(
    db,
    "asset",
    sql`SELECT ta.id FROM ${listOf(assetIds)} named CROSS JOIN assets ta ON ta.id = named.value
      WHERE ta.purge_at IS NOT ${PURGING} AND NOT ${isHeld}`,
    by,
  );
  return {
    statements: [
      ...statements,
      db.build.run(
        sql`UPDATE assets SET version = version + 1 WHERE id IN (SELECT value FROM ${listOf(assetIds)}) AND purge_at IS NOT ${PURGING}`,
      ),
      db.build.run(sql`DELETE FROM asset_collections WHERE ${links}`),
    ],
    ordered,
  };
}

/** Statements that start purges, and a query for the first jobs. */
type Taken = ReturnType<typeof beginPurge>;

function take(
  db: Database,
  kind: "asset" | "thread",
  ids: SQL,
  { deletionId, actorId, at, dueAt }: By,
): Taken {
  const { build } = db;
  const table = sql.raw(kind === "asset" ? "assets" : "threads");
  const { statements, ordered } = beginPurge(db, kind, ids, dueAt);
  const marked = [
    build.run(sql`INSERT INTO deletion_items (deletion_id, kind, target_id) SELECT ${deletionId}, ${kind}, taken.id FROM (${ids}) taken
      WHERE true ON CONFLICT DO NOTHING`),
    build.run(sql`UPDATE ${table} SET lifecycle_state = 'deleted', deleted_at = coalesce(deleted_at, ${at.getTime()}),
      deleted_by = coalesce(deleted_by, ${actorId}), version = version + 1 WHERE id IN (${ids}) AND lifecycle_state <> 'deleted'`),
  ];
  return { statements: [...marked, ...statements], ordered };
}

/** Rows of other tables that name a collection, once its threads and assets are purged. */
export const ROWS_OF_COLLECTION: readonly RecordRows[] = [
  ...[
    "thread_collections",
    "grants",
    "invitation_grants",
    "asset_collections",
    "crawl_pages",
    "crawls",
    "archives",
  ].map((table) => ({
    table,
    column: "collection_id",
  })),
  ...["thread_scope", "answer_scope"].map((table) => ({ table, column: "target_id" })),
];

/** Removes the collection from the scopes of these threads and of their answers. */
export function deleteScopesOfCollection(
  { build }: Database,
  collectionId: string,
  threadIds: readonly string[],
): Statement[] {
  return ["thread_scope", "answer_scope"].map((table) =>
    build.run(
      sql`DELETE FROM ${sql.identifier(table)} WHERE target_id = ${collectionId} AND thread_id IN (SELECT value FROM ${listOf(threadIds)})`,
    ),
  );
}

export function countRowsOfCollection(db: Database, collectionId: string, limit: number) {
  return countSome(db, ROWS_OF_COLLECTION, collectionId, limit);
}

export function deleteRowsOfCollection(db: Database, collectionId: string, limit: number): Statement[] {
  return deleteSome(db, ROWS_OF_COLLECTION, collectionId, limit);
}

export function deleteCollectionRow({ build }: Database, collectionId: string): Statement {
  return build.run(sql`DELETE FROM collections WHERE id = ${collectionId} AND lifecycle_state = 'deleted'`);
}

/**
 * The newest deletion of collections that includes the record. Returns no row for a record that a user
 * deleted on its own.
 */
export function findDeletionOf({ build }: Database, targetId: string) {
  return build.all<{ readonly id: Id<"op"> }>(
    sql`SELECT deletion_id AS id FROM deletion_items WHERE target_id = ${targetId} AND removed_at IS NULL ORDER BY deletion_id DESC LIMIT 1`,
  );
}

/**
 * Adds removal counts to the receipts that name the record, and marks the record there as removed if
 * `endedAt` is set. Does nothing without a receipt. After this mark, rows and rooms no longer count, because
 * two concurrent runs find the same ones.
 */
export function addToReceipts(
  { build }: Database,
  targetId: string,
  removed: Removed,
  endedAt: Date | null,
): Statement {
  const isOpen = sql`(removed_at IS NULL)`;
  return build.run(sql`UPDATE deletion_items SET rows = rows + ${removed.rows} * ${isOpen}, rooms = rooms + ${removed.rooms} * ${isOpen},
    objects = objects + ${removed.objects}, passages = passages + ${removed.passages}, removed_at = coalesce(removed_at, ${endedAt?.getTime() ?? null})
    WHERE target_id = ${targetId}`);
}
