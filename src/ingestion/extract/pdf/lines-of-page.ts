import { columnsInOrder } from "./columns-in-order.ts";
import { drawnLines, type DrawnLine, drawnLineOf } from "./drawn-lines.ts";
import { removeOverprint } from "./remove-overprint.ts";
import { isBlank, type PdfPosition, type PdfTextItem, positionOf } from "./pdf-position.ts";
import { inReadingOrder } from "./in-reading-order.ts";

/**
 * A printed line. `x`, `y` and `width` are in points, relative to the line's own baseline, for any page
 * rotation.
 */
export interface PdfLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
  /** Whether a wide gap separates the first or last piece, as it does a page number in a header. */
  readonly isApart: boolean;
  /** Pieces of the line that wide gaps separate, with their positions. */
  readonly pieces: readonly PdfPiece[];
}

export interface PdfPiece {
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly text: string;
}

/** Minimum gap beside a separate piece, in font sizes. */
const APART_SIZES = 1.5;
/** Minimum gap between table columns, in font sizes. Words of prose rarely have such a gap. */
const GAP_SIZES = 0.8;
const SPACES = /[\s\u00a0]+/g;
const INVISIBLE = /[\0\ufeff]/g;
const SOFT_HYPHENS_WITHIN = /\u00ad(?=\s*\S)/g;
/** Ligatures, which the text spells as separate letters, as a search does. */
const LIGATURES = /[\ufb00-\ufb06]/g;

/** Returns the non-empty lines of a page in reading order. */
export function linesOfPage(items: readonly PdfTextItem[]): PdfLine[] {
  const kept = removeOverprint(items);
  const pieces = columnsInOrder(kept);
  const drawn =
    pieces === null
      ? inReadingOrder(drawnLines(kept))
      : pieces.map((piece) => drawnLineOf(piece)).filter((line) => line !== null);
  const lines: PdfLine[] = [];
  for (const line of drawn) pushLine(lines, line);
  return lines;
}

function pushLine(lines: PdfLine[], { items, x, y, right, fontSize }: DrawnLine): void {
  const drawn = items.map((item) => item.str).join("");
  const text = visible(drawn).replace(SPACES, " ").trim();
  if (text === "") return;
  const printed = items.filter((item) => !isBlank(item)).map(positionOf);
  lines.push({ text, x, y, width: right - x, fontSize, isApart: isApart(printed), pieces: piecesOf(items) });
}

const hasGap = (one: PdfPosition | undefined, next: PdfPosition | undefined, sizes: number): boolean =>
  one !== undefined &&
  next !== undefined &&
  Math.max(next.x - one.right, one.x - next.right) > one.fontSize * sizes;

function isApart(printed: readonly PdfPosition[]): boolean {
  return hasGap(printed[0], printed[1], APART_SIZES) || hasGap(printed.at(-2), printed.at(-1), APART_SIZES);
}

function piecesOf(items: readonly PdfTextItem[]): PdfPiece[] {
  const pieces: { x: number; right: number; y: number; text: string }[] = [];
  let last: PdfPosition | undefined;
  for (const item of items) {
    const place = isBlank(item) ? undefined : positionOf(item);
    const open = pieces.at(-1);
    if (place !== undefined && (open === undefined || hasGap(last, place, GAP_SIZES)))
      pieces.push({ ...place, text: item.str });
    else if (open !== undefined) [open.text, open.right] = [open.text + item.str, place?.right ?? open.right];
    last = place ?? last;
  }
  return pieces
    .map(({ x, right, y, text }) => ({ x, right, y, text: visible(text).replace(SPACES, " ").trim() }))
    .filter(({ text }) => text !== "");
}

/**
 * Replaces soft hyphens, because a drawn one is visible. It splits a word at the end of a line, and is a
 * plain hyphen elsewhere.
 */
function visible(drawn: string): string {
  const shown = drawn.replace(INVISIBLE, "").replace(LIGATURES, (letters) => letters.normalize("NFKC"));
  return shown.replace(SOFT_HYPHENS_WITHIN, "-");
}
