import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { IDEMPOTENCY_KEY_TTL_MS } from "../../../domain/idempotency.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database, Statement } from "../core/database.ts";
import { droppedGrantIds } from "./moved-grants.ts";
import { type AccountMerge, naming, renameIn, touchedThreads } from "./merge.ts";

const ITEMS_PER_ROW = 500;

/** Strings that describe a changed record, by kind of record, in the order of the merge's statements. */
const itemsOf = {
  threads: z.tuple([z.string()]),
  collections: z.tuple([z.string(), z.string()]),
  assets: z.tuple([z.string()]),
  memberships: z.tuple([z.string(), z.string(), z.string()]),
  droppedGrants: z.tuple([z.string(), z.string(), z.string()]),
  movedGrants: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  assetLinks: z.tuple([z.string(), z.string()]),
  threadLinks: z.tuple([z.string(), z.string()]),
  recentAssets: z.tuple([z.string()]),
  recentThreads: z.tuple([z.string()]),
  tokens: z.tuple([z.string()]),
};

export type MergeChanges = { readonly [K in keyof typeof itemsOf]: z.output<(typeof itemsOf)[K]>[] };
type Kind = keyof MergeChanges;

/**
 * Records the changes that a merge is about to make, so a repeated request can list them again, in one row
 * per 500 records. Place the statements before the changes in the merge's batch.
 * @param mergeId id of the operation, `op_…`
 */
export function recordMergeChanges({ build }: Database, mergeId: Id<"op">, merge: AccountMerge): Statement[] {
  return changeSelects(merge).map(([kind, select]) =>
    build.run(sql`INSERT INTO merge_changes (merge_id, kind, part, items, at)
      SELECT ${mergeId}, ${kind}, part, json_group_array(json(item)), ${merge.at.getTime()}
      FROM (SELECT item, (row_number() OVER () - 1) / ${ITEMS_PER_ROW} AS part FROM (${select})) GROUP BY part`),
  );
}

function changeSelects(merge: AccountMerge): [Kind, SQL][] {
  const { oldUserId, newUserId } = merge;
  const dropped = droppedGrantIds(merge);
  const creator = renameIn("created_by", merge);
  const made = sql`WHERE created_by = ${oldUserId}`;
  return [
    ["threads", sql`SELECT json_array(id) AS item FROM (${touchedThreads(oldUserId)})`],
    [
      "collections",
      sql`SELECT json_array(id, ${creator}) AS item FROM collections WHERE rowid IN (${naming("collections", "rowid", oldUserId)})`,
    ],
    ["assets", sql`SELECT json_array(id) AS item FROM (${naming("assets", "id", oldUserId)})`],
    [
      "memberships",
      sql`SELECT json_array(organization_id, tenant_id, ${newUserId}) AS item FROM memberships mine WHERE user_id = ${oldUserId} AND NOT EXISTS
        (SELECT 1 FROM memberships theirs WHERE theirs.user_id = ${newUserId} AND theirs.organization_id = mine.organization_id)`,
    ],
    [
      "droppedGrants",
      sql`SELECT json_array(action, collection_id, user_id) AS item FROM grants WHERE id IN (${dropped})`,
    ],
    [
      "movedGrants",
      sql`SELECT json_array(action, collection_id, ${renameIn("user_id", merge)}, ${creator}) AS item FROM grants
        WHERE id IN (SELECT id FROM grants WHERE user_id = ${oldUserId} UNION SELECT id FROM grants ${made}) AND id NOT IN (${dropped})`,
    ],
    ["assetLinks", sql`SELECT json_array(id, ${newUserId}) AS item FROM asset_collections ${made}`],
    ["threadLinks", sql`SELECT json_array(id, ${newUserId}) AS item FROM thread_collections ${made}`],
    [
      "recentAssets",
      sql`SELECT json_array(asset_id) AS item FROM recent_assets WHERE user_id = ${oldUserId}`,
    ],
    [
      "recentThreads",
      sql`SELECT json_array(thread_id) AS item FROM recent_threads WHERE user_id = ${oldUserId}`,
    ],
    [
      "tokens",
      sql`SELECT json_array(id) AS item FROM (SELECT id FROM invitations WHERE issued_by = ${oldUserId}
        UNION SELECT id FROM invitations WHERE redeemed_by = ${oldUserId} UNION ALL SELECT id FROM thread_links WHERE shared_by = ${oldUserId})`,
    ],
  ];
}

export function selectMergeChanges({ build }: Database, mergeId: Id<"op">) {
  return build.all<{ kind: Kind; items: string }>(
    sql`SELECT kind, items FROM merge_changes WHERE merge_id = ${mergeId} ORDER BY kind, part`,
  );
}

/** Combines the rows of `selectMergeChanges` into one list per kind. */
export function parseMergeChanges(
  rows: readonly { readonly kind: Kind; readonly items: string }[],
): MergeChanges {
  const parse = <K extends Kind>(kind: K) =>
    rows
      .filter((row) => row.kind === kind)
      .flatMap(({ items }) => z.array(itemsOf[kind]).parse(JSON.parse(items)));
  const kinds = Object.keys(itemsOf) as Kind[];
  return Object.fromEntries(kinds.map((kind) => [kind, parse(kind)])) as unknown as MergeChanges;
}

/** Deletes the changes of merges whose `Idempotency-Key` has expired, at most `limit` rows at a time. */
export function deleteOldMergeChanges({ build }: Database, now: Date, limit: number): Statement {
  return build.run(sql`DELETE FROM merge_changes WHERE rowid IN
    (SELECT old.rowid FROM merge_changes old WHERE old.at < ${now.getTime() - IDEMPOTENCY_KEY_TTL_MS} LIMIT ${limit})`);
}
