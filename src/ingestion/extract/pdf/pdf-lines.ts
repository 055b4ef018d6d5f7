import { columnsInOrder } from "./pdf-columns.ts";
import { type PdfPlace, type PdfTextItem, placeOf } from "./pdf-place.ts";

/** A printed line: `x`, `y` and `width` in points along and against its own baseline, whatever way the page is turned. */
export interface PdfLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
  /** Whether its first or last piece stands apart from the others, as a page's number does in a head. */
  readonly isApart: boolean;
  /** Its parts with wide gaps between, and where each begins. */
  readonly pieces: readonly PdfPiece[];
}

export interface PdfPiece {
  readonly x: number;
  readonly text: string;
}

/** In sizes of its letters. */
const APART_SIZES = 1.5;
/** Between the columns of a table may be less; words of prose are seldom so far from each other. */
const GAP_SIZES = 0.8;
const SPACES = /[\s\u00a0]+/g;
const INVISIBLE = /[\0\u00ad\ufeff]/g;
const SOFT_HYPHEN = "\u00ad";
/** Letters that are drawn as one: whoever searches spells them one by one. */
const LIGATURES = /[\ufb00-\ufb06]/g;

/** The lines of a page in the order in which the file draws them, but for two columns that it draws at once; empty ones left out. */
export function linesOfPage(items: readonly PdfTextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  const pieces = columnsInOrder(items);
  if (pieces !== null) {
    for (const piece of pieces) pushLine(lines, piece);
    return lines;
  }
  let pending: PdfTextItem[] = [];
  for (const item of items) {
    pending.push(item);
    if (!item.hasEOL) continue;
    pushLine(lines, pending);
    pending = [];
  }
  pushLine(lines, pending);
  return lines;
}

function pushLine(lines: PdfLine[], items: readonly PdfTextItem[]): void {
  const drawn = items.map((item) => item.str).join("");
  const text = visible(drawn).replace(SPACES, " ").trim();
  if (text === "") return;
  const printed = items.filter((item) => item.str.trim() !== "").map(placeOf);
  const largest = printed.reduce((most, place) => (place.fontSize > most.fontSize ? place : most), { x: 0, y: 0, right: 0, fontSize: 0 });
  const x = printed.reduce((least, place) => Math.min(least, place.x), Infinity);
  const right = printed.reduce((most, place) => Math.max(most, place.right), -Infinity);
  lines.push({ text, x, y: largest.y, width: right - x, fontSize: largest.fontSize, isApart: isApart(printed), pieces: piecesOf(items) });
}

const hasGap = (one: PdfPlace | undefined, next: PdfPlace | undefined, sizes: number): boolean =>
  one !== undefined && next !== undefined && next.x - one.right > one.fontSize * sizes;

function isApart(printed: readonly PdfPlace[]): boolean {
  return hasGap(printed[0], printed[1], APART_SIZES) || hasGap(printed.at(-2), printed.at(-1), APART_SIZES);
}

function piecesOf(items: readonly PdfTextItem[]): PdfPiece[] {
  const pieces: { x: number; text: string }[] = [];
  let last: PdfPlace | undefined;
  for (const item of items) {
    const place = item.str.trim() === "" ? undefined : placeOf(item);
    const open = pieces.at(-1);
    if (place !== undefined && (open === undefined || hasGap(last, place, GAP_SIZES))) pieces.push({ x: place.x, text: item.str });
    else if (open !== undefined) open.text += item.str;
    last = place ?? last;
  }
  return pieces.map(({ x, text }) => ({ x, text: visible(text).replace(SPACES, " ").trim() })).filter(({ text }) => text !== "");
}

/** A soft hyphen counts at the end of a line alone. */
function visible(drawn: string): string {
  const shown = drawn.replace(INVISIBLE, "").replace(LIGATURES, (letters) => letters.normalize("NFKC"));
  return drawn.endsWith(SOFT_HYPHEN) ? shown + SOFT_HYPHEN : shown;
}
