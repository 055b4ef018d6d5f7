import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, isWithin, mayOnAsset, mayOnPath } from "./access-sql.ts";
import type { Database, Rows } from "./database.ts";
import { threads } from "./schema/threads.ts";

/** What an answer may use: the thread's scope minus what its asker may not read. Ids are strings. */
export interface AnswerScope {
  /** The home and the collections brought in, as far as the asker may read them. */
  readonly roots: readonly string[];
  /** Every collection in the subtrees of the scope that the asker may read. */
  readonly collectionIds: readonly string[];
  /** The assets brought in one by one that the asker may read, and that are ready. */
  readonly assetIds: readonly string[];
  readonly threadLabel: string;
}

/** A version of an asset's extracted text that an answer wants to rest on. */
export interface Source {
  readonly assetId: string;
  readonly version: string;
}

/** The queries that `toAnswerScope` reads; one statement each. */
export function answerScopeQueries({ build }: Database, askerId: string, threadId: string) {
  const asker = sql`${askerId}`;
  return {
    scopeCollections: build.all<{ id: string; is_root: number }>(sql`
      WITH roots AS MATERIALIZED (
        SELECT rc.path AS root_path, ${mayOnPath(asker, sql`rc.path`, "read")} AS whole
        FROM (${rootIds(threadId)}) named JOIN collections rc ON rc.id = named.id AND rc.lifecycle_state = 'active'
        WHERE ${isActiveUser(asker)})
      SELECT c.id AS id, max(c.path = root_path) AS is_root
      FROM roots CROSS JOIN collections c ON ${isWithin(sql`c.path`, sql`root_path`)} AND c.lifecycle_state = 'active'
      WHERE whole OR ${mayOnPath(asker, sql`c.path`, "read")} GROUP BY c.id`),
    scopeAssets: build.all<{ id: string }>(sql`
      SELECT a.id AS id FROM thread_scope ts JOIN assets a ON a.id = ts.target_id AND a.lifecycle_state = 'ready'
      WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset' AND ${isActiveUser(asker)} AND ${mayOnAsset(asker, sql`a.id`, "read")}`),
    scopeThread: build
      .select({ label: threads.label })
      .from(threads)
      .where(sql`${threads.id} = ${threadId}`),
  };
}

export function toAnswerScope(rows: Rows<ReturnType<typeof answerScopeQueries>>): AnswerScope {
  return {
    roots: rows.scopeCollections.filter((row) => row.is_root === 1).map((row) => row.id),
    collectionIds: rows.scopeCollections.map((row) => row.id),
    assetIds: rows.scopeAssets.map((row) => row.id),
    threadLabel: rows.scopeThread[0]?.label ?? "",
  };
}

/** Those of `sources` that an answer to the asker may cite at this moment: in the thread's scope, readable, ready, and kept in that version. */
export function citableSources({ build }: Database, askerId: string, threadId: string, sources: readonly Source[]) {
  return build.all<{ assetId: string; version: string }>(sql`
    WITH roots AS MATERIALIZED (${rootPaths(threadId)})
    SELECT ${assetIdOf} AS assetId, ${versionOf} AS version FROM ${listOfSources(sources)} WHERE ${isCitable(sql`${askerId}`, threadId)}`);
}

/** Whether every one of `sources` may still be cited. */
export function areCitable(askerId: string, threadId: string, sources: readonly Source[]): SQL<boolean> {
  return sql<boolean>`NOT EXISTS (WITH roots AS MATERIALIZED (${rootPaths(threadId)})
    SELECT 1 FROM ${listOfSources(sources)} WHERE NOT (${isCitable(sql`${askerId}`, threadId)}))`;
}

const assetIdOf = sql.raw(`json_extract(src.value, '$.assetId')`);
const versionOf = sql.raw(`json_extract(src.value, '$.version')`);

function listOfSources(sources: readonly Source[]): SQL {
  return sql`json_each(${JSON.stringify(sources.map(({ assetId, version }) => ({ assetId, version })))}) src`;
}

function isCitable(asker: SQL, threadId: string): SQL {
  return sql`${isActiveUser(asker)}
    AND EXISTS (SELECT 1 FROM assets ca JOIN asset_texts kept ON kept.asset_id = ca.id AND kept.version = ${versionOf}
      WHERE ca.id = ${assetIdOf} AND ca.lifecycle_state = 'ready')
    AND ${mayOnAsset(asker, assetIdOf, "read")}
    AND (EXISTS (SELECT 1 FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset' AND ts.target_id = ${assetIdOf})
      OR EXISTS (SELECT 1 FROM asset_collections held JOIN collections sc ON sc.id = held.collection_id AND sc.lifecycle_state = 'active'
        JOIN roots ON ${isWithin(sql`sc.path`, sql`roots.root_path`)} WHERE held.asset_id = ${assetIdOf}))`;
}

function rootIds(threadId: string): SQL {
  return sql`SELECT t.home_collection_id AS id FROM threads t WHERE t.id = ${threadId} AND t.lifecycle_state = 'active'
    UNION SELECT ts.target_id FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'collection'`;
}

function rootPaths(threadId: string): SQL {
  return sql`SELECT rc.path AS root_path FROM (${rootIds(threadId)}) named
    JOIN collections rc ON rc.id = named.id AND rc.lifecycle_state = 'active'`;
}
