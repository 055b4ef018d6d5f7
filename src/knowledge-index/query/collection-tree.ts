/** The parent of a collection at one version. A later version replaces an earlier one. */
export interface CollectionParent {
  readonly id: string;
  readonly parentId: string | null;
  readonly version: number;
}

/** Version of a collection that D1 does not know. Such a collection counts as a root. */
const UNKNOWN_VERSION = -1;

/**
 * Parents of the collections that contain assets, and of their ancestors, so that a move changes one row.
 * `outdated_collection` lists the collections whose parents the index must read from D1 before the next
 * search.
 */
export const COLLECTION_TREE = [
  `CREATE TABLE collection (id TEXT PRIMARY KEY, parent_id TEXT, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE INDEX collection_by_parent ON collection (parent_id)`,
  `CREATE TABLE outdated_collection (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER outdated_of_link AFTER INSERT ON asset_collection WHEN NOT EXISTS (SELECT 1 FROM collection WHERE id = NEW.collection_id) BEGIN
    INSERT OR IGNORE INTO outdated_collection VALUES (NEW.collection_id);
  END`,
];

/**
 * Marks known collections as outdated, because they may have moved. Collections that are not in the tree are
 * ignored.
 */
export function markCollectionsOutdated(sql: SqlStorage, collectionIds: readonly string[]): void {
  const insert = `INSERT OR IGNORE INTO outdated_collection SELECT c.id FROM json_each(?) named JOIN collection c ON c.id = named.value`;
  sql.exec(insert, JSON.stringify(collectionIds));
}

export function outdatedCollections(sql: SqlStorage, limit: number): string[] {
  const select = `SELECT id FROM outdated_collection LIMIT ${limit}`;
  return sql
    .exec<{ id: string }>(select)
    .toArray()
    .map(({ id }) => id);
}

/**
 * Stores the nodes that D1 returned for `asked`. Responses may arrive out of order, so an earlier version
 * never replaces a later one. Collections that D1 does not know become roots, so that later searches do not
 * ask for them again.
 */
export function storeCollections(
  sql: SqlStorage,
  asked: readonly string[],
  nodes: readonly CollectionParent[],
): void {
  const upsert = `INSERT INTO collection (id, parent_id, version)
    SELECT value ->> 'id', value ->> 'parentId', value ->> 'version' FROM json_each(?) WHERE true
    ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, version = excluded.version WHERE excluded.version > collection.version`;
  sql.exec(upsert, JSON.stringify(nodes));
  const ids = JSON.stringify(asked);
  sql.exec("INSERT OR IGNORE INTO collection SELECT value, NULL, ? FROM json_each(?)", UNKNOWN_VERSION, ids);
  sql.exec("DELETE FROM outdated_collection WHERE id IN (SELECT value FROM json_each(?))", ids);
}
