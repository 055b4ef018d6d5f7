/** Where D1 had a collection when it was at this version; of two, the later one counts. */
export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly version: number;
}

/** As if it stood at the top, until D1 says where it stands. */
const UNKNOWN_VERSION = -1;

/**
 * The collections that hold assets, and those above them, by their parents: a move touches one row, whatever it moves. `unplaced_collection`
 * names those that D1 is to be asked about before the next search.
 */
export const TREE = [
  `CREATE TABLE collection (id TEXT PRIMARY KEY, parent_id TEXT, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE INDEX collection_by_parent ON collection (parent_id)`,
  `CREATE TABLE unplaced_collection (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER unplaced_of_link AFTER INSERT ON asset_collection WHEN NOT EXISTS (SELECT 1 FROM collection WHERE id = NEW.collection_id) BEGIN
    INSERT OR IGNORE INTO unplaced_collection VALUES (NEW.collection_id);
  END`,
];

/** Notes those that the tree has, as they may stand elsewhere by now; the others are nobody's business here. */
export function distrustCollections(sql: SqlStorage, collectionIds: readonly string[]): void {
  const insert = `INSERT OR IGNORE INTO unplaced_collection SELECT c.id FROM json_each(?) named JOIN collection c ON c.id = named.value`;
  sql.exec(insert, JSON.stringify(collectionIds));
}

export function unplacedCollections(sql: SqlStorage, limit: number): string[] {
  const select = `SELECT id FROM unplaced_collection LIMIT ${limit}`;
  return sql
    .exec<{ id: string }>(select)
    .toArray()
    .map(({ id }) => id);
}

/**
 * Takes in what D1 said about `asked`. Answers may overtake each other: a node of an earlier version changes nothing. What D1 does not have
 * stands at the top, so that it is not asked about at every search.
 */
export function placeCollections(sql: SqlStorage, asked: readonly string[], nodes: readonly TreeNode[]): void {
  const upsert = `INSERT INTO collection (id, parent_id, version)
    SELECT value ->> 'id', value ->> 'parentId', value ->> 'version' FROM json_each(?) WHERE true
    ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, version = excluded.version WHERE excluded.version > collection.version`;
  sql.exec(upsert, JSON.stringify(nodes));
  const ids = JSON.stringify(asked);
  sql.exec("INSERT OR IGNORE INTO collection SELECT value, NULL, ? FROM json_each(?)", UNKNOWN_VERSION, ids);
  sql.exec("DELETE FROM unplaced_collection WHERE id IN (SELECT value FROM json_each(?))", ids);
}
