import type { Id } from "../../../src/domain/ids.ts";
import { platformOf } from "../../../src/platform.ts";
import { testEnv } from "../setup/env.ts";

const { BUCKET, DB } = testEnv;

/** Every D1 table that contains the id, except those that keep ids on purpose. */
export async function tablesWith(id: string): Promise<string[]> {
  const kept = new Set(["audit_events", "idempotency_keys", "d1_migrations"]);
  const { results } = await DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  ).all<{
    name: string;
  }>();
  const found: string[] = [];
  for (const { name } of results.filter((table) => !kept.has(table.name))) {
    const { results: columns } = await DB.prepare(`SELECT name FROM pragma_table_info('${name}')`).all<{
      name: string;
    }>();
    const isNamed = columns.map((column) => `"${column.name}" LIKE ?1`).join(" OR ");
    const row = await DB.prepare(`SELECT 1 FROM "${name}" WHERE ${isNamed} LIMIT 1`).bind(`%${id}%`).first();
    if (row !== null) found.push(name);
  }
  return found;
}

/** The remaining traces of an asset in all stores. */
export async function remainingRowsOfAsset({
  ada,
  assetId,
}: {
  readonly ada: { readonly organizationId: string };
  readonly assetId: Id<"asset">;
}) {
  const { objects } = await BUCKET.list({ prefix: `${ada.organizationId}/${assetId}/` });
  const passages = await platformOf(testEnv).index(ada.organizationId, 0).countPassages(assetId);
  return { tables: await tablesWith(assetId), objects: objects.length, passages };
}

export async function remainingRowsOfThread({ threadId }: { readonly threadId: Id<"thread"> }) {
  return { tables: await tablesWith(threadId), kept: await platformOf(testEnv).room(threadId).countStored() };
}

export const NO_ROWS_OF_ASSET = { tables: [], objects: 0, passages: 0 };
export const NO_ROWS_OF_THREAD = { tables: [], kept: 0 };
