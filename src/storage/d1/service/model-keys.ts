import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { modelKeys } from "../schema/model-keys.ts";

export type ModelKeyRow = typeof modelKeys.$inferSelect;

const isOf = (organizationId: string): SQL => sql`${modelKeys.organizationId} = ${organizationId}`;
const isKey = (organizationId: string, model: string): SQL =>
  sql`${isOf(organizationId)} AND ${modelKeys.model} = ${model}`;

/** The encrypted keys of an organization. The caller checks that the user may list them. */
export function selectModelKeys({ build }: Database, organizationId: Id<"org">) {
  return build.select().from(modelKeys).where(isOf(organizationId)).orderBy(modelKeys.model);
}

/** Stores a key and replaces the earlier key for the same model. */
export function putModelKey({ build }: Database, row: typeof modelKeys.$inferInsert): Statement {
  const { organizationId: _organization, model: _model, ...set } = { refusedAt: null, ...row };
  return build
    .insert(modelKeys)
    .values(row)
    .onConflictDoUpdate({ target: [modelKeys.organizationId, modelKeys.model], set });
}

export function deleteModelKeyRow({ build }: Database, organizationId: Id<"org">, model: string): Statement {
  return build.delete(modelKeys).where(isKey(organizationId, model));
}

/**
 * Records that the provider rejected this key. If a newer key has replaced it, the statement changes nothing.
 */
export function recordRejectedKey(
  { build }: Database,
  { organizationId, model, sealed }: ModelKeyRow,
  at: Date,
): Statement {
  const isThis = sql`${isKey(organizationId, model)} AND ${modelKeys.sealed} = ${sealed} AND ${modelKeys.refusedAt} IS NULL`;
  return build.update(modelKeys).set({ refusedAt: at }).where(isThis);
}

/** Some of the keys that these secrets encrypt, at most `limit`. */
export function selectKeysEncryptedWith({ build }: Database, kids: readonly string[], limit: number) {
  return build
    .select()
    .from(modelKeys)
    .where(sql`${modelKeys.kid} IN (SELECT value FROM ${listOf(kids)})`)
    .limit(limit);
}

/** Stores the same key with a new encryption. A newer key stays unchanged. */
export function replaceEncryptedKey(
  { build }: Database,
  { organizationId, model, sealed: before }: ModelKeyRow,
  { kid, sealed }: Pick<ModelKeyRow, "kid" | "sealed">,
): Statement {
  return build
    .update(modelKeys)
    .set({ kid, sealed })
    .where(sql`${isKey(organizationId, model)} AND ${modelKeys.sealed} = ${before}`);
}
