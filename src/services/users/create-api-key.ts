import { hashOfApiKey, newApiKey } from "../../auth/api-key.ts";
import type { Action } from "../../domain/access.ts";
import { KEY_DAYS, KEYS_PER_USER, MAX_KEY_DAYS } from "../../domain/api-key.ts";
import { requireAction } from "../../domain/authorized.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { findCollections } from "../../storage/d1/collections/collections.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  type ApiKeyRow,
  findApiKey,
  deleteEndedApiKeys,
  insertApiKey,
  selectApiKeys,
  mayHaveKey,
} from "../../storage/d1/users/api-keys.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { MS_PER_DAY } from "../../domain/time.ts";

export interface CreateApiKeyInput {
  readonly name: string;
  readonly actions: readonly Action[];
  /**
   * Collections to which the key is limited. Empty means all records on which the user has the actions, now
   * and later.
   */
  readonly collectionIds: readonly Id<"col">[];
  /** Expiry of the key. Null means in 90 days. */
  readonly expiresAt: Date | null;
}

/**
 * Creates a key for a program that acts for the caller. Only this response contains the key. Each use of the
 * key checks the user's rights on its collections.
 * @throws ServiceError `not_found` for a collection that the caller may not read, `resource_exhausted`
 */
export async function createApiKey(
  ctx: Context,
  input: CreateApiKeyInput,
): Promise<{ readonly key: string; readonly row: ApiKeyRow }> {
  const { db, now } = ctx;
  const { name, actions, collectionIds } = input;
  const expiresAt = input.expiresAt ?? new Date(now.getTime() + KEY_DAYS * MS_PER_DAY);
  if (expiresAt <= now) throw invalidField("expiresAt", "is over");
  if (expiresAt.getTime() > now.getTime() + MAX_KEY_DAYS * MS_PER_DAY)
    throw invalidField("expiresAt", `is more than ${MAX_KEY_DAYS} days away`);
  const { actor, rows } = await readAsUser(ctx, {
    collections: findCollections(db, actorSql(ctx), collectionIds),
    keys: selectApiKeys(db, actorSql(ctx), now),
  });
  const found = new Map(rows.collections.map((collection) => [collection.id, collection]));
  for (const id of collectionIds) requireAction(found.get(id), "read", "collection");
  if (rows.keys.length >= KEYS_PER_USER)
    throw new ServiceError("resource_exhausted", `A user can have at most ${KEYS_PER_USER} API keys.`);
  const key = newApiKey();
  const hash = await hashOfApiKey(key);
  if (hash === null) throw new Error("A fresh API key is none.");
  const row = {
    id: newId("key"),
    userId: actor.id,
    name,
    actions,
    collectionIds,
    createdAt: now,
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  };
  await commit(actor.writer, {
    asserts: [{ name: "few_keys", holds: mayHaveKey(userOf(actor.id), now) }],
    writes: [deleteEndedApiKeys(db, actor.id, now), insertApiKey(db, { ...row, hash })],
    audit: { organizationId: actor.organizationId, targetId: row.id, changes: { actions, collectionIds } },
  });
  return { key, row };
}

/** Returns the current state of the key, without its secret. */
export async function getApiKey(ctx: Context, keyId: Id<"key">): Promise<ApiKeyRow> {
  const { rows } = await readAsUser(ctx, { key: findApiKey(ctx.db, actorSql(ctx), keyId) });
  if (rows.key[0] === undefined) throw notFound("API key");
  return rows.key[0];
}
