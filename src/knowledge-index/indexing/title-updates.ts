import { analyzeText } from "./analyze-text.ts";
import { titleWords } from "./heading-context.ts";
import { documentRow, firstChunkRow, slotOf } from "../slots.ts";

const CHUNKS_PER_UPDATE = 24;
const NEXT = `SELECT a.row, a.half, a.chunks, a.display_name, r.next FROM title_update r JOIN asset a ON a.row = r.asset`;
/** Chunks whose FTS title also has a heading context. */
const CHUNKS_WITH_CONTEXT = `SELECT row, heading_context AS context FROM chunk
  WHERE row BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND heading_context IS NOT NULL`;

type Retitled = { row: number; half: number; chunks: number; display_name: string; next: number };

/**
 * Writes the new name to the rows of an asset. A short text is updated immediately, a long text in slices.
 */
export function updateTitle(sql: SqlStorage, asset: { readonly row: number; readonly chunks: number }): void {
  sql.exec(
    "INSERT INTO title_update (asset, next) VALUES (?, 0) ON CONFLICT (asset) DO UPDATE SET next = 0",
    asset.row,
  );
  if (asset.chunks <= CHUNKS_PER_UPDATE) updateTitleSlice(sql, asset.row);
}

export function cancelTitleUpdate(sql: SqlStorage, row: number): void {
  sql.exec("DELETE FROM title_update WHERE asset = ?", row);
}

export function hasTitleUpdates(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM title_update LIMIT 1").toArray().length > 0;
}

/**
 * Updates the title of some rows.
 * @param row limits the update to one asset
 * @returns whether there was work to do
 */
export function updateTitleSlice(sql: SqlStorage, row?: number): boolean {
  const found =
    row === undefined
      ? sql.exec<Retitled>(`${NEXT} LIMIT 1`)
      : sql.exec<Retitled>(`${NEXT} WHERE r.asset = ?`, row);
  const asset = found.toArray()[0];
  if (asset === undefined) return false;
  const title = analyzeText(asset.display_name);
  const first = firstChunkRow(slotOf(asset)) + asset.next;
  const last = first + CHUNKS_PER_UPDATE - 1;
  sql.exec(
    "UPDATE chunk_fts SET title = ? WHERE rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)",
    title,
    first,
    last,
  );
  for (const { row: chunk, context } of sql
    .exec<{ row: number; context: string }>(CHUNKS_WITH_CONTEXT, first, last)
    .toArray())
    sql.exec("UPDATE chunk_fts SET title = ? WHERE rowid = ?", titleWords(title, context), chunk);
  sql.exec("UPDATE title_update SET next = next + ? WHERE asset = ?", CHUNKS_PER_UPDATE, asset.row);
  if (asset.next + CHUNKS_PER_UPDATE < asset.chunks) return true;
  sql.exec("UPDATE asset_fts SET title = ? WHERE rowid = ?", title, documentRow(slotOf(asset)));
  cancelTitleUpdate(sql, asset.row);
  return true;
}
