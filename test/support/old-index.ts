import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import type { KnowledgeIndex } from "../../src/knowledge-index/knowledge-index.ts";

const TOKENIZER = `tokenize = "porter unicode61 remove_diacritics 0 categories 'L* N* M* Co'"`;

/** An index's tables as they were before they had a version. */
const OLD_TABLES = [
  `CREATE TABLE asset (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, run INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0, version TEXT,
    display_name TEXT NOT NULL, chunks INTEGER NOT NULL DEFAULT 0, placements INTEGER NOT NULL DEFAULT 0) STRICT`,
  `CREATE TABLE asset_collection (
    collection_id TEXT NOT NULL, asset INTEGER NOT NULL REFERENCES asset (row), PRIMARY KEY (collection_id, asset)) STRICT, WITHOUT ROWID`,
  `CREATE INDEX asset_collection_by_asset ON asset_collection (asset)`,
  `CREATE TABLE chunk (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL, start_offset INTEGER NOT NULL, end_offset INTEGER NOT NULL, page INTEGER NOT NULL,
    text TEXT NOT NULL) STRICT`,
  `CREATE VIRTUAL TABLE chunk_fts USING fts5(title, body, ${TOKENIZER})`,
  `CREATE VIRTUAL TABLE chunk_vocabulary USING fts5vocab(chunk_fts, 'row')`,
  `CREATE VIRTUAL TABLE asset_fts USING fts5(title, body, ${TOKENIZER})`,
];

export interface OldAsset {
  readonly id: string;
  readonly run: number;
  readonly collectionId: string;
  /** One a chunk, in lower case: they stand for their folded words too. */
  readonly texts: readonly string[];
}

/** Makes an index one of old: its tables and rows are as the first release wrote them. What comes next opens it again. @param words as the index kept them, one text a chunk: the texts themselves */
export async function writeOldIndex(
  stub: DurableObjectStub<KnowledgeIndex>,
  assets: readonly OldAsset[],
  words?: readonly string[],
): Promise<void> {
  await runInDurableObject(stub, (_, { storage: { sql } }) => {
    const made = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'").toArray();
    for (const { name } of made) sql.exec(`DROP TABLE ${name}`);
    const rest = sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
    );
    for (const { name } of rest.toArray()) sql.exec(`DROP TABLE ${name}`);
    for (const statement of OLD_TABLES) sql.exec(statement);
    for (const [at, asset] of assets.entries()) writeOldAsset(sql, at + 1, asset, words);
  });
  await evictDurableObject(stub);
}

function writeOldAsset(sql: SqlStorage, row: number, { id, run, collectionId, texts }: OldAsset, words = texts): void {
  const asset = "INSERT INTO asset (row, id, run, version, display_name, chunks) VALUES (?, ?, ?, ?, '', ?)";
  sql.exec(asset, row, id, run, `v${run}`, texts.length);
  sql.exec("INSERT INTO asset_collection VALUES (?, ?)", collectionId, row);
  for (const [at, text] of texts.entries()) {
    sql.exec("INSERT INTO chunk VALUES (?, ?, ?, ?, 1, ?)", row * 2 ** 20 + at, `chunk_${id}_${at}`, at, at + text.length, text);
    sql.exec("INSERT INTO chunk_fts (rowid, title, body) VALUES (?, '', ?)", row * 2 ** 20 + at, words[at] ?? text);
  }
  sql.exec("INSERT INTO asset_fts (rowid, title, body) VALUES (?, '', ?)", row, words.join(" "));
}
