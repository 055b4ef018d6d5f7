import type { RemoveAssetInput, ReplaceAssetInput, SetAssetCollectionsInput } from "./api.ts";
import type { ChunkedText } from "./chunk-map.ts";
import { DocumentWords, indexedWords } from "./indexed-words.ts";
import { CHUNKS_PER_ASSET } from "./schema.ts";

/** `placements` counts the calls that set the asset's collections and name. */
export interface AssetRow extends Record<string, SqlStorageValue> {
  readonly row: number;
  readonly run: number;
  readonly removed: number;
  readonly display_name: string;
  readonly chunks: number;
  readonly placements: number;
}

const BEFORE_ANY_RUN = -1;
// Numbers are bound as reals, and FTS5 uses only integers as bounds of a row id: without the cast it would read the whole table.
const CHUNK_ROWS = "BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";

export function findAssetRow(sql: SqlStorage, assetId: string): AssetRow | null {
  const select = "SELECT row, run, removed, display_name, chunks, placements FROM asset WHERE id = ?";
  return sql.exec<AssetRow>(select, assetId).toArray()[0] ?? null;
}

/** A run is refused when a later one is held, or when it was removed. */
export function isOlderRun(asset: AssetRow | null, run: number): boolean {
  return asset !== null && (run < asset.run || (run === asset.run && asset.removed === 1));
}

/** Puts a run's rows in the place of the asset's rows. Call it within a transaction, after `isOlderRun`. */
export function writeRun(sql: SqlStorage, input: ReplaceAssetInput, content: ChunkedText): void {
  const row = upsertAsset(sql, input.assetId, input.displayName);
  deleteChunks(sql, row);
  const title = indexedWords(input.displayName);
  const document = new DocumentWords();
  for (const [i, chunk] of content.chunks.entries()) {
    const text = content.text.slice(chunk.start, chunk.end);
    const body = indexedWords(text);
    document.add(body);
    const chunkRow = row * CHUNKS_PER_ASSET + i;
    sql.exec("INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?)", chunkRow, chunk.id, chunk.start, chunk.end, chunk.page, text);
    sql.exec("INSERT INTO chunk_fts (rowid, title, body) VALUES (?, ?, ?)", chunkRow, title, body);
  }
  sql.exec("INSERT INTO asset_fts (rowid, title, body) VALUES (?, ?, ?)", row, title, document.toString());
  const update = "UPDATE asset SET run = ?, removed = 0, version = ?, chunks = ? WHERE row = ?";
  sql.exec(update, input.run, input.version, content.chunks.length, row);
  setCollections(sql, row, input.collectionIds);
}

/** Drops the asset's rows and keeps the run, so that a late message about it is refused. A later run than the one removed stays. */
export function removeRun(sql: SqlStorage, input: RemoveAssetInput): void {
  const asset = findAssetRow(sql, input.assetId);
  if (asset && asset.run > input.run) return;
  const row = upsertAsset(sql, input.assetId, "");
  deleteChunks(sql, row);
  sql.exec("UPDATE asset SET run = ?, removed = 1, version = NULL, chunks = 0 WHERE row = ?", input.run, row);
  setCollections(sql, row, []);
}

/** Also notes where an asset is that has no rows yet: its first run may be on the way with older news. */
export function placeAsset(sql: SqlStorage, input: SetAssetCollectionsInput): void {
  const before = findAssetRow(sql, input.assetId);
  const row = upsertAsset(sql, input.assetId, input.displayName);
  sql.exec("UPDATE asset SET placements = placements + 1 WHERE row = ?", row);
  setCollections(sql, row, input.collectionIds);
  if (!before || before.display_name === input.displayName) return;
  const title = indexedWords(input.displayName);
  sql.exec(`UPDATE chunk_fts SET title = ? WHERE rowid ${CHUNK_ROWS}`, title, ...chunkRows(row));
  sql.exec("UPDATE asset_fts SET title = ? WHERE rowid = ?", title, row);
}

/** The collections and name that the index holds, when they were set after `placements` was read; otherwise the input's own. */
export function withNewerPlacement(
  sql: SqlStorage,
  input: ReplaceAssetInput,
  asset: AssetRow | null,
  placements: number,
): ReplaceAssetInput {
  if (!asset || asset.placements === placements) return input;
  const select = "SELECT collection_id FROM asset_collection WHERE asset = ?";
  const held = sql.exec<{ collection_id: string }>(select, asset.row).toArray();
  return { ...input, displayName: asset.display_name, collectionIds: held.map(({ collection_id }) => collection_id) };
}

function upsertAsset(sql: SqlStorage, assetId: string, displayName: string): number {
  const upsert = `INSERT INTO asset (id, run, display_name) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET display_name = excluded.display_name RETURNING row`;
  return sql.exec<{ row: number }>(upsert, assetId, BEFORE_ANY_RUN, displayName).one().row;
}

function setCollections(sql: SqlStorage, row: number, collectionIds: readonly string[]): void {
  sql.exec("DELETE FROM asset_collection WHERE asset = ?", row);
  const insert = "INSERT OR IGNORE INTO asset_collection (collection_id, asset) SELECT value, ? FROM json_each(?)";
  sql.exec(insert, row, JSON.stringify(collectionIds));
}

function deleteChunks(sql: SqlStorage, row: number): void {
  sql.exec(`DELETE FROM chunk_fts WHERE rowid ${CHUNK_ROWS}`, ...chunkRows(row));
  sql.exec(`DELETE FROM chunk WHERE row ${CHUNK_ROWS}`, ...chunkRows(row));
  sql.exec("DELETE FROM asset_fts WHERE rowid = ?", row);
}

function chunkRows(row: number): [number, number] {
  return [row * CHUNKS_PER_ASSET, (row + 1) * CHUNKS_PER_ASSET - 1];
}
