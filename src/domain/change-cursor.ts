/** Longest delay between the time of a change and the moment at which a reader sees it. */
export const LATE_CHANGE_MS = 10_000;

/** Maximum number of changes in one answer. */
export const MAX_CHANGES = 200;

/** Maximum number of events since the cursor, known or new. */
export const MAX_HEARD = 2 * MAX_CHANGES;

/** Events that a cursor names. With more, a reader hears of some changes twice. */
const MAX_KNOWN = 20;
const PREFIX = "event_";

/** How far a reader has read. Changes may become visible late, so the cursor names the latest known events. */
export interface ChangeCursor {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Known events of the last `LATE_CHANGE_MS`. */
  readonly known: readonly string[];
}

/** Matches the text of a cursor. */
export const CHANGE_CURSOR = /^\d{1,15}(?:\.[0-7][0-9a-hjkmnp-tv-z]{25}){0,20}$/;

/** @param text matches `CHANGE_CURSOR` */
export function parseChangeCursor(text: string): ChangeCursor {
  const [at = "0", ...known] = text.split(".");
  return { at: Number(at), known: known.map((id) => PREFIX + id) };
}

export function presentChangeCursor({ at, known }: ChangeCursor): string {
  return [String(at), ...known.slice(-MAX_KNOWN).map((id) => id.slice(PREFIX.length))].join(".");
}
