import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import type { Person } from "../http/person.ts";
import { runSql } from "./run-sql.ts";

export interface AssetFields {
  readonly name?: string;
  readonly size?: number;
  readonly type?: string;
}

/**
 * Inserts many ready assets into a collection with two statements. Their timestamps are one millisecond
 * apart.
 */
export async function insertAssets(
  person: Person,
  collectionId: string,
  count: number,
  fieldsOf: (position: number) => AssetFields,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, position) => {
    const { name = "asset", size = 0, type = "text/plain" } = fieldsOf(position);
    return { id: newId("asset"), joinId: newId("assetcol"), name, size, type, at: position };
  });
  const { organizationId, tenantId, userId } = person;
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO assets (id, organization_id, tenant_id, display_name, original_file_name, content_type, creation_method, lifecycle_state,
          object_key, file_size, created_at, created_by, modified_at, modified_by)
        SELECT value ->> 'id', ?1, ?2, value ->> 'name', value ->> 'name', value ->> 'type', 'upload', 'ready',
          value ->> 'id', value ->> 'size', value ->> 'at', ?3, value ->> 'at', ?3 FROM json_each(?4)`,
    ).bind(organizationId, tenantId, userId, JSON.stringify(rows)),
    testEnv.DB.prepare(
      `INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
        SELECT value ->> 'joinId', value ->> 'id', ?1, 0, ?2 FROM json_each(?3)`,
    ).bind(collectionId, userId, JSON.stringify(rows)),
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Inserts a collection link as a row: triggers run, but the index does not change. The asset need not exist,
 * and an existing link stays.
 */
export async function insertLink(
  assetId: string,
  collectionId: string,
  flags: readonly string[] = [],
): Promise<void> {
  await runSql(
    `INSERT INTO asset_collections (id, asset_id, collection_id, flags, created_at, created_by) VALUES (?, ?, ?, ?, 0, '') ON CONFLICT DO NOTHING`,
    newId("assetcol"),
    assetId,
    collectionId,
    JSON.stringify(flags),
  );
}
