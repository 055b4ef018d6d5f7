import { SLICE_CHUNKS } from "./chunk-slices.ts";
import { DocumentWords, indexedWords } from "./indexed-words.ts";
import { StandingAbove, storedAbove, wordsAbove } from "./standing-above.ts";
import { firstChunkRow, slotOf } from "./slots.ts";
import { writeDocument } from "./write-chunks.ts";

/** Of `IndexStore`, which imports this file. */
interface Store {
  readonly storage: DurableObjectStorage;
  readonly breathe: () => Promise<unknown>;
}

type Row = { row: number; start: number; text: string; above: string | null; title: string; body: string };
type Refolded = { row: number; half: number; run: number; chunks: number; display_name: string };
const NEXT = "SELECT a.row, a.half, a.run, a.chunks, a.display_name FROM refolding r JOIN asset a ON a.row = r.asset";
const ROWS = `SELECT c.row, c.start_offset AS start, c.text, c.above, f.title, f.body FROM chunk c JOIN chunk_fts f ON f.rowid = c.row
  WHERE c.row BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`;

export function isRefolding(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM refolding LIMIT 1").toArray().length > 0;
}

/** The asset's rows have the words of now, or are gone. */
export function keepWords(sql: SqlStorage, row: number): void {
  sql.exec("DELETE FROM refolding WHERE asset = ?", row);
}

/** Gives the rows of one asset the words of now, slice by slice; begun again after a crash, as rows that have them are left alone. @returns false: none is left */
export async function refoldNext({ storage, breathe }: Store): Promise<boolean> {
  const { sql } = storage;
  const asset = sql.exec<Refolded>(`${NEXT} LIMIT 1`).toArray()[0];
  if (asset === undefined) return false;
  const [document, standing] = [new DocumentWords(), new StandingAbove()];
  for (let from = 0; from < asset.chunks; from += SLICE_CHUNKS) {
    if (!storage.transactionSync(() => refoldSlice(sql, asset, from, { document, standing }))) return true;
    await breathe();
  }
  const words = document.toString();
  await breathe();
  storage.transactionSync(() => {
    const still = current(sql, asset);
    if (still === null) return;
    writeDocument(sql, slotOf(still), indexedWords(still.display_name), words);
    keepWords(sql, still.row);
  });
  return true;
}

/** What is known of the chunks before a slice. */
interface Before {
  readonly document: DocumentWords;
  readonly standing: StandingAbove;
}

/** @returns false when a run or a removal has ended it */
function refoldSlice(sql: SqlStorage, asset: Refolded, from: number, { document, standing }: Before): boolean {
  const still = current(sql, asset);
  if (still === null) return false;
  const title = indexedWords(still.display_name);
  const first = firstChunkRow(slotOf(still)) + from;
  for (const { row, start, text, ...before } of sql.exec<Row>(ROWS, first, first + SLICE_CHUNKS - 1).toArray()) {
    const body = indexedWords(text);
    document.add(body);
    const above = storedAbove(standing.next({ start, text }));
    const words = wordsAbove(title, above);
    if (above !== before.above) sql.exec("UPDATE chunk SET above = ? WHERE row = ?", above, row);
    if (body === before.body && words === before.title) continue;
    sql.exec("UPDATE chunk_fts SET title = ?, body = ? WHERE rowid = ?", words, body, row);
  }
  return true;
}

function current(sql: SqlStorage, { row, run, half }: Refolded): Refolded | null {
  const still = sql.exec<Refolded>(`${NEXT} WHERE r.asset = ?`, row).toArray()[0];
  return still?.run === run && still.half === half ? still : null;
}
