import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { type ApiKeyRow, findApiKey, revokeApiKeyStatement } from "../../storage/d1/users/api-keys.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/**
 * Revokes a key of the caller and closes the sockets of the key. Idempotent.
 * @throws ServiceError `not_found`
 */
export async function revokeApiKey(ctx: Context, keyId: Id<"key">): Promise<ApiKeyRow> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, { key: findApiKey(db, actorSql(ctx), keyId) });
  const [key] = rows.key;
  if (key === undefined) throw notFound("API key");
  if (key.revokedAt !== null) return key;
  const { rechecks } = await commit(actor.writer, {
    asserts: [],
    writes: [revokeApiKeyStatement(db, keyId, now)],
    audit: { organizationId: actor.organizationId, targetId: keyId },
    returning: { rechecks: enqueueRechecks(db, [`user/${actor.id}`], now) },
  });
  ctx.runInline(rechecks);
  return { ...key, revokedAt: now };
}
