import type { Id } from "../../../domain/ids.ts";
import { eq, sql, type SQL } from "drizzle-orm";
import { isActiveUser, mayOnAsset, userOf } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database } from "../core/database.ts";
import { assets } from "../schema/assets.ts";
import { statesBeforeSql } from "./states-before.ts";

/** Whether the user registered the asset and may still write it. Only this user may send its bytes. */
function mayUpload(user: SQL, assetId: SQL): SQL<boolean> {
  return sql<boolean>`(${isActiveUser(user)} AND ${mayOnAsset(user, assetId, "write")}
    AND EXISTS (SELECT 1 FROM assets ca WHERE ca.id = ${assetId} AND ca.created_by = ${user}))`;
}

/** Asserts that the asset waits for bytes from this user. */
export function uploadAsserts(id: string, userId: string): Assertion[] {
  return [
    {
      name: "awaited",
      holds: sql`EXISTS (SELECT 1 FROM assets aw WHERE aw.id = ${id} AND aw.lifecycle_state IN (${statesBeforeSql("send")}))`,
    },
    { name: "may_write", holds: mayUpload(userOf(userId), sql`${id}`) },
  ];
}

/** Whether `objectKey` holds the asset's bytes or will hold them after the upload. */
export function hasObjectKey(id: string, objectKey: string): SQL {
  return sql`(SELECT fa.object_key FROM assets fa WHERE fa.id = ${id}) = ${objectKey}`;
}

/** The asset, if its bytes or those of its next version are stored under `objectKey`. */
export function findAdopted({ build }: Database, id: Id<"asset">, objectKey: string) {
  return build
    .select({ id: assets.id })
    .from(assets)
    .where(
      sql`${assets.id} = ${id} AND ${objectKey} IN (${assets.objectKey}, iif(${assets.pendingVersion} = '', '', ${assets.pendingVersion} ->> 'objectKey'))`,
    );
}

/** R2's metadata of an object. */
export type StoredObject = Pick<R2Object, "key" | "etag" | "size">;

/** The asset columns that record an object as the asset's bytes. */
export function receivedFields({ key, etag, size }: StoredObject) {
  return { objectKey: key, received: JSON.stringify({ key, etag, size } satisfies StoredObject) };
}

/** R2's metadata of the asset's bytes; null if the stored metadata describes another object. */
export function receivedOf({
  objectKey,
  received,
}: {
  readonly objectKey: string;
  readonly received: string;
}): StoredObject | null {
  if (received === "") return null;
  const stored = JSON.parse(received) as StoredObject;
  return stored.key === objectKey ? stored : null;
}

export function setReceived({ build }: Database, id: Id<"asset">, object: StoredObject) {
  return build.update(assets).set(receivedFields(object)).where(eq(assets.id, id));
}

/** An asset, and whether the user may send its bytes. */
export function findUpload({ build }: Database, assetId: string, userId: string) {
  const mayWrite = mayUpload(userOf(userId), sql`"assets"."id"`);
  return build
    .select({
      id: assets.id,
      organizationId: assets.organizationId,
      objectKey: assets.objectKey,
      state: assets.lifecycleState,
      mayWrite: sql<number>`${mayWrite}`.as("may_write"),
    })
    .from(assets)
    .where(sql`${assets.id} = ${assetId}`);
}
