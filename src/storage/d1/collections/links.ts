import { sql, type SQL } from "drizzle-orm";
import { grantedOnAsset, idsAlong, isAliveAsset, listOf, mayOnPath } from "../core/access.ts";
import { awaitsUpload } from "../assets/awaits-upload.ts";
import type { Database } from "../core/database.ts";

/** The kinds of records that collections link. A thread's home collection holds the thread without a link. */
export type LinkKind = "asset" | "thread";

interface Names {
  readonly records: SQL;
  readonly links: SQL;
  /** Column of the link table that names the record. */
  readonly record: SQL;
}

const NAMES: Record<LinkKind, Names> = {
  asset: { records: sql.raw("assets"), links: sql.raw("asset_collections"), record: sql.raw("asset_id") },
  thread: { records: sql.raw("threads"), links: sql.raw("thread_collections"), record: sql.raw("thread_id") },
};

/** A record with the rights of the linking user. `granted` covers all collections that hold the record. */
export interface LinkTarget {
  readonly id: string;
  readonly organizationId: string;
  readonly version: number;
  /** 1 while the asset waits for its upload, otherwise 0. */
  readonly awaitsBytes: number;
  readonly granted: string | null;
  /** Id of the link into the given collection; null without a link. `flags` holds its flags as JSON. */
  readonly joinId: string | null;
  readonly flags: string | null;
  /** Home collection of a thread; null for assets. */
  readonly homeId: string | null;
  /** Number of other active collections that hold the record. */
  readonly others: number;
}

export interface NewLink {
  readonly joinId: string;
  readonly id: string;
  /** JSON list of strings. */
  readonly flags: string;
}

/** The named records that are not deleted, with their links into the given collection. */
export function findLinkTargets(
  { build }: Database,
  actor: SQL,
  kind: LinkKind,
  ids: readonly string[],
  collectionId: string,
) {
  const { records, links, record } = NAMES[kind];
  const home = kind === "thread" ? sql`r.home_collection_id` : sql`NULL`;
  const awaitsBytes = kind === "asset" ? awaitsUpload("r") : sql`0`;
  const granted = kind === "asset" ? grantedOnAsset(actor, sql`r.id`) : grantedOnThread(actor);
  return build.all<LinkTarget>(sql`SELECT r.id AS id, r.organization_id AS "organizationId", r.version AS version, ${awaitsBytes} AS "awaitsBytes", ${granted} AS granted,
      here.id AS "joinId", here.flags AS flags, ${home} AS "homeId", (${countOthers(kind, sql`r.id`, collectionId)}) AS others
    FROM ${records} r LEFT JOIN ${links} here ON here.${record} = r.id AND here.collection_id = ${collectionId}
    WHERE r.id IN (SELECT value FROM ${listOf(ids)}) AND ${isAliveAsset("r")}`);
}

/** Links records into a collection. Existing links receive the new flags. */
export function insertLinks(
  { build }: Database,
  kind: LinkKind,
  collectionId: string,
  rows: readonly NewLink[],
  by: string,
  at: Date,
) {
  const { links, record } = NAMES[kind];
  return build.run(sql`INSERT INTO ${links} (id, ${record}, collection_id, flags, created_at, created_by)
    SELECT value ->> 'joinId', value ->> 'id', ${collectionId}, value ->> 'flags', ${at.getTime()}, ${by} FROM json_each(${JSON.stringify(rows)})
    WHERE true ON CONFLICT (${record}, collection_id) DO UPDATE SET flags = excluded.flags`);
}

export function deleteLinks(
  { build }: Database,
  kind: LinkKind,
  collectionId: string,
  ids: readonly string[],
) {
  const { links, record } = NAMES[kind];
  return build.run(
    sql`DELETE FROM ${links} WHERE collection_id = ${collectionId} AND ${record} IN (SELECT value FROM ${listOf(ids)})`,
  );
}

/** Raises the versions of the records, because a record includes its collections. */
export function touchLinked(
  { build }: Database,
  kind: LinkKind,
  ids: readonly string[],
  by: string,
  at: Date,
) {
  return build.run(sql`UPDATE ${NAMES[kind].records} SET version = version + 1, modified_at = ${at.getTime()}, modified_by = ${by}
    WHERE id IN (SELECT value FROM ${listOf(ids)})`);
}

/** Whether exactly `count` of the records are linked into the collection. */
export function areLinked(kind: LinkKind, collectionId: string, ids: readonly string[], count: number): SQL {
  const { links, record } = NAMES[kind];
  return sql`(SELECT count(*) FROM ${listOf(ids)} named CROSS JOIN ${links} here ON here.${record} = named.value
    AND here.collection_id = ${collectionId}) = ${count}`;
}

/** Whether all records still exist and the user may share each one through a collection that contains it. */
export function mayShareAll(actor: SQL, kind: LinkKind, ids: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(ids)} named LEFT JOIN ${NAMES[kind].records} r ON r.id = named.value AND ${isAliveAsset("r")}
    WHERE r.id IS NULL OR NOT EXISTS (SELECT 1 FROM collections mc WHERE mc.id IN (${holders(kind, sql`r.id`)})
      AND mc.lifecycle_state = 'active' AND ${mayOnPath(actor, sql`mc.path`, "share")}))`;
}

/** Whether none of the assets waits for its upload. Such assets cannot be linked. */
export function haveArrived(assetIds: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(assetIds)} named CROSS JOIN assets ar ON ar.id = named.value AND ${awaitsUpload("ar")})`;
}

/** Whether each record is also in another active collection. */
export function areHeldElsewhere(kind: LinkKind, ids: readonly string[], collectionId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(ids)} named WHERE (${countOthers(kind, sql`named.value`, collectionId)}) = 0)`;
}

/** The ids of the collections that hold a record. */
function holders(kind: LinkKind, id: SQL): SQL {
  const { links, record } = NAMES[kind];
  const linked = sql`SELECT hl.collection_id FROM ${links} hl WHERE hl.${record} = ${id}`;
  return kind === "asset"
    ? linked
    : sql`${linked} UNION ALL SELECT ht.home_collection_id FROM threads ht WHERE ht.id = ${id}`;
}

function countOthers(kind: LinkKind, id: SQL, collectionId: string): SQL {
  return sql`SELECT count(*) FROM collections oc WHERE oc.id IN (${holders(kind, id)}) AND oc.id <> ${collectionId} AND oc.lifecycle_state = 'active'`;
}

/** CROSS JOIN fixes the join order. Otherwise SQLite reads all grants of the user. */
function grantedOnThread(actor: SQL): SQL {
  return sql`(SELECT group_concat(DISTINCT gr.action) FROM collections hc CROSS JOIN ${idsAlong(sql`hc.path`)} anc
    CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${actor}
    WHERE hc.id IN (${holders("thread", sql`r.id`)}) AND hc.lifecycle_state = 'active')`;
}
