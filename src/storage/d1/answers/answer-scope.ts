import { sql, type SQL } from "drizzle-orm";
import { countUnprocessed } from "../../../domain/unprocessed-asset.ts";
import { isActiveUser, isWithin, mayOnAsset, mayOnPath } from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";
import { threads } from "../schema/threads.ts";
import {
  isBelowRemoved,
  isRemoved,
  isReplaced,
  namedAssetIds,
  namedForAnswer,
  readableTops,
  removedTable,
  rootIds,
} from "./answer-scope-sql.ts";
import { findConversation, type PastTurn, toConversation } from "./conversation.ts";
import { findUnprocessedInScope } from "./unprocessed-in-scope.ts";

/** Ids of collections and assets. */
interface Targets {
  readonly collectionIds: readonly string[];
  readonly assetIds: readonly string[];
}

/**
 * The scope of an answer: the thread's scope or the prompt's replacement, limited to content that the asker
 * may read.
 */
export interface AnswerScope extends Targets {
  /** The readable scope contains all content of these collections and their subtrees. */
  readonly collectionIds: readonly string[];
  /** Ready assets that the scope names and the asker may read. */
  readonly assetIds: readonly string[];
  /** Assets that the prompt excludes, in every collection that holds them. */
  readonly removedAssetIds: readonly string[];
  /** Collections that the prompt excludes, with their subtrees. */
  readonly removedCollectionIds: readonly string[];
  /** The collections that the scope names and the asker may read. */
  readonly roots: readonly string[];
  /** Targets that the scope itself names, without the prompt's mentions. */
  readonly named: Targets;
  /** Targets that the prompt mentions. The search ranks these targets first. */
  readonly mentioned: Targets;
  /** Number of readable documents in scope that are not processed yet. */
  readonly pendingAssets: number;
  /** Unprocessed documents that no pipeline run is processing. */
  readonly waitingAssetIds: readonly string[];
  readonly threadLabel: string;
  /** The last questions of the thread with their answers, oldest first. */
  readonly conversation: readonly PastTurn[];
  /**
   * Whether the answer may use knowledge outside the scope. If no answer exists, the thread's setting
   * applies.
   */
  readonly worldKnowledge: boolean;
}

/** Waiting documents whose processing one question starts, at most. The next question starts more. */
const MAX_STARTED = 100;

/** The user who asked the question or requested this version. A merge may have ended their account since. */
export function askerOf(answerId: string): SQL<string | null> {
  return sql<
    string | null
  >`(SELECT coalesce(wa.asked_by, qa.created_by) FROM messages wa JOIN messages qa ON qa.id = wa.in_reply_to WHERE wa.id = ${answerId})`;
}

type ScopeQueries = ReturnType<typeof plainQueries>;

export type ScopeRows = Rows<ScopeQueries> & {
  readonly scopeRemoved?: readonly RemovedRow[];
};

interface RemovedRow {
  id: string;
  kind: "asset" | "collection";
}

/**
 * The queries for `toAnswerScope`. An existing answer adds a query.
 * @param answerId null: the thread's scope
 */
export function answerScopeQueries(
  db: Database,
  askerId: string | SQL,
  threadId: string,
  answerId: string | null,
): ScopeQueries {
  const plain = plainQueries(db, askerId, threadId, answerId);
  const removed = answerId === null ? {} : { scopeRemoved: findRemoved(db, answerId) };
  const queries = { ...plain, ...removed };
  return queries;
}

function findRemoved({ build }: Database, answerId: string) {
  return build.all<RemovedRow>(sql`
    SELECT DISTINCT rs.target_id AS id, rs.kind AS kind FROM answer_scope rs WHERE rs.answer_id = ${answerId} AND rs.role = 'removed'`);
}

export function askerAs(askerId: string | SQL, answerId: string | null): SQL {
  return answerId === null ? sql`${askerId}` : sql`coalesce(${askerOf(answerId)}, ${askerId})`;
}

function plainQueries(db: Database, askerId: string | SQL, threadId: string, answerId: string | null) {
  const { build } = db;
  const asker = askerAs(askerId, answerId);
  const ofThread = sql<number>`${threads.worldKnowledge}`;
  const ofAnswer =
    answerId === null
      ? ofThread
      : sql<number>`coalesce((SELECT wa.world_knowledge FROM messages wa WHERE wa.id = ${answerId}), ${ofThread})`;
  return {
    scopeCollections: build.all<{ id: string; is_root: number; is_named: number; is_mentioned: number }>(sql`
      WITH ${readableTops(asker, threadId, answerId)}
      SELECT id, max(is_root) AS is_root, max(is_root AND NOT mentioned) AS is_named, max(mentioned) AS is_mentioned FROM tops
      WHERE NOT ${isBelowRemoved(answerId, sql`path`)} GROUP BY id`),
    scopeAssets: build.all<{ id: string; is_named: number; is_mentioned: number }>(sql`
      SELECT a.id AS id, max(NOT named.mentioned) AS is_named, max(named.mentioned) AS is_mentioned
      FROM (${namedAssetIds(threadId, answerId)}) named JOIN assets a ON a.id = named.id AND a.lifecycle_state = 'ready'
      WHERE ${isActiveUser(asker)} AND ${mayOnAsset(asker, sql`a.id`, "read")} AND NOT ${isRemoved(answerId, sql`a.id`)} GROUP BY a.id`),
    scopeUnread: findUnprocessedInScope(db, asker, threadId, answerId),
    scopeConversation: findConversation(db, threadId, answerId),
    scopeThread: build
      .select({ label: threads.label, worldKnowledge: ofAnswer.as("world_knowledge") })
      .from(threads)
      .where(sql`${threads.id} = ${threadId}`),
  };
}

export function toAnswerScope(rows: ScopeRows): AnswerScope {
  const { scopeCollections: collections, scopeAssets: assets, scopeRemoved: removed = [] } = rows;
  return {
    collectionIds: collections.map(idOf),
    assetIds: assets.map(idOf),
    removedAssetIds: removed.filter(({ kind }) => kind === "asset").map(idOf),
    removedCollectionIds: removed.filter(({ kind }) => kind === "collection").map(idOf),
    roots: collections.filter((row) => row.is_root === 1).map(idOf),
    named: {
      collectionIds: collections.filter((row) => row.is_named === 1).map(idOf),
      assetIds: assets.filter((row) => row.is_named === 1).map(idOf),
    },
    mentioned: {
      collectionIds: collections.filter((row) => row.is_mentioned === 1).map(idOf),
      assetIds: assets.filter((row) => row.is_mentioned === 1).map(idOf),
    },
    pendingAssets: countUnprocessed(rows.scopeUnread),
    waitingAssetIds: [...new Set(rows.scopeUnread.filter(({ waits }) => waits === 1).map(idOf))].slice(
      0,
      MAX_STARTED,
    ),
    conversation: toConversation(rows.scopeConversation),
    threadLabel: rows.scopeThread[0]?.label ?? "",
    worldKnowledge: rows.scopeThread[0]?.worldKnowledge === 1,
  };
}

const idOf = ({ id }: { readonly id: string }): string => id;

/**
 * Whether the answer's scope contains the asset, by name or in the subtree of a root. Requires `scopePaths`.
 * @param answerId null: the thread's scope
 */
export function isInAnswerScope(threadId: string, answerId: string | null, assetId: SQL): SQL {
  const isNamed =
    answerId === null
      ? sql``
      : sql`OR EXISTS (${namedForAnswer(answerId, "asset")} AND ns.target_id = ${assetId})`;
  return sql`NOT ${isRemoved(answerId, assetId)}
    AND (EXISTS (SELECT 1 FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset' AND ts.target_id = ${assetId}
        AND NOT ${isReplaced(answerId)})
      ${isNamed}
      OR EXISTS (SELECT 1 FROM asset_collections held JOIN collections sc ON sc.id = held.collection_id AND sc.lifecycle_state = 'active'
        JOIN roots ON ${isWithin(sql`sc.path`, sql`roots.root_path`)}
        WHERE held.asset_id = ${assetId} AND NOT ${isBelowRemoved(answerId, sql`sc.path`)}))`;
}

/**
 * Whether a collection that the user may read brings the asset into scope. If so, no further access check is
 * needed.
 */
export function isReadableInScope(answerId: string | null, assetId: SQL, user: SQL): SQL {
  return sql`(NOT ${isRemoved(answerId, assetId)}
    AND EXISTS (SELECT 1 FROM asset_collections held JOIN collections sc ON sc.id = held.collection_id AND sc.lifecycle_state = 'active'
      JOIN roots ON ${isWithin(sql`sc.path`, sql`roots.root_path`)}
      WHERE held.asset_id = ${assetId} AND NOT ${isBelowRemoved(answerId, sql`sc.path`)} AND ${mayOnPath(user, sql`sc.path`, "read")}))`;
}

/** The WITH tables for `isInScope`. */
export function scopePaths(threadId: string, answerId: string | null): SQL {
  return sql`${removedTable(answerId)}
    roots AS MATERIALIZED (SELECT rc.path AS root_path FROM (${rootIds(threadId, answerId)}) named
      JOIN collections rc ON rc.id = named.id AND rc.lifecycle_state = 'active')`;
}
