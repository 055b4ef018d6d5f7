import type { Passage } from "../../domain/retrieval.ts";
import type { ReadLeadPassagesInput } from "../api.ts";
import { findIndexedAssetRow } from "../asset-rows.ts";
import { passageRows } from "./passage-rows.ts";
import { firstChunkRow, slotOf } from "../slots.ts";

const MAX_ASSETS = 100;
const MAX_OF_ONE = 256;
const MAX_IN_ALL = 512;

/** The lead passages of each document, in the order of `assetIds`, all with score 1. */
export function readLeadPassages(
  sql: SqlStorage,
  { assetIds, passages, from = 0 }: ReadLeadPassagesInput,
): Passage[] {
  const named = [...new Set(assetIds)].slice(0, MAX_ASSETS);
  const ofEach = Math.min(
    Math.max(Math.trunc(passages) || 1, 1),
    MAX_OF_ONE,
    Math.ceil(MAX_IN_ALL / Math.max(1, named.length)),
  );
  const rows = named.flatMap((id) => {
    const asset = findIndexedAssetRow(sql, id);
    if (asset === null || asset.version === null) return [];
    const first = firstChunkRow(slotOf(asset));
    const skipped = from <= 0 ? 0 : passagesBefore(sql, { first, chunks: asset.chunks }, from);
    return Array.from({ length: Math.min(asset.chunks - skipped, ofEach) }, (_, at) => first + skipped + at);
  });
  const found = passageRows(sql, rows);
  return rows.flatMap((row) => {
    const passage = found.get(row);
    if (passage === undefined) return [];
    const { row: _, ...rest } = passage;
    return [{ ...rest, score: 1, matched: [] }];
  });
}

/** Number of an asset's passages that end at or before an offset, by bisection. */
function passagesBefore(
  sql: SqlStorage,
  { first, chunks }: { readonly first: number; readonly chunks: number },
  offset: number,
): number {
  let [low, high] = [0, chunks];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const end = passageRows(sql, [first + middle]).get(first + middle)?.end ?? Infinity;
    if (end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
