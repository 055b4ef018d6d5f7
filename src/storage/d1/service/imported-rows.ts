import { type SQL, sql } from "drizzle-orm";
import { MAX_COLLECTIONS_PER_ORGANIZATION } from "../../../domain/collection.ts";
import type { Id } from "../../../domain/ids.ts";
import { projectOf } from "../assets/project-of.ts";
import { listOf } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { assetCollections, assets, assetTexts } from "../schema/assets.ts";
import { collections } from "../schema/collections.ts";
import {
  answerScope,
  citations,
  messages,
  threadCollections,
  threads,
  threadScope,
} from "../schema/threads.ts";
import { organizations } from "../schema/users.ts";

/**
 * Rows of an imported archive. Each slice runs once, so an existing row means that the archive contains the
 * record twice, and the batch fails. Values are bound, because SQLite's JSON ends a text at U+0000.
 */

/** The organization that receives the import. */
export interface ImportTarget {
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
}

/** D1 binds at most 100 values per statement. */
const VALUES_PER_STATEMENT = 100;

export type NewCollectionRow = Omit<typeof collections.$inferInsert, "organizationId" | "tenantId" | "kind">;

export function insertCollections(
  { build }: Database,
  target: ImportTarget,
  rows: readonly NewCollectionRow[],
): Statement[] {
  if (rows.length === 0) return [];
  return [
    ...rows.map((row) => build.insert(collections).values({ ...row, ...target, kind: "collection" })),
    build
      .update(organizations)
      .set({ collectionCount: sql`${organizations.collectionCount} + ${rows.length}` })
      .where(sql`${organizations.id} = ${target.organizationId}`),
  ];
}

/** Asserts that the organization may have this many more collections. */
export function hasCapacityFor({ organizationId }: ImportTarget, count: number): Assertion[] {
  if (count === 0) return [];
  const there = sql`SELECT ho.collection_count FROM organizations ho WHERE ho.id = ${organizationId}`;
  return [
    {
      name: "organization_has_room",
      holds: sql`(${there}) + ${count} <= ${MAX_COLLECTIONS_PER_ORGANIZATION}`,
    },
  ];
}

export type NewAssetRow = Omit<typeof assets.$inferInsert, "organizationId" | "tenantId" | "projectId">;

export function insertAssetRow({ build }: Database, target: ImportTarget, row: NewAssetRow): Statement {
  return build
    .insert(assets)
    .values({ ...row, ...target, projectId: projectOf(target.organizationId) as SQL<Id<"project">> });
}

export function insertAssetLinks(
  { build }: Database,
  rows: readonly (typeof assetCollections.$inferInsert)[],
): Statement[] {
  return inGroups(rows, 20).map((group) => build.insert(assetCollections).values(group));
}

export function insertAssetTexts(
  { build }: Database,
  rows: readonly (typeof assetTexts.$inferInsert)[],
): Statement[] {
  return inGroups(rows, 5).map((group) => build.insert(assetTexts).values(group));
}

/** Deletes the texts of an asset whose row was not imported. */
export function dropTextsWithoutAsset({ build }: Database, assetId: Id<"asset">): Statement {
  return build.run(
    sql`DELETE FROM asset_texts WHERE asset_id = ${assetId} AND NOT EXISTS (SELECT 1 FROM assets da WHERE da.id = ${assetId})`,
  );
}

/** Returns the assets among these that have no row. */
export function selectRowless({ build }: Database, assetIds: readonly Id<"asset">[]) {
  return build.all<{ readonly id: Id<"asset"> }>(
    sql`SELECT named.value AS id FROM ${listOf(assetIds)} named WHERE NOT EXISTS (SELECT 1 FROM assets ra WHERE ra.id = named.value)`,
  );
}

export type NewThreadRow = Omit<
  typeof threads.$inferInsert,
  "organizationId" | "tenantId" | "lifecycleState"
>;

/** Inserts the thread as deleted, so nobody sees or restores the thread before `showThreads`. */
export function insertHiddenThread({ build }: Database, target: ImportTarget, row: NewThreadRow): Statement {
  return build.insert(threads).values({ ...row, ...target, lifecycleState: "deleted" });
}

export function insertThreadScope(
  { build }: Database,
  rows: readonly (typeof threadScope.$inferInsert)[],
): Statement[] {
  return inGroups(rows, 5).map((group) => build.insert(threadScope).values(group));
}

export function insertThreadLinks(
  { build }: Database,
  rows: readonly (typeof threadCollections.$inferInsert)[],
): Statement[] {
  return inGroups(rows, 6).map((group) => build.insert(threadCollections).values(group));
}

const isHidden = (alias: string): SQL =>
  sql`${sql.identifier(alias)}.lifecycle_state = 'deleted' AND ${sql.identifier(alias)}.purge_at IS NULL`;

/** Asserts that this import has inserted all these threads and has not shown them yet. */
export function areHidden({ organizationId }: ImportTarget, threadIds: readonly string[]): Assertion[] {
  if (threadIds.length === 0) return [];
  const hidden = sql`SELECT 1 FROM threads it WHERE it.id = named.value AND it.organization_id = ${organizationId} AND ${isHidden("it")}`;
  return [
    {
      name: "thread",
      holds: sql`NOT EXISTS (SELECT 1 FROM ${listOf(threadIds)} named WHERE NOT EXISTS (${hidden}))`,
    },
  ];
}

/** Makes threads visible after the import of their last message. */
export function showThreads({ build }: Database, threadIds: readonly string[]): Statement[] {
  if (threadIds.length === 0) return [];
  return [
    build.run(sql`UPDATE threads SET lifecycle_state = 'active',
      message_count = (SELECT count(*) FROM messages sm WHERE sm.thread_id = threads.id AND sm.position > 0)
      WHERE id IN (SELECT value FROM ${listOf(threadIds)}) AND ${isHidden("threads")}`),
  ];
}

/** Starts the purge of threads whose import did not finish. */
export function dropHiddenThreads(
  { build }: Database,
  { organizationId }: Pick<ImportTarget, "organizationId">,
  by: string,
  at: Date,
) {
  return build.run(sql`UPDATE threads SET purge_at = ${at.getTime()}, deleted_at = ${at.getTime()}, deleted_by = ${by}
    WHERE organization_id = ${organizationId} AND lifecycle_state = 'deleted' AND purge_at IS NULL`);
}

export type NewMessageRow = typeof messages.$inferInsert;

export function insertMessageRows({ build }: Database, rows: readonly NewMessageRow[]): Statement[] {
  return inGroups(rows, 29).map((group) => build.insert(messages).values(group));
}

export function insertAnswerScope(
  { build }: Database,
  rows: readonly (typeof answerScope.$inferInsert)[],
): Statement[] {
  return inGroups(rows, 6).map((group) => build.insert(answerScope).values(group));
}

export function insertCitationRows(
  { build }: Database,
  rows: readonly (typeof citations.$inferInsert)[],
): Statement[] {
  return inGroups(rows, 14).map((group) => build.insert(citations).values(group));
}

/**
 * Splits rows into groups that fit into one statement.
 * @param columns maximum number of values that a row binds
 */
function inGroups<T>(rows: readonly T[], columns: number): T[][] {
  const size = Math.floor(VALUES_PER_STATEMENT / columns);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, group) =>
    rows.slice(group * size, (group + 1) * size),
  );
}
