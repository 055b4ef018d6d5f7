import { sql, type SQL } from "drizzle-orm";
import { idsOfPath } from "../../../domain/collection.ts";
import type { Id } from "../../../domain/ids.ts";
import { idsAlong, isAliveAsset, isOfAliveAsset, isWithin, listOf } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";

/**
 * Triggers update subtree lists (`subtree_assets`) when links change. This module updates the lists when
 * collections move or are deleted: the list of the moved collection is the difference for the lists of its
 * ancestors. If the difference is large, a job rebuilds the lists. Until then, queries read the collections
 * of the subtree.
 */

/** List rows that one batch changes at most, which takes about 100 ms. */
const CHANGED_AT_ONCE = 5_000;

/** SQL that yields `top_id`, whose list is the difference, and `list_id`, the list to change. */
type Changes = SQL;

interface Place {
  readonly organizationId: Id<"org">;
  readonly path: string;
  readonly subtreeCount: number;
  readonly subtreeListedTo: string | null;
}

interface Moved extends Place {
  readonly id: string;
  readonly parentId: string | null;
}

interface ListChange {
  readonly asserts: Assertion[];
  /** Statements to run before the collections change; `after` holds those to run afterwards. */
  readonly before: Statement[];
  readonly after: Statement[];
  /** Jobs that rebuild dropped subtree lists. */
  readonly jobs: readonly { readonly kind: "complete_lists"; readonly organizationId: Id<"org"> }[];
}

/** The list changes of a move, for the ancestors at the old and the new position. */
export function moveSubtreeClosure(
  db: Database,
  moved: Moved,
  to: { readonly id: string; readonly path: string },
): ListChange {
  const lost = listsAlong(moved.id, moved.parentId ?? "", to.id);
  const gained = listsAlong(moved.id, to.id, moved.parentId ?? "");
  const [from, into] = [idsOfPath(moved.path).slice(0, -1), idsOfPath(to.path)];
  const changed = [...from.filter((id) => !into.includes(id)), ...into.filter((id) => !from.includes(id))]
    .length;
  if (isTooMuch([moved], changed)) {
    return {
      asserts: [],
      before: [giveUp(db, sql`${lost} UNION ALL ${gained}`)],
      after: [],
      jobs: jobsFor([moved]),
    };
  }
  return {
    asserts: [areComplete([moved.id])],
    before: takeOut(db, lost),
    after: putIn(db, gained),
    jobs: [],
  };
}

/** The list changes of a deletion, for the ancestors of the deleted collections. */
export function dropSubtreeClosure(
  db: Database,
  ended: readonly (Place & { readonly id: string })[],
): ListChange {
  const ids = ended.map(({ id }) => id);
  const lost = listsAbove(ids);
  const changed = Math.max(...ended.map(({ path }) => idsOfPath(path).length - 1));
  if (isTooMuch(ended, changed))
    return { asserts: [], before: [giveUp(db, lost)], after: [], jobs: jobsFor(ended) };
  return { asserts: [areComplete(ids)], before: takeOut(db, lost), after: [], jobs: [] };
}

const isTooMuch = (tops: readonly Place[], lists: number): boolean =>
  tops.some(({ subtreeListedTo }) => subtreeListedTo !== null) ||
  tops.reduce((sum, { subtreeCount }) => sum + subtreeCount, 0) * lists > CHANGED_AT_ONCE;

const jobsFor = (changed: readonly Place[]): ListChange["jobs"] =>
  changed.slice(0, 1).map(({ organizationId }) => ({ kind: "complete_lists", organizationId }));

const areComplete = (ids: readonly string[]): Assertion => ({
  name: "lists_complete",
  holds: sql`NOT EXISTS (SELECT 1 FROM ${listOf(ids)} named CROSS JOIN collections lc ON lc.id = named.value AND lc.subtree_listed_to IS NOT NULL)`,
});

/** The lists of a collection and its ancestors, without those of the other collection and its ancestors. */
function listsAlong(topId: string, collectionId: string, otherId: string): Changes {
  return sql`SELECT ${topId} AS top_id, list.id AS list_id FROM collections place CROSS JOIN collections other ON other.id = ${otherId}
    CROSS JOIN ${idsAlong(sql`place.path`)} way CROSS JOIN collections list ON list.id = way.value AND NOT ${isWithin(sql`other.path`, sql`list.path`)}
    WHERE place.id = ${collectionId}`;
}

/**
 * The lists of the ancestors of the named collections. A collection in the subtree of another named
 * collection adds nothing.
 */
function listsAbove(ids: readonly string[]): Changes {
  return sql`SELECT top.id AS top_id, way.value AS list_id FROM ${listOf(ids)} named CROSS JOIN collections top ON top.id = named.value
    CROSS JOIN ${idsAlong(sql`top.path`)} way ON way.value <> top.id
    WHERE NOT EXISTS (SELECT 1 FROM ${listOf(ids)} named CROSS JOIN collections upper
      ON upper.id = named.value AND upper.id <> top.id AND ${isWithin(sql`top.path`, sql`upper.path`)})`;
}

const changedRows = (
  changes: Changes,
): SQL => sql`(SELECT change.list_id, had.asset_id, sum(had.links) AS links FROM (${changes}) change
  CROSS JOIN subtree_assets had ON had.collection_id = change.top_id GROUP BY change.list_id, had.asset_id)`;

const addLinks = ({ build }: Database, changes: Changes, sign: SQL): Statement =>
  build.run(sql`UPDATE subtree_assets SET links = subtree_assets.links ${sign} changed.links FROM ${changedRows(changes)} changed
    WHERE subtree_assets.collection_id = changed.list_id AND subtree_assets.asset_id = changed.asset_id`);

function takeOut(db: Database, changes: Changes): Statement[] {
  const rows = sql`SELECT change.list_id, had.asset_id FROM (${changes}) change CROSS JOIN subtree_assets had ON had.collection_id = change.top_id`;
  return [
    addLinks(db, changes, sql`-`),
    db.build.run(sql`DELETE FROM subtree_assets WHERE (collection_id, asset_id) IN (${rows}) AND links = 0`),
  ];
}

function putIn(db: Database, changes: Changes): Statement[] {
  return [
    addLinks(db, changes, sql`+`),
    db.build
      .run(sql`INSERT INTO subtree_assets (${COLUMNS}) SELECT list.id, had.asset_id, had.links, had.display_name, had.content_type,
        had.file_size, had.asset_created_at, had.asset_modified_at, had.holders
      FROM (${changes}) change CROSS JOIN collections list ON list.id = change.list_id CROSS JOIN subtree_assets had ON had.collection_id = change.top_id
      WHERE (list.subtree_listed_to IS NULL OR had.asset_id <= list.subtree_listed_to)
        AND NOT EXISTS (SELECT 1 FROM subtree_assets kept WHERE kept.collection_id = list.id AND kept.asset_id = had.asset_id)`),
  ];
}

const COLUMNS = sql.raw(
  "collection_id, asset_id, links, display_name, content_type, file_size, asset_created_at, asset_modified_at, holders",
);

const giveUp = ({ build }: Database, changes: Changes): Statement =>
  build.run(
    sql`UPDATE collections SET subtree_listed_to = '' WHERE id IN (SELECT change.list_id FROM (${changes}) change)`,
  );

/** A subtree list that is incomplete. */
export interface PendingClosure {
  readonly id: string;
  /** Last asset id of the completed part of the list. */
  readonly listedTo: string;
  /** 1 if outdated rows remain after that id, otherwise 0. */
  readonly hasOld: number;
  /** Last asset id of the next slice; null if the slice contains all remaining assets. */
  readonly sliceEnd: string | null;
}

/** One incomplete subtree list of the organization. */
export function findPendingClosure({ build }: Database, organizationId: string, slice: number) {
  const old = sql`EXISTS (SELECT 1 FROM subtree_assets old WHERE old.collection_id = list.id AND old.asset_id > list.subtree_listed_to)`;
  return build.all<PendingClosure>(sql`SELECT list.id AS id, list.subtree_listed_to AS "listedTo", ${old} AS "hasOld",
      (SELECT next.id FROM assets next WHERE next.organization_id = ${organizationId} AND next.id > list.subtree_listed_to
        ORDER BY next.id LIMIT 1 OFFSET ${slice - 1}) AS "sliceEnd"
    FROM collections list INDEXED BY collections_to_list
    WHERE list.organization_id = ${organizationId} AND list.subtree_listed_to IS NOT NULL AND (list.lifecycle_state = 'active' OR ${old}) LIMIT 1`);
}

/** Whether the list still ends where the caller read it. A concurrent run or a move changes its end. */
const isSeen = ({ id, listedTo }: PendingClosure): SQL =>
  sql`EXISTS (SELECT 1 FROM collections seen WHERE seen.id = ${id} AND seen.subtree_listed_to = ${listedTo})`;

/** Deletes outdated rows of an incomplete list. */
export function deleteStaleRows({ build }: Database, list: PendingClosure, limit: number): Statement[] {
  return [
    build.run(sql`DELETE FROM subtree_assets WHERE collection_id = ${list.id} AND ${isSeen(list)} AND asset_id IN (
      SELECT old.asset_id FROM subtree_assets old WHERE old.collection_id = ${list.id} AND old.asset_id > ${list.listedTo}
        ORDER BY old.asset_id LIMIT ${limit})`),
  ];
}

/** Adds the next slice of the subtree's assets to the list. */
export function insertSlice({ build }: Database, organizationId: string, list: PendingClosure): Statement[] {
  const { id, listedTo, sliceEnd } = list;
  const toEnd = sliceEnd === null ? sql`` : sql`AND a.id <= ${sliceEnd}`;
  const links = sql`(SELECT count(*) FROM asset_collections ac CROSS JOIN collections held ON held.id = ac.collection_id
    AND held.lifecycle_state = 'active' AND ${isWithin(sql`held.path`, sql`top.path`)} WHERE ac.asset_id = a.id AND ${isOfAliveAsset("ac")})`;
  const counted = sql`SELECT top.id AS list_id, a.id, a.display_name, a.content_type, a.file_size, a.created_at, a.modified_at, a.holders, ${links} AS links
    FROM collections top CROSS JOIN assets a ON a.organization_id = ${organizationId} AND a.id > ${listedTo} ${toEnd} AND ${isAliveAsset("a")}
    WHERE top.id = ${id} AND top.lifecycle_state = 'active' AND ${isSeen(list)}`;
  return [
    build.run(sql`INSERT INTO subtree_assets (${COLUMNS}) SELECT new.list_id, new.id, new.links, new.display_name, new.content_type,
        new.file_size, new.created_at, new.modified_at, new.holders FROM (${counted}) new WHERE new.links > 0`),
    build.run(
      sql`UPDATE collections SET subtree_listed_to = ${sliceEnd} WHERE id = ${id} AND subtree_listed_to = ${listedTo}`,
    ),
  ];
}
