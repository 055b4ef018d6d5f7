import type { TextChunk } from "./chunk-slices.ts";
import { indexedWords } from "./indexed-words.ts";
import { wordsAbove } from "./standing-above.ts";
import { documentRow, firstChunkRow } from "./slots.ts";

export interface FoldedChunk extends TextChunk {
  readonly words: string;
}

export function foldChunks(chunks: readonly TextChunk[]): FoldedChunk[] {
  return chunks.map((chunk) => ({ ...chunk, words: indexedWords(chunk.text) }));
}

/** @param title normalized */
export function writeChunks(sql: SqlStorage, slot: number, title: string, chunks: readonly FoldedChunk[]): void {
  for (const { id, ordinal, start, end, page, locators, above, text, words } of chunks) {
    const row = firstChunkRow(slot) + ordinal;
    const places = locators ? JSON.stringify(locators) : null;
    sql.exec("INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row, id, start, end, page, text, places, above);
    sql.exec("INSERT INTO chunk_fts (rowid, title, body) VALUES (?, ?, ?)", row, wordsAbove(title, above), words);
  }
}

/** Idempotent. */
export function writeDocument(sql: SqlStorage, slot: number, title: string, words: string): void {
  sql.exec("INSERT OR REPLACE INTO asset_fts (rowid, title, body) VALUES (?, ?, ?)", documentRow(slot), title, words);
}

/** The normalized words of staged chunks. */
export function readWords(sql: SqlStorage, slot: number, from: number, count: number): string[] {
  const select = "SELECT body FROM chunk_fts WHERE rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid";
  const first = firstChunkRow(slot) + from;
  return sql
    .exec<{ body: string }>(select, first, first + count - 1)
    .toArray()
    .map(({ body }) => body);
}
