import { type Column, eq, getTableColumns, sql } from "drizzle-orm";
import { type Id, newId } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import { projectOf } from "./project-of.ts";
import { idOfRow } from "../core/id-block.ts";
import { assetCollections, assets } from "../schema/assets.ts";

export type AssetFields = Partial<typeof assets.$inferInsert>;

interface By {
  readonly actorId: Id<"user">;
  readonly now: Date;
}

/** Sets columns of an asset and raises its version. */
export function updateAssetRow(
  { build }: Database,
  id: Id<"asset">,
  fields: AssetFields,
  { actorId, now }: By,
) {
  return build
    .update(assets)
    .set({ ...fields, version: sql`${assets.version} + 1`, modifiedAt: now, modifiedBy: actorId })
    .where(eq(assets.id, id));
}

export interface AssetChange {
  readonly id: Id<"asset">;
  readonly fields: AssetFields;
}

/**
 * Like `updateAssetRow`, for several assets in one statement. All changes must set the same columns. Texts
 * must not contain U+0000, because SQLite's JSON ends a text there.
 */
export function updateAssetRows({ build }: Database, changes: readonly AssetChange[], { actorId, now }: By) {
  const columns = getTableColumns(assets) as Readonly<Record<string, Column>>;
  const names = Object.keys(changes[0]?.fields ?? {}).filter(
    (name) => changes[0]?.fields[name as keyof AssetFields] !== undefined,
  );
  const stored = (name: string, value: unknown): unknown =>
    value === null ? null : columns[name]!.mapToDriverValue(value);
  const rows = changes.map(({ id, fields }) => [
    id,
    ...names.map((name) => stored(name, fields[name as keyof AssetFields] ?? null)),
  ]);
  const sets = names.map(
    (name, at) => sql`${sql.identifier(columns[name]!.name)} = one.value ->> ${sql.raw(String(at + 1))}`,
  );
  return build.run(sql`UPDATE assets SET ${sql.join(sets, sql`, `)}, version = assets.version + 1, modified_at = ${now.getTime()},
    modified_by = ${actorId} FROM json_each(${JSON.stringify(rows)}) one WHERE assets.id = one.value ->> 0`);
}

type NewAsset = Omit<
  typeof assets.$inferInsert,
  "projectId" | "createdAt" | "createdBy" | "modifiedAt" | "modifiedBy"
>;

/** A new asset in one collection. */
export function insertAsset(
  { build }: Database,
  asset: NewAsset,
  collectionId: Id<"col">,
  { actorId, now }: By,
) {
  const created = { createdAt: now, createdBy: actorId };
  return [
    build.insert(assets).values({
      ...asset,
      projectId: projectOf(asset.organizationId),
      ...created,
      modifiedAt: now,
      modifiedBy: actorId,
    }),
    build
      .insert(assetCollections)
      .values({ id: newId("assetcol"), assetId: asset.id, collectionId, ...created }),
  ] as const;
}

/** An asset that waits for its upload. */
export interface AwaitedAsset {
  readonly id: Id<"asset">;
  readonly displayName: string;
  readonly contentType: string;
  readonly objectKey: string;
  /** Size announced by the client. */
  readonly announcedSize: number | null;
  readonly announcedSha256: string;
}

interface Holder {
  readonly id: Id<"col">;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
}

/** Assets that wait for their upload, in one collection: two statements for any number of assets. */
export function insertAwaitedAssets(
  { build }: Database,
  awaited: readonly AwaitedAsset[],
  creationMethod: string,
  holder: Holder,
  { actorId, now }: By,
) {
  const { id: collectionId, organizationId, tenantId } = holder;
  const each = sql`json_each(${JSON.stringify(awaited)}) one`;
  const at = now.getTime();
  return [
    build.run(sql`INSERT INTO assets (id, organization_id, tenant_id, project_id, display_name, original_file_name, content_type,
        creation_method, lifecycle_state, object_key, announced_size, announced_sha256, created_at, created_by, modified_at, modified_by)
      SELECT one.value ->> 'id', ${organizationId}, ${tenantId}, ${projectOf(organizationId)}, one.value ->> 'displayName',
        one.value ->> 'displayName', one.value ->> 'contentType', ${creationMethod}, 'uploading', one.value ->> 'objectKey',
        one.value ->> 'announcedSize', one.value ->> 'announcedSha256', ${at}, ${actorId}, ${at}, ${actorId} FROM ${each}`),
    build.run(sql`INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
      SELECT ${idOfRow("assetcol", sql`one.key`)}, one.value ->> 'id', ${collectionId}, ${at}, ${actorId} FROM ${each}`),
  ] as const;
}
