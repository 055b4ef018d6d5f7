import { sql, type SQL } from "drizzle-orm";
import { type Action, actionsGranting } from "../../domain/access.ts";

/**
 * Every fragment takes SQL expressions: `actor` yields a user id, `path` a collection's path. Aliases are long so that they never capture a
 * caller's. CROSS JOIN fixes the order: each id along the path is one look-up, where the planner would read all grants of the user.
 */

/** The id of the user whose identity this is; null before the first sync. */
export function actorOf(issuer: string, subject: string): SQL {
  return sql`(SELECT idn.user_id FROM identities idn WHERE idn.issuer = ${issuer} AND idn.subject = ${subject})`;
}

/** The collection ids along a path, root first, as rows with a `value`. */
export function idsAlong(path: SQL): SQL {
  return sql`json_each('["' || replace(rtrim(${path}, '/'), '/', '","') || '"]')`;
}

/** The user's grants on the collection at `path`, its own and inherited: a comma-separated list, null when there are none. */
export function grantedOnPath(actor: SQL, path: SQL): SQL<string | null> {
  return sql<string | null>`(SELECT group_concat(DISTINCT gr.action) FROM ${idsAlong(path)} anc
    CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${actor})`;
}

/** Whether the user holds `action` on the collection at `path`. */
export function mayOnPath(actor: SQL, path: SQL, action: Action): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM ${idsAlong(path)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value
    AND gr.user_id = ${actor} AND gr.action IN (${literals(actionsGranting(action))}))`;
}

/** Whether the user holds `action` on the active collection with this id. */
export function mayOnCollection(actor: SQL, collectionId: SQL, action: Action): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM collections mc WHERE mc.id = ${collectionId} AND mc.lifecycle_state = 'active'
    AND ${mayOnPath(actor, sql`mc.path`, action)})`;
}

/** The user's grants on every active collection that holds the asset, together. */
export function grantedOnAsset(actor: SQL, assetId: SQL): SQL<string | null> {
  return sql<string | null>`(SELECT group_concat(DISTINCT gr.action) FROM asset_collections hold
    JOIN collections hc ON hc.id = hold.collection_id AND hc.lifecycle_state = 'active'
    CROSS JOIN ${idsAlong(sql`hc.path`)} anc CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${actor}
    WHERE hold.asset_id = ${assetId})`;
}

/** Whether the user may `action` the asset through any active collection that holds it. */
export function mayOnAsset(actor: SQL, assetId: SQL, action: Action): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM asset_collections hold JOIN collections hc ON hc.id = hold.collection_id
    AND hc.lifecycle_state = 'active' WHERE hold.asset_id = ${assetId} AND ${mayOnPath(actor, sql`hc.path`, action)})`;
}

/** Whether `path` lies in the subtree of the collection at `above`, itself included: one range of the path index. */
export function isWithin(path: SQL, above: SQL): SQL<boolean> {
  return sql<boolean>`(${path} >= ${above} AND ${path} < substr(${above}, 1, length(${above}) - 1) || '0')`;
}

/** Whether the user's account is active. */
export function isActiveUser(user: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM users au WHERE au.id = ${user} AND au.lifecycle_state = 'active')`;
}

/** A JSON array bound as one value, as rows with a `value`: the way around the limit of 100 bound values. */
export function listOf(values: readonly string[]): SQL {
  return sql`json_each(${JSON.stringify(values)})`;
}

function literals(actions: readonly Action[]): SQL {
  return sql.raw(actions.map((action) => `'${action}'`).join(", "));
}
