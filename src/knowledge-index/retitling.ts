import { indexedWords } from "./indexed-words.ts";
import { wordsAbove } from "./standing-above.ts";
import { documentRow, firstChunkRow, slotOf } from "./slots.ts";

const RENAMED_AT_ONCE = 24;
const NEXT = `SELECT a.row, a.half, a.chunks, a.display_name, r.next FROM retitling r JOIN asset a ON a.row = r.asset`;
/** Chunks whose FTS title also has a heading context. */
const STANDING_BELOW = `SELECT row, above FROM chunk
  WHERE row BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND above IS NOT NULL`;

type Retitled = { row: number; half: number; chunks: number; display_name: string; next: number };

/** Writes the new name to the rows of an asset: at once for a short text, in slices for a long one. */
export function retitle(sql: SqlStorage, asset: { readonly row: number; readonly chunks: number }): void {
  sql.exec("INSERT INTO retitling (asset, next) VALUES (?, 0) ON CONFLICT (asset) DO UPDATE SET next = 0", asset.row);
  if (asset.chunks <= RENAMED_AT_ONCE) retitleSlice(sql, asset.row);
}

export function keepTitle(sql: SqlStorage, row: number): void {
  sql.exec("DELETE FROM retitling WHERE asset = ?", row);
}

export function isRetitling(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM retitling LIMIT 1").toArray().length > 0;
}

/**
 * Updates the title of some rows. @param row limits the update to one asset @returns whether there was work
 * to do
 */
export function retitleSlice(sql: SqlStorage, row?: number): boolean {
  const found = row === undefined ? sql.exec<Retitled>(`${NEXT} LIMIT 1`) : sql.exec<Retitled>(`${NEXT} WHERE r.asset = ?`, row);
  const asset = found.toArray()[0];
  if (asset === undefined) return false;
  const title = indexedWords(asset.display_name);
  const first = firstChunkRow(slotOf(asset)) + asset.next;
  const last = first + RENAMED_AT_ONCE - 1;
  sql.exec("UPDATE chunk_fts SET title = ? WHERE rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)", title, first, last);
  for (const { row: chunk, above } of sql.exec<{ row: number; above: string }>(STANDING_BELOW, first, last).toArray())
    sql.exec("UPDATE chunk_fts SET title = ? WHERE rowid = ?", wordsAbove(title, above), chunk);
  sql.exec("UPDATE retitling SET next = next + ? WHERE asset = ?", RENAMED_AT_ONCE, asset.row);
  if (asset.next + RENAMED_AT_ONCE < asset.chunks) return true;
  sql.exec("UPDATE asset_fts SET title = ? WHERE rowid = ?", title, documentRow(slotOf(asset)));
  keepTitle(sql, asset.row);
  return true;
}
