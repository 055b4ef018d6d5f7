import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import type { Person } from "../http/person.ts";

export interface StoredCollection {
  readonly id: string;
  readonly parentId: string | null;
  readonly path: string;
  readonly depth: number;
  readonly version: number;
}

/**
 * The organization's collections in path order, after a check that every path and depth follows from
 * `parent_id`.
 */
export async function storedTree(organizationId: string): Promise<StoredCollection[]> {
  const select = `SELECT id, parent_id AS parentId, path, depth, version FROM collections WHERE organization_id = ? ORDER BY path`;
  const { results } = await testEnv.DB.prepare(select).bind(organizationId).all<StoredCollection>();
  const byId = new Map(results.map((row) => [row.id, row]));
  for (const row of results) {
    const above: string[] = [];
    for (let at: StoredCollection | undefined = row; at !== undefined; at = byId.get(at.parentId ?? "")) {
      above.unshift(at.id);
      if (above.length > results.length) throw new Error(`${row.id} lies under itself`);
    }
    if (`${above.join("/")}/` !== row.path || above.length !== row.depth)
      throw new Error(`${row.id} is not where its path says: ${row.path}`);
  }
  if (results.filter((row) => row.parentId === null).length !== 1)
    throw new Error("there is not exactly one root");
  return results;
}

/**
 * Inserts many collections below `parentId` with one statement.
 * @param parentOf the index of the parent among the new ones, -1 for `parentId`
 */
export async function insertCollections(
  person: Person,
  parentId: string,
  count: number,
  parentOf: (position: number) => number,
): Promise<string[]> {
  const select = "SELECT path, depth FROM collections WHERE id = ?";
  const top = await testEnv.DB.prepare(select).bind(parentId).first<{ path: string; depth: number }>();
  if (top === null) throw new Error("no such parent");
  const rows: { id: string; parentId: string; path: string; depth: number }[] = [];
  for (let position = 0; position < count; position += 1) {
    const parent = rows[parentOf(position)] ?? { id: parentId, ...top };
    const id = newId("col");
    rows.push({ id, parentId: parent.id, path: `${parent.path}${id}/`, depth: parent.depth + 1 });
  }
  await testEnv.DB.prepare(
    `INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, path, depth, created_at, created_by, modified_at, modified_by)
      SELECT value ->> 'id', ?1, ?2, value ->> 'parentId', 'collection', 'below', value ->> 'path', value ->> 'depth', 0, ?3, 0, ?3 FROM json_each(?4)`,
  )
    .bind(person.organizationId, person.tenantId, person.userId, JSON.stringify(rows))
    .run();
  return rows.map(({ id }) => id);
}
