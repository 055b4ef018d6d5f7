import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Failure } from "../../../scripts/lib/failure.ts";
import { newId } from "../../../src/domain/ids.ts";
import { databaseFiles, editState } from "../lib/database-files.ts";
import { fillIndex } from "./fill-index.ts";

/** Target number of collections and assets of an organization. */
export interface Size {
  readonly name: string;
  readonly collections: number;
  readonly assets: number;
}

/**
 * Objects created through the service: a ready asset in the collection that will contain a third of all
 * assets.
 */
export interface Seed {
  readonly userId: string;
  readonly assetId: string;
  /** Parent of the other collections, ten per level. */
  readonly folderId: string;
  readonly pileId: string;
}

const CHILDREN = 10;

/**
 * Copies collections and assets in the records and in the index until the organization has its size. The
 * service must not run.
 */
export function fillOrganization(stateFolder: string, seed: Seed, size: Size): void {
  const stem = `0${newId("req").slice(-15)}`;
  const [records] = databaseFiles(stateFolder, "d1/miniflare-D1DatabaseObject");
  if (records === undefined) throw new Failure("The state of the service has no database.");
  editState(records, (database) => {
    copyCollections(database, seed.folderId, stem, size.collections);
    copyAssets(database, seed, stem, size);
    copyPeople(database, seed, stem, size.collections / CHILDREN);
    copyThreads(database, seed, stem);
  });
  for (const file of databaseFiles(stateFolder, "do/knowledge-workspace-KnowledgeIndex"))
    editState(file, (index) => fillIndex(index, records, seed.assetId));
}

/** The ids end with ten digits: collection `i` is a child of collection `i / 10`. */
function copyCollections(database: DatabaseSync, folderId: string, stem: string, collections: number): void {
  const folder = database.prepare("SELECT path, depth FROM collections WHERE id = ?").get(folderId) ?? {};
  const id = (number: string): string => `'col_${stem}' || printf('%010d', ${number})`;
  database.exec(`CREATE TEMP TABLE place (i INTEGER PRIMARY KEY, path TEXT, depth INTEGER);
    INSERT INTO place SELECT 0, '${String(folder["path"])}', ${Number(folder["depth"])};`);
  // Breadth first, so that each parent precedes its children.
  const insert = database.prepare(
    `INSERT INTO place SELECT :i, path || ${id(":i")} || '/', depth + 1 FROM place WHERE i = :parent`,
  );
  for (let i = 1; i <= collections; i += 1) insert.run({ i, parent: Math.floor((i - 1) / CHILDREN) });
  copyRows(database, "collections", "o.id = ?", [folderId], "place p", "p.i > 0", {
    id: id("p.i"),
    parent_id: `CASE WHEN p.i <= ${CHILDREN} THEN o.id ELSE ${id(`(p.i - 1) / ${CHILDREN}`)} END`,
    path: "p.path",
    depth: "p.depth",
    label: "'Folder ' || p.i",
  });
}

/** One third is in one collection, the others are in the tree; every tenth is in two collections. */
function copyAssets(
  database: DatabaseSync,
  { assetId, pileId }: Seed,
  stem: string,
  { assets, collections }: Size,
): void {
  const id = (kind: string): string => `'${kind}_${stem}' || printf('%010d', n.i)`;
  database.exec(`CREATE TEMP TABLE numbers (i INTEGER PRIMARY KEY);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${assets - 1}) INSERT INTO numbers SELECT i FROM n;`);
  const minute = 60_000;
  copyRows(database, "assets", "o.id = ?", [assetId], "numbers n", "true", {
    id: id("asset"),
    display_name: "printf('%06d', n.i * 7919 % 1000000) || '.txt'",
    content_type: "CASE n.i % 3 WHEN 0 THEN 'text/plain' WHEN 1 THEN 'text/html' ELSE 'application/pdf' END",
    file_size: "n.i * 31 % 100000",
    created_at: `o.created_at - n.i * ${minute}`,
    modified_at: `o.modified_at - (n.i * 7 % ${assets}) * ${minute}`,
  });
  copyRows(database, "asset_texts", "o.asset_id = ?", [assetId], "numbers n", "true", {
    asset_id: id("asset"),
  });
  const folder = `'col_${stem}' || printf('%010d', n.i * 13 % ${collections} + 1)`;
  const holder = `CASE WHEN n.i % 3 = 0 THEN o.collection_id ELSE ${folder} END`;
  copyRows(
    database,
    "asset_collections",
    "o.asset_id = ? AND o.collection_id = ?",
    [assetId, pileId],
    "numbers n",
    "true",
    {
      id: id("assetcol"),
      asset_id: id("asset"),
      collection_id: holder,
      // Triggers copy it from the asset and count it, as for any new link.
      listed: "0",
    },
  );
  copyRows(
    database,
    "asset_collections",
    "o.asset_id = ? AND o.collection_id = ?",
    [assetId, pileId],
    "numbers n",
    "n.i % 30 = 0",
    {
      id: `'assetcol_1${stem.slice(1)}' || printf('%010d', n.i)`,
      asset_id: id("asset"),
      collection_id: folder,
      listed: "0",
    },
  );
  copyRows(database, "recent_assets", "o.asset_id = ?", [assetId], "numbers n", "n.i <= 5000", {
    asset_id: id("asset"),
    at: "o.at - n.i",
  });
}

/** Creates users with read access to the folder tree: one for every ten collections of the organization. */
function copyPeople(database: DatabaseSync, { userId, folderId }: Seed, stem: string, people: number): void {
  const id = (kind: string): string => `'${kind}_${stem}' || printf('%010d', p.i)`;
  const some = `p.i BETWEEN 1 AND ${people}`;
  const email = `'person' || p.i || '@example.com'`;
  copyRows(database, "users", "o.id = ?", [userId], "place p", some, {
    id: id("user"),
    slug: id("slug"),
    email,
  });
  database.exec(`INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
    SELECT ${id("perm")}, ${id("user")}, c.id, c.organization_id, 'read', 0, '${userId}' FROM place p CROSS JOIN collections c ON c.id = '${folderId}'
    WHERE ${some}`);
}

/**
 * Threads of one person: half in one collection, the others in the first ten of the tree. If the size allows,
 * they exceed the list of recent threads.
 */
function copyThreads(database: DatabaseSync, { userId, pileId }: Seed, stem: string): void {
  const home = `CASE WHEN n.i % 2 = 0 THEN c.id ELSE 'col_${stem}' || printf('%010d', n.i % 10 + 1) END`;
  database.exec(`INSERT INTO threads (id, organization_id, tenant_id, home_collection_id, label, created_at, created_by, modified_at, modified_by)
    SELECT 'thread_${stem}' || printf('%010d', n.i), c.organization_id, c.tenant_id, ${home}, 'Thread ' || (n.i * 7919 % 1000), n.i, '${userId}',
      n.i * 31 % 1000, '${userId}' FROM numbers n CROSS JOIN collections c ON c.id = '${pileId}' WHERE n.i <= 1200`);
}

/** Inserts a copy of the row `o` for each row of `others`, with different values in some columns. */
function copyRows(
  database: DatabaseSync,
  table: string,
  which: string,
  values: readonly SQLInputValue[],
  others: string,
  where: string,
  changed: Readonly<Record<string, string>>,
): void {
  const names = database
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map((row) => String(row["name"]));
  const columns = names.map((name) => changed[name] ?? `o."${name}"`);
  const insert = `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(", ")})
    SELECT ${columns.join(", ")} FROM (SELECT * FROM ${table} o WHERE ${which}) o CROSS JOIN ${others} WHERE ${where}`;
  database.prepare(insert).run(...values);
}
