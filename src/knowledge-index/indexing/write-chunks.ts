import type { TextChunk } from "./chunk-slices.ts";
import { analyzeText } from "./analyze-text.ts";
import { titleWords } from "./heading-context.ts";
import { documentRow, firstChunkRow } from "../slots.ts";

export interface NormalizedChunk extends TextChunk {
  readonly words: string;
}

export function normalizeChunks(chunks: readonly TextChunk[]): NormalizedChunk[] {
  return chunks.map((chunk) => ({ ...chunk, words: analyzeText(chunk.text) }));
}

/** @param title normalized */
export function writeChunks(
  sql: SqlStorage,
  slot: number,
  title: string,
  chunks: readonly NormalizedChunk[],
): void {
  for (const { id, ordinal, start, end, page, locators, headingContext, text, words } of chunks) {
    const row = firstChunkRow(slot) + ordinal;
    const places = locators ? JSON.stringify(locators) : null;
    sql.exec(
      "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      row,
      id,
      start,
      end,
      page,
      text,
      places,
      headingContext,
    );
    sql.exec(
      "INSERT INTO chunk_fts (rowid, title, body) VALUES (?, ?, ?)",
      row,
      titleWords(title, headingContext),
      words,
    );
  }
}

/** Idempotent. */
export function writeDocument(sql: SqlStorage, slot: number, title: string, words: string): void {
  sql.exec(
    "INSERT OR REPLACE INTO asset_fts (rowid, title, body) VALUES (?, ?, ?)",
    documentRow(slot),
    title,
    words,
  );
}

/** The normalized words of staged chunks. */
export function readStagedWords(sql: SqlStorage, slot: number, from: number, count: number): string[] {
  const select =
    "SELECT body FROM chunk_fts WHERE rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid";
  const first = firstChunkRow(slot) + from;
  return sql
    .exec<{ body: string }>(select, first, first + count - 1)
    .toArray()
    .map(({ body }) => body);
}
