import type { Id } from "../../domain/ids.ts";
import { CHUNK_BITS } from "../schema.ts";

export type PassageRow = {
  row: number;
  assetId: Id<"asset">;
  chunkId: string;
  displayName: string;
  version: string;
  text: string;
  start: number;
  end: number;
  page: number;
  /** JSON of `LocatorRuns`; null if the page number is the whole locator. */
  locators: string | null;
  /** JSON of the heading context. */
  above: string | null;
};
const PASSAGES = `SELECT c.row, a.id AS assetId, c.id AS chunkId, a.display_name AS displayName, a.version, c.text,
    c.start_offset AS start, c.end_offset AS "end", c.page, c.locators, c.heading_context AS above
  FROM json_each(?) j JOIN chunk c ON c.row = j.value JOIN asset a ON a.row = c.row >> ${CHUNK_BITS}`;

export function passageRows(sql: SqlStorage, rows: readonly number[]): Map<number, PassageRow> {
  return new Map(
    sql
      .exec<PassageRow>(PASSAGES, JSON.stringify(rows))
      .toArray()
      .map((row) => [row.row, row]),
  );
}
