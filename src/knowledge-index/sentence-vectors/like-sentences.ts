import { cosines } from "../../semantic/cosines.ts";
import type { ScopeFilter } from "../search-scope.ts";
import { SLOT_BITS } from "../slots.ts";

const BEST_CHUNKS = 50;
/** Every sentence is a little like every other: below this a chunk is not found by that alone. */
const LEAST_LIKENESS = 0.25;

export interface LikeChunks {
  /** Of the best chunks in scope, by their best sentence. */
  readonly best: readonly { readonly row: number; readonly score: number }[];
  /** How much each sentence of a chunk means what the question does; null where there are no vectors. */
  readonly likenessOf: (row: number) => readonly number[] | null;
}

export function hasVectors(sql: SqlStorage, encoder: string): boolean {
  return sql.exec("SELECT 1 FROM encoded WHERE bytes > 0 AND encoder = ?", encoder).toArray().length > 0;
}

/** Compares the question with every sentence in scope: some ten milliseconds for as many as an organization has. */
export function compareSentences(sql: SqlStorage, { tables, condition, values }: ScopeFilter, question: Int8Array): LikeChunks {
  const inScope = condition.replaceAll("chunk_fts.rowid", "v.row");
  const select = `WITH RECURSIVE ${tables} SELECT v.row, v.vectors FROM sentence_vectors v
    WHERE ${inScope} AND (v.row >> ${SLOT_BITS}) NOT IN (SELECT slot FROM hidden_run)`;
  const found = new Map<number, Float32Array>();
  const scored: { row: number; score: number }[] = [];
  for (const { row, vectors } of sql.exec<{ row: number; vectors: ArrayBuffer }>(select, ...values)) {
    const likeness = cosines(question, new Int8Array(vectors));
    found.set(row, likeness);
    scored.push({ row, score: Math.max(...likeness) });
  }
  const like = scored.filter(({ score }) => score >= LEAST_LIKENESS);
  const best = like.sort((one, other) => other.score - one.score || one.row - other.row).slice(0, BEST_CHUNKS);
  return { best, likenessOf: (row) => (found.has(row) ? [...(found.get(row) ?? [])] : null) };
}
