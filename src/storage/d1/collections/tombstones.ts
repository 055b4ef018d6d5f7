import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import {
  grantedOnPath,
  grantedOnTombstone,
  isAliveAsset,
  isAliveThread,
  listOf,
  mayOnCollection,
  mayOnEveryParent,
  mayReadByLink,
} from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import type { LinkKind } from "./links.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";

/**
 * A record for a user who deletes or restores it. `granted` ignores the record's deletion. `may` is 1 if the
 * user may delete the record.
 */
export interface TombstoneTarget {
  readonly id: Id<"asset"> | Id<"thread">;
  readonly organizationId: Id<"org">;
  readonly version: number;
  readonly isAlive: 0 | 1;
  readonly granted: string | null;
  readonly may: 0 | 1;
}

const TABLE = { asset: sql.raw("assets"), thread: sql.raw("threads") } as const;
const isAlive = (kind: LinkKind, alias: string): SQL =>
  kind === "asset" ? isAliveAsset(alias) : isAliveThread(alias);

/** The named records, including deleted records that are still restorable. */
export function findTombstoneTargets(
  { build }: Database,
  actor: SQL,
  kind: LinkKind,
  ids: readonly string[],
  now: Date,
) {
  return build.all<TombstoneTarget>(sql`SELECT dr.id AS id, dr.organization_id AS "organizationId", dr.version AS version,
      ${isAlive(kind, "dr")} AS "isAlive", ${grantedOn(kind, actor)} AS granted, ${mayDelete(kind, actor)} AS may
    FROM ${TABLE[kind]} dr WHERE dr.id IN (SELECT value FROM ${listOf(ids)}) AND (${isAlive(kind, "dr")} OR dr.purge_at > ${now.getTime()})`);
}

function grantedOn(kind: LinkKind, actor: SQL): SQL {
  if (kind === "asset") return grantedOnTombstone(actor, sql`dr.id`);
  const home = sql`(SELECT dh.path FROM collections dh WHERE dh.id = dr.home_collection_id AND dh.lifecycle_state = 'active')`;
  return sql`coalesce(${grantedOnPath(actor, home)}, CASE WHEN ${mayReadByLink(actor, sql`dr.id`)} THEN 'read' END)`;
}

/**
 * Whether the user may delete the record aliased as `dr`. An asset requires `write` on every collection that
 * holds it. A thread requires `own` on its home; its creator needs only `write`, unless another user deleted
 * it.
 */
export function mayDelete(kind: LinkKind, actor: SQL): SQL {
  if (kind === "asset") return mayOnEveryParent(actor, sql`dr.id`, "write");
  return sql`(${mayOnCollection(actor, sql`dr.home_collection_id`, "own")} OR dr.created_by = ${actor}
    AND coalesce(dr.deleted_by, dr.created_by) = ${actor} AND ${mayOnCollection(actor, sql`dr.home_collection_id`, "write")})`;
}

/**
 * For `delete`: whether the user may delete all records and none is deleted. For `restore`: whether the user
 * may restore all records, and each is deleted and restorable.
 */
export function mayChangeAll(
  kind: LinkKind,
  actor: SQL,
  ids: readonly string[],
  change: "delete" | "restore",
  now: Date,
): SQL {
  const state =
    change === "delete"
      ? isAlive(kind, "dr")
      : sql`NOT ${isAlive(kind, "dr")} AND dr.purge_at > ${now.getTime()}`;
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(ids)} named LEFT JOIN ${TABLE[kind]} dr ON dr.id = named.value AND ${state}
    WHERE dr.id IS NULL OR NOT ${mayDelete(kind, actor)})`;
}

/** Whether all records still have the versions that the caller read. */
export function areOfVersions(kind: LinkKind, seen: readonly Pick<TombstoneTarget, "id" | "version">[]): SQL {
  const pairs = JSON.stringify(seen.map(({ id, version }) => ({ id, version })));
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${pairs}) seen LEFT JOIN ${TABLE[kind]} vr ON vr.id = seen.value ->> 'id'
    WHERE vr.version IS NOT seen.value ->> 'version')`;
}

/**
 * Deletes the records and sets the end of the organization's retention. `modified_by` and `modified_at` stay.
 */
export function tombstone(
  { build }: Database,
  kind: LinkKind,
  ids: readonly string[],
  by: string,
  at: Date,
): Statement {
  const from = kind === "asset" ? sql`deleted_from = lifecycle_state, ` : sql``;
  return build.run(sql`UPDATE ${TABLE[kind]} SET ${from}lifecycle_state = 'deleted', deleted_at = ${at.getTime()}, deleted_by = ${by}, version = version + 1,
      purge_at = ${at.getTime()} + ${MS_PER_DAY} * (SELECT keeps.retention_days FROM organizations keeps WHERE keeps.id = ${TABLE[kind]}.organization_id)
    WHERE id IN (SELECT value FROM ${listOf(ids)})`);
}

/** Restores the records as they were before the deletion. */
export function restore({ build }: Database, kind: LinkKind, ids: readonly string[]): Statement {
  const state = kind === "asset" ? sql`coalesce(deleted_from, 'failed'), deleted_from = NULL` : sql`'active'`;
  return build.run(sql`UPDATE ${TABLE[kind]} SET lifecycle_state = ${state}, deleted_at = NULL, deleted_by = NULL, purge_at = NULL, version = version + 1
    WHERE id IN (SELECT value FROM ${listOf(ids)})`);
}

/**
 * Enqueues processing of restored assets that were in processing or are pages that the service has not
 * fetched. Place it after `restore`.
 */
export function orderUnfinished({ build }: Database, assetIds: readonly string[], at: Date) {
  const series = newIdBlock("event");
  return {
    statement: build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
      SELECT ${idOfRow("event", sql`n`, series)}, 'process_asset', id, ${at.getTime()} FROM (SELECT ua.id, row_number() OVER () AS n
        FROM ${listOf(assetIds)} named CROSS JOIN assets ua ON ua.id = named.value
        WHERE +ua.lifecycle_state = 'processing' OR +ua.lifecycle_state = 'uploading' AND ua.source_url <> '')`),
    ordered: build.all<OutboxEntry>(
      sql`SELECT id, kind, target_id AS "targetId" FROM outbox WHERE ${isInIdBlock(sql`id`, series)} ORDER BY id`,
    ),
  };
}

/** The records for the audit log, as `organization_id` and `target_id`. */
export function recordsOf(kind: LinkKind, ids: readonly string[]): SQL {
  return sql`SELECT named.value AS target_id, ar.organization_id FROM ${listOf(ids)} named CROSS JOIN ${TABLE[kind]} ar ON ar.id = named.value`;
}
