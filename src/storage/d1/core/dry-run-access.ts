import { sql, type SQL } from "drizzle-orm";
import { ACTIONS, actionsGranting } from "../../../domain/access.ts";
import type { ImpactScope } from "../../../domain/dry-run.ts";
import {
  idsAlong,
  isAliveThread,
  isOfAliveAsset,
  isWithin,
  listOf,
  mayOnCollection,
  userOf,
} from "./access.ts";
import type { Database, Statement } from "./database.ts";
import { IS_OPEN, LINKS_OF_THREADS } from "./open-links.ts";

const LINKS_LOOKED_AT = 500;
const INVITATIONS_LOOKED_AT = 500;
const HELD_LOOKED_AT = 1_000;

/** Numbers of collections and records that the snapshot covers at most. */
export interface Looked {
  readonly collections: number;
  readonly records: number;
}

export interface Measured {
  /** Number of grants on the scope's collections and their ancestors. */
  readonly crowd: number;
  readonly collections: number;
  readonly assets: number;
  readonly threads: number;
}

/** Size of the impact scope, and the number of grants on its collections and their ancestors. */
export function measureReach({ build }: Database, reach: ImpactScope) {
  const beside = [...reach.rootIds, ...reach.alongsideIds];
  return build.all<Measured>(sql`SELECT (SELECT count(*) FROM ${listOf(beside)} named CROSS JOIN collections top ON top.id = named.value
      CROSS JOIN ${idsAlong(sql`top.path`)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value) AS crowd,
    count(*) AS collections, coalesce(sum(within.asset_count), 0) + ${reach.assetIds.length} AS assets,
    coalesce(sum(within.thread_count), 0) + ${reach.threadIds.length} AS threads FROM (${collectionsOf(reach)}) within`);
}

/**
 * Whether the change concerns at least one collection and the user may list access to each such collection.
 */
export function findMayListAll({ build }: Database, userId: string, { rootIds, alongsideIds }: ImpactScope) {
  const ids = listOf([...rootIds, ...alongsideIds]);
  return build.all<{ readonly may: number }>(sql`SELECT EXISTS (SELECT 1 FROM ${ids})
    AND NOT EXISTS (SELECT 1 FROM ${ids} named WHERE NOT ${mayOnCollection(userOf(userId), sql`named.value`, "share")}) AS may`);
}

/** Records access within the scope, before (0) or after (1) the change. */
export function recordAccess(
  { build }: Database,
  reach: ImpactScope,
  side: 0 | 1,
  looked: Looked,
  now: Date,
): Statement[] {
  const note = (rows: SQL): Statement =>
    build.run(sql`INSERT INTO rehearsed_access (side, who, kind, target, actions) ${rows}`);
  const scope = sql`(SELECT id FROM (${collectionsOf(reach)}) ORDER BY depth, path LIMIT ${looked.collections})`;
  return [
    note(onCollections(reach, side, scope)),
    note(onAssets(reach, side, scope, looked.records)),
    note(onThreads(reach, side, scope, looked.records)),
    note(ofInvitations(side, scope, now)),
    note(ofGuests(reach, side, scope)),
  ];
}

/**
 * The differences between the snapshots as JSON text: `[count, [[who, kind, target, gained, lost, hexadecimal
 * of the address], …]]`.
 */
export function dryRunAccessDifferences(limit: number): SQL {
  const differing = sql`SELECT who, kind, target, sum(iif(side = 0, actions, 0)) AS was, sum(iif(side = 1, actions, 0)) AS is_now
    FROM rehearsed_access GROUP BY who, kind, target HAVING was <> is_now`;
  const address = sql`coalesce((SELECT hex(inv.email) FROM invitations inv WHERE inv.id = d.who), '')`;
  const depth = sql`coalesce((SELECT dc.depth FROM collections dc WHERE dc.id = d.target), 99)`;
  return sql`(SELECT json_array((SELECT count(*) FROM (${differing})), json((SELECT coalesce(json_group_array(json(row)), '[]') FROM (
    SELECT json_array(d.who, d.kind, d.target, d.is_now & ~d.was, d.was & ~d.is_now, ${address}) AS row FROM (${differing}) d
    ORDER BY ${depth}, d.kind, d.target, d.who LIMIT ${limit})))))`;
}

/** The active collections within the scope. */
function collectionsOf({ rootIds, grantedTo }: ImpactScope): SQL {
  const columns = sql.raw(
    ["id", "depth", "path", "asset_count", "thread_count"].map((name) => `below.${name}`).join(),
  );
  const held = sql`SELECT hg.collection_id FROM grants hg WHERE hg.user_id IN (SELECT value FROM ${listOf(grantedTo)})
    GROUP BY hg.collection_id ORDER BY hg.collection_id LIMIT ${HELD_LOOKED_AT}`;
  return sql`SELECT DISTINCT ${columns} FROM (SELECT value AS id FROM ${listOf(rootIds)} UNION SELECT collection_id FROM (${held})) named
    CROSS JOIN collections top ON top.id = named.id CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)}
    WHERE below.lifecycle_state = 'active'`;
}

/** Bit mask of a group's granted actions, under the rule of `effectiveActions`. */
function maskOf(action: SQL): SQL {
  const bits = ACTIONS.map((each, bit) => {
    const granting = actionsGranting(each).map((granted) => `'${granted}'`);
    return sql`${sql.raw(String(1 << bit))} * max(${action} IN (${sql.raw(granting.join(", "))}))`;
  });
  return sql`(${sql.join(bits, sql` + `)})`;
}

/** Grants `gr` of active users on the collections along a path. */
function grantsAlong({ userIds }: ImpactScope, path: SQL): SQL {
  const theirs = userIds === null ? sql`` : sql` AND gr.user_id IN (SELECT value FROM ${listOf(userIds)})`;
  return sql`CROSS JOIN ${idsAlong(path)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value${theirs}
    CROSS JOIN users gu ON gu.id = gr.user_id AND gu.lifecycle_state = 'active'`;
}

function onCollections(reach: ImpactScope, side: number, scope: SQL): SQL {
  return sql`SELECT ${side}, gr.user_id, 'collection', c.id, ${maskOf(sql`gr.action`)} FROM ${scope} s CROSS JOIN collections c ON c.id = s.id
    ${grantsAlong(reach, sql`c.path`)} GROUP BY gr.user_id, c.id`;
}

function onAssets(reach: ImpactScope, side: number, scope: SQL, limit: number): SQL {
  const { assetIds } = reach;
  const looked =
    assetIds.length > 0
      ? sql`SELECT value AS id FROM ${listOf(assetIds)} ORDER BY value LIMIT ${limit}`
      : sql`SELECT DISTINCT at.asset_id AS id FROM ${scope} s CROSS JOIN asset_collections at ON at.collection_id = s.id
          WHERE ${isOfAliveAsset("at")} ORDER BY id LIMIT ${limit}`;
  return sql`SELECT ${side}, gr.user_id, 'asset', hold.asset_id, ${maskOf(sql`gr.action`)} FROM (${looked}) a
    CROSS JOIN asset_collections hold ON hold.asset_id = a.id AND ${isOfAliveAsset("hold")}
    CROSS JOIN collections c ON c.id = hold.collection_id AND c.lifecycle_state = 'active'
    ${grantsAlong(reach, sql`c.path`)} GROUP BY gr.user_id, hold.asset_id`;
}

/** Access to threads. The home gives all actions; a linking collection gives `read`. */
function onThreads(reach: ImpactScope, side: number, scope: SQL, limit: number): SQL {
  const { threadIds } = reach;
  const looked =
    threadIds.length > 0
      ? sql`SELECT value AS id FROM ${listOf(threadIds)} ORDER BY value LIMIT ${limit}`
      : sql`SELECT th.id AS id FROM ${scope} s CROSS JOIN threads th ON th.home_collection_id = s.id WHERE ${isAliveThread("th")}
          UNION SELECT tc.thread_id FROM ${scope} s CROSS JOIN thread_collections tc ON tc.collection_id = s.id ORDER BY id LIMIT ${limit}`;
  const living = sql`(${looked}) t CROSS JOIN threads th ON th.id = t.id AND ${isAliveThread("th")}
    CROSS JOIN collections home ON home.id = th.home_collection_id AND home.lifecycle_state = 'active'`;
  return sql`SELECT ${side}, user_id, 'thread', thread_id, ${maskOf(sql`action`)} FROM (
    SELECT gr.user_id AS user_id, th.id AS thread_id, gr.action AS action FROM ${living} ${grantsAlong(reach, sql`home.path`)}
    UNION ALL SELECT gr.user_id, th.id, 'read' FROM ${living} CROSS JOIN thread_collections tl ON tl.thread_id = th.id
      CROSS JOIN collections lc ON lc.id = tl.collection_id AND lc.lifecycle_state = 'active' ${grantsAlong(reach, sql`lc.path`)})
    GROUP BY user_id, thread_id`;
}

/** Invited grants of open invitations, newest first. */
function ofInvitations(side: number, scope: SQL, now: Date): SQL {
  return sql`SELECT ${side}, ig.invitation_id, 'collection', ig.collection_id, ${maskOf(sql`ig.action`)} FROM ${scope} s
    CROSS JOIN invitation_grants ig ON ig.collection_id = s.id CROSS JOIN invitations inv ON inv.id = ig.invitation_id
    WHERE inv.redeemed_at IS NULL AND inv.revoked_at IS NULL AND inv.expires_at > ${now.getTime()}
    GROUP BY ig.invitation_id, ig.collection_id ORDER BY ig.invitation_id DESC LIMIT ${INVITATIONS_LOOKED_AT}`;
}

/**
 * Access of guests through open public links. The query selects the links to examine independently of their
 * state.
 */
function ofGuests({ threadIds }: ImpactScope, side: number, scope: SQL): SQL {
  return sql`SELECT ${side}, gl.id, 'thread', gl.thread_id, 1 FROM ${LINKS_OF_THREADS} WHERE gl.id IN (
      SELECT pl.id AS id FROM ${scope} s CROSS JOIN threads pt ON pt.home_collection_id = s.id CROSS JOIN thread_links pl ON pl.thread_id = pt.id
      UNION SELECT nl.id FROM ${listOf(threadIds)} named CROSS JOIN thread_links nl ON nl.thread_id = named.value
      ORDER BY id DESC LIMIT ${LINKS_LOOKED_AT}) AND ${IS_OPEN}`;
}
