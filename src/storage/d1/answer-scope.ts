import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, isWithin, mayOnAsset, mayOnPath } from "./access-sql.ts";
import type { Database, Rows } from "./database.ts";
import { threads } from "./schema/threads.ts";

/** Collections and assets by their string ids. */
interface Targets {
  readonly collectionIds: readonly string[];
  readonly assetIds: readonly string[];
}

/** What an answer may use: the thread's scope, or what its prompt put in its place, minus what its asker may not read. Ids are strings. */
export interface AnswerScope extends Targets {
  /** Every collection in the subtrees of the scope that the asker may read. */
  readonly collectionIds: readonly string[];
  /** The assets named one by one that the asker may read, and that are ready. */
  readonly assetIds: readonly string[];
  /** Named assets that the answer does without, wherever they are. */
  readonly removedAssetIds: readonly string[];
  /** The collections that were named, as far as the asker may read them. */
  readonly roots: readonly string[];
  /** What of all this the scope names itself, without what its prompt only mentions. */
  readonly named: Targets;
  /** What its prompt mentions, with every collection below: it is asked first. */
  readonly mentioned: Targets;
  readonly threadLabel: string;
  /** Whether the answer may use what the scope does not hold; without an answer: whether the thread's answers may. */
  readonly worldKnowledge: boolean;
}

/** Who asked for the answer: his account may have been merged into another one since. */
export function askerOf(answerId: string): SQL<string | null> {
  return sql<string | null>`(SELECT qa.created_by FROM messages wa JOIN messages qa ON qa.id = wa.in_reply_to WHERE wa.id = ${answerId})`;
}

/** The queries that `toAnswerScope` reads; one statement each. @param answerId null: the thread's scope as it is */
export function answerScopeQueries({ build }: Database, askerId: string, threadId: string, answerId: string | null) {
  const asker = answerId === null ? sql`${askerId}` : sql`coalesce(${askerOf(answerId)}, ${askerId})`;
  const ofAnswer = sql<number>`coalesce((SELECT wa.world_knowledge FROM messages wa WHERE wa.id = ${answerId}), ${threads.worldKnowledge})`;
  return {
    scopeCollections: build.all<{ id: string; is_root: number; is_named: number; is_mentioned: number }>(sql`
      WITH roots AS MATERIALIZED (
        SELECT rc.path AS root_path, named.mentioned AS mentioned, ${mayOnPath(asker, sql`rc.path`, "read")} AS whole
        FROM (${rootIds(threadId, answerId)}) named JOIN collections rc ON rc.id = named.id AND rc.lifecycle_state = 'active'
        WHERE ${isActiveUser(asker)}),
      removed AS MATERIALIZED (${removedPaths(answerId)})
      SELECT c.id AS id, max(c.path = root_path) AS is_root, max(c.path = root_path AND NOT mentioned) AS is_named, max(mentioned) AS is_mentioned
      FROM roots CROSS JOIN collections c ON ${isWithin(sql`c.path`, sql`root_path`)} AND c.lifecycle_state = 'active'
      WHERE (whole OR ${mayOnPath(asker, sql`c.path`, "read")}) AND NOT ${isBelowRemoved(sql`c.path`)} GROUP BY c.id`),
    scopeAssets: build.all<{ id: string; is_named: number; is_mentioned: number }>(sql`
      SELECT a.id AS id, max(NOT named.mentioned) AS is_named, max(named.mentioned) AS is_mentioned
      FROM (${assetIds(threadId, answerId)}) named JOIN assets a ON a.id = named.id AND a.lifecycle_state = 'ready'
      WHERE ${isActiveUser(asker)} AND ${mayOnAsset(asker, sql`a.id`, "read")} AND NOT ${isRemoved(answerId, sql`a.id`)} GROUP BY a.id`),
    scopeRemoved: build.all<{ id: string }>(sql`
      SELECT rs.target_id AS id FROM answer_scope rs WHERE rs.answer_id = ${answerId} AND rs.role = 'removed' AND rs.kind = 'asset'`),
    scopeThread: build
      .select({ label: threads.label, worldKnowledge: ofAnswer.as("world_knowledge") })
      .from(threads)
      .where(sql`${threads.id} = ${threadId}`),
  };
}

export function toAnswerScope(rows: Rows<ReturnType<typeof answerScopeQueries>>): AnswerScope {
  const { scopeCollections: collections, scopeAssets: assets } = rows;
  return {
    collectionIds: collections.map(idOf),
    assetIds: assets.map(idOf),
    removedAssetIds: rows.scopeRemoved.map(idOf),
    roots: collections.filter((row) => row.is_root === 1).map(idOf),
    named: {
      collectionIds: collections.filter((row) => row.is_named === 1).map(idOf),
      assetIds: assets.filter((row) => row.is_named === 1).map(idOf),
    },
    mentioned: {
      collectionIds: collections.filter((row) => row.is_mentioned === 1).map(idOf),
      assetIds: assets.filter((row) => row.is_mentioned === 1).map(idOf),
    },
    threadLabel: rows.scopeThread[0]?.label ?? "",
    worldKnowledge: rows.scopeThread[0]?.worldKnowledge === 1,
  };
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** Whether the asset is brought into the answer's scope: named one by one, or held by a collection below `roots`. Stands after `scopePaths`. */
export function isInScope(threadId: string, answerId: string, assetId: SQL): SQL {
  return sql`NOT ${isRemoved(answerId, assetId)}
    AND (EXISTS (SELECT 1 FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset' AND ts.target_id = ${assetId}
        AND NOT ${isReplaced(answerId)})
      OR EXISTS (${namedForAnswer(answerId, "asset")} AND ns.target_id = ${assetId})
      OR EXISTS (SELECT 1 FROM asset_collections held JOIN collections sc ON sc.id = held.collection_id AND sc.lifecycle_state = 'active'
        JOIN roots ON ${isWithin(sql`sc.path`, sql`roots.root_path`)}
        WHERE held.asset_id = ${assetId} AND NOT ${isBelowRemoved(sql`sc.path`)}))`;
}

/** The tables that `isInScope` looks into, for a WITH. */
export function scopePaths(threadId: string, answerId: string): SQL {
  return sql`roots AS MATERIALIZED (SELECT rc.path AS root_path FROM (${rootIds(threadId, answerId)}) named
      JOIN collections rc ON rc.id = named.id AND rc.lifecycle_state = 'active'),
    removed AS MATERIALIZED (${removedPaths(answerId)})`;
}

/** Whether the prompt put something in the place of the thread's scope: then that counts, readable or not. */
function isReplaced(answerId: string | null): SQL {
  return sql`EXISTS (SELECT 1 FROM answer_scope os WHERE os.answer_id = ${answerId} AND os.role = 'only')`;
}

function rootIds(threadId: string, answerId: string | null): SQL {
  return sql`SELECT t.home_collection_id AS id, 0 AS mentioned FROM threads t
      WHERE t.id = ${threadId} AND t.lifecycle_state = 'active' AND NOT ${isReplaced(answerId)}
    UNION SELECT ts.target_id, 0 FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'collection' AND NOT ${isReplaced(answerId)}
    UNION ${namedForAnswer(answerId, "collection")}`;
}

function assetIds(threadId: string, answerId: string | null): SQL {
  return sql`SELECT ts.target_id AS id, 0 AS mentioned FROM thread_scope ts
      WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset' AND NOT ${isReplaced(answerId)}
    UNION ${namedForAnswer(answerId, "asset")}`;
}

function namedForAnswer(answerId: string | null, kind: "collection" | "asset"): SQL {
  return sql`SELECT ns.target_id, ns.role = 'mention' FROM answer_scope ns
    WHERE ns.answer_id = ${answerId} AND ns.role IN ('only', 'added', 'mention') AND ns.kind = ${kind}`;
}

function removedPaths(answerId: string | null): SQL {
  return sql`SELECT xc.path AS removed_path FROM answer_scope xs JOIN collections xc ON xc.id = xs.target_id
    WHERE xs.answer_id = ${answerId} AND xs.role = 'removed' AND xs.kind = 'collection'`;
}

function isBelowRemoved(path: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM removed WHERE ${isWithin(path, sql`removed.removed_path`)})`;
}

function isRemoved(answerId: string | null, assetId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM answer_scope ra WHERE ra.answer_id = ${answerId} AND ra.role = 'removed' AND ra.kind = 'asset'
    AND ra.grouping = 0 AND ra.target_id = ${assetId})`;
}
