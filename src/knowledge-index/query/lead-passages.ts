import type { Passage } from "../../domain/retrieval.ts";
import type { ReadLeadPassagesInput } from "../api.ts";
import { findIndexedAssetRow } from "../asset-rows.ts";
import { passageRows } from "./passage-rows.ts";
import { firstChunkRow, slotOf } from "../slots.ts";

const MAX_ASSETS = 100;
const MAX_OF_ONE = 256;
const MAX_IN_ALL = 512;

/** The lead passages of each document, in the order of `assetIds`, all with score 1. */
export function readLeadPassages(sql: SqlStorage, { assetIds, passages }: ReadLeadPassagesInput): Passage[] {
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
    return Array.from({ length: Math.min(asset.chunks, ofEach) }, (_, at) => first + at);
  });
  const found = passageRows(sql, rows);
  return rows.flatMap((row) => {
    const passage = found.get(row);
    if (passage === undefined) return [];
    const { row: _, ...rest } = passage;
    return [{ ...rest, score: 1, matched: [] }];
  });
}
