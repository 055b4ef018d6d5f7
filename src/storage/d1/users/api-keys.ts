import { and, eq, sql, type SQL } from "drizzle-orm";
import { ACTIONS, commonActions } from "../../../domain/access.ts";
import { ENDED_KEY_DAYS, KEYS_PER_USER } from "../../../domain/api-key.ts";
import type { Id } from "../../../domain/ids.ts";
import type { KeyNarrowing } from "../../../domain/principal.ts";
import type { Database, Statement } from "../core/database.ts";
import { apiKeys, users } from "../schema/users.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, "hash">;

/** The columns of a key without its hash. */
const shown = {
  id: apiKeys.id,
  userId: apiKeys.userId,
  name: apiKeys.name,
  actions: apiKeys.actions,
  collectionIds: apiKeys.collectionIds,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
};

export function insertApiKey({ build }: Database, row: typeof apiKeys.$inferInsert): Statement {
  return build.insert(apiKeys).values(row);
}

/** The active key with this hash, if its user is active. */
export function findLiveKey({ build }: Database, hash: string, now: Date) {
  return build
    .select(shown)
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), eq(users.lifecycleState, "active")))
    .where(
      and(
        eq(apiKeys.hash, hash),
        sql`${apiKeys.revokedAt} IS NULL`,
        sql`${apiKeys.expiresAt} > ${now.getTime()}`,
      ),
    );
}

/** A user's keys, newest first, without keys that ended long ago. */
export function selectApiKeys({ build }: Database, user: SQL, now: Date) {
  return build
    .select(shown)
    .from(apiKeys)
    .where(and(sql`${apiKeys.userId} = ${user}`, sql`NOT ${hasLongEnded(now)}`))
    .orderBy(sql`${apiKeys.id} DESC`);
}

export function findApiKey({ build }: Database, user: SQL, id: Id<"key">) {
  return build
    .select(shown)
    .from(apiKeys)
    .where(and(sql`${apiKeys.userId} = ${user}`, eq(apiKeys.id, id)));
}

/** Whether the user may create another key. */
export function mayHaveKey(user: SQL, now: Date): SQL<boolean> {
  return sql<boolean>`((SELECT count(*) FROM api_keys WHERE user_id = ${user} AND NOT ${hasLongEnded(now)}) < ${KEYS_PER_USER})`;
}

export function deleteEndedApiKeys({ build }: Database, userId: Id<"user">, now: Date): Statement {
  return build.run(sql`DELETE FROM api_keys WHERE user_id = ${userId} AND ${hasLongEnded(now)}`);
}

export function revokeApiKeyStatement({ build }: Database, id: Id<"key">, now: Date): Statement {
  return build.run(
    sql`UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now.getTime()}) WHERE id = ${id}`,
  );
}

/** Records the day of the key's last use. */
export function recordKeyUse({ build }: Database, id: Id<"key">, now: Date): Statement {
  const day = startOfDay(now);
  return build.run(
    sql`UPDATE api_keys SET last_used_at = ${day} WHERE id = ${id} AND coalesce(last_used_at, 0) < ${day}`,
  );
}

/** Start of the UTC day, in milliseconds since 1970. */
export function startOfDay(now: Date): number {
  return now.getTime() - (now.getTime() % MS_PER_DAY);
}

function hasLongEnded(now: Date): SQL {
  return sql`(min(coalesce(revoked_at, expires_at), expires_at) < ${now.getTime() - ENDED_KEY_DAYS * MS_PER_DAY})`;
}

const ID = /^key_[0-9a-z]{26}$/;

/**
 * Joins a key `ko` to its user's grants `kg` on a named collection `kn`. INDEXED BY is necessary, because
 * SQLite may otherwise read all grants in the organization.
 */
const ON_NAMED = `CROSS JOIN json_each(ko.collection_ids) ki CROSS JOIN collections kn ON kn.id = ki.value
    CROSS JOIN json_each('["' || replace(rtrim(kn.path, '/'), '/', '","') || '"]') ka
    CROSS JOIN main.grants kg INDEXED BY grants_user_collection_action ON kg.collection_id = ka.value AND kg.user_id = ko.user_id`;

/**
 * The database limited to the key's rights, which each round trip determines anew. Without a key, returns the
 * database unchanged.
 */
export function withKey(db: Database, key: KeyNarrowing | null): Database {
  return key === null ? db : db.narrowed(() => grantsOfKey(key, new Date()));
}

/** Whether the key `ko` is active. */
export function isLiveKey(now: Date): SQL<boolean> {
  return sql<boolean>`(ko.revoked_at IS NULL AND ko.expires_at > ${now.getTime()})`;
}

/**
 * Whether a key with named collections permits its user to read, according to `mayRead`. The actions that key
 * and grant share always include reading.
 */
export function readsByNamed(keyId: SQL, mayRead: (userId: SQL) => SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (WITH grants AS (SELECT kg.user_id AS user_id, kn.id AS collection_id, 'read' AS action
      FROM api_keys ko ${sql.raw(ON_NAMED)} WHERE ko.id = ${keyId})
    SELECT 1 FROM api_keys kr WHERE kr.id = ${keyId} AND ${mayRead(sql`kr.user_id`)})`;
}

/**
 * A SELECT that replaces `grants` with the key's rights: the actions that the key and each grant of its user
 * share. With named collections, only grants on those and their ancestors count. The SELECT yields no rows
 * after the key's end, and never grants of other users. It binds no values, because its statements may
 * already bind D1's maximum.
 */
export function grantsOfKey({ keyId, actions: held, namesCollections }: KeyNarrowing, now: Date): string {
  if (!ID.test(keyId)) throw new Error("The identifier of a key is none.");
  const common = ACTIONS.map((granted) => ({ granted, actions: commonActions([granted], held) }));
  // A CASE maps each granted action to the actions that the key keeps. With a joined table of all mappings,
  // SQLite would not read the grants in the order of their index.
  const isOne = common.every(({ actions }) => actions.length === 1);
  const cases = common.map(
    ({ granted, actions }) => `WHEN '${granted}' THEN '${isOne ? actions.join() : JSON.stringify(actions)}'`,
  );
  const byGrant = `CASE kg.action ${cases.join(" ")} END`;
  const [action, table] = isOne ? [byGrant, ""] : ["kc.value", `CROSS JOIN json_each(${byGrant}) kc`];
  const isLive = `ko.id = '${keyId}' AND ko.revoked_at IS NULL AND ko.expires_at > ${now.getTime()}`;
  // If the key names no collections, a subquery checks the key, and SQLite reads its user's grants like the
  // table `grants`.
  const [place, from, where] = namesCollections
    ? ["kn.id", `api_keys ko ${ON_NAMED}`, isLive]
    : [
        "kg.collection_id",
        "main.grants kg",
        `kg.user_id = (SELECT ko.user_id FROM api_keys ko WHERE ${isLive})`,
      ];
  return `SELECT kg.id AS id, kg.user_id AS user_id, ${place} AS collection_id, kg.organization_id AS organization_id, ${action} AS action,
      kg.created_at AS created_at, kg.created_by AS created_by, kg.shows_address AS shows_address
    FROM ${from} ${table}
    WHERE ${where}`;
}
