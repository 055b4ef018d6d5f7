import { type PdfPosition, type PdfTextItem, positionOf } from "./pdf-position.ts";

/** Minimum horizontal gap between two pieces of a line, in font sizes. */
const GAP_SIZES = 1.2;
/** Minimum number of pieces per text column. Columns of a table have fewer or shorter pieces. */
const MIN_PIECES = 8;
/** Minimum share of a column's pieces that nearly fill its width. The margin breaks such pieces. */
const FULL_SHARE = 0.6;
const FULL_WIDTH = 0.7;
const MIN_WIDTH_SIZES = 10;
/** Maximum share of pieces that span both columns. */
const MAX_ACROSS = 0.3;
/**
 * Minimum number of switches between left and right, per piece of the side with fewer pieces. A page with
 * fewer switches is drawn column by column.
 */
const SWITCHES = 0.8;
const CANDIDATES = 6;
const EDGE_POINTS = 4;

/** The text of a line up to a gap, in drawing order. */
interface Piece extends PdfPosition {
  readonly items: readonly PdfTextItem[];
}

/**
 * Reorders a two-column page that is drawn line by line across both columns: left column, then right column.
 * Lines that span both columns stay between them. Returns null for other pages: a page drawn column by column
 * is already in order, and cells of a table belong to their row.
 */
export function columnsInOrder(items: readonly PdfTextItem[]): PdfTextItem[][] | null {
  const pieces = piecesOf(items);
  if (pieces.length < 2 * MIN_PIECES) return null;
  const gutter = gutterOf(pieces);
  if (gutter === null) return null;
  const across = pieces
    .filter(({ x, right }) => x < gutter - EDGE_POINTS && right > gutter + EDGE_POINTS)
    .map(({ y }) => y);
  const heights = across.toSorted((a, b) => b - a);
  const placed = pieces.map((piece) => ({
    piece,
    band: bandOf(heights, piece.y),
    side: sideOf(piece, gutter),
  }));
  return placed
    .toSorted((a, b) => a.band - b.band || a.side - b.side || b.piece.y - a.piece.y || a.piece.x - b.piece.x)
    .map(({ piece }) => [...piece.items]);
}

/**
 * Counts the lines across both columns at this height or above.
 * @param heights from the top
 */
function bandOf(heights: readonly number[], y: number): number {
  let [low, high] = [0, heights.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heights[middle] ?? 0) >= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns 0 for a piece that spans both columns, 1 for the left column, 2 for the right column. */
function sideOf({ x, right }: Piece, gutter: number): number {
  if (right <= gutter + EDGE_POINTS) return 1;
  return x >= gutter - EDGE_POINTS ? 2 : 0;
}

function piecesOf(items: readonly PdfTextItem[]): Piece[] {
  const pieces: Piece[] = [];
  let open: PdfTextItem[] = [];
  let end: { right: number; y: number } | null = null;
  const close = (): void => {
    if (open.some(({ str }) => str.trim() !== "")) pieces.push(pieceOf(open));
    [open, end] = [[], null];
  };
  for (const item of items) {
    if (item.str.trim() !== "") {
      const { x, right, y, fontSize } = positionOf(item);
      if (end !== null && (x - end.right > fontSize * GAP_SIZES || Math.abs(y - end.y) > fontSize)) close();
      end = { right, y };
    }
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return pieces;
}

function pieceOf(items: readonly PdfTextItem[]): Piece {
  const places = items.filter(({ str }) => str.trim() !== "").map(positionOf);
  const first = places[0] ?? { x: 0, y: 0, right: 0, fontSize: 0 };
  const x = places.reduce((least, place) => Math.min(least, place.x), first.x);
  const right = places.reduce((most, place) => Math.max(most, place.right), first.right);
  return { ...first, x, right, items };
}

/** Returns the gutter of a two-column page that is drawn across both columns; null for other pages. */
function gutterOf(pieces: readonly Piece[]): number | null {
  const starts = new Map<number, number>();
  for (const { x } of pieces)
    starts.set(Math.round(x / EDGE_POINTS), (starts.get(Math.round(x / EDGE_POINTS)) ?? 0) + 1);
  const common = [...starts].toSorted((a, b) => b[1] - a[1]).slice(0, CANDIDATES);
  return (
    common.map(([start]) => start * EDGE_POINTS - EDGE_POINTS).find((gutter) => isGutter(pieces, gutter)) ??
    null
  );
}

function isGutter(pieces: readonly Piece[], gutter: number): boolean {
  const sides = pieces.map((piece) => sideOf(piece, gutter));
  const [left, right] = [1, 2].map((side) => pieces.filter((_, at) => sides[at] === side)) as [
    Piece[],
    Piece[],
  ];
  if (!isColumn(left) || !isColumn(right)) return false;
  if (sides.filter((side) => side === 0).length > pieces.length * MAX_ACROSS) return false;
  const beside = sides.filter((side) => side !== 0);
  const switches = beside.filter((side, at) => at > 0 && side !== beside[at - 1]).length;
  return switches >= SWITCHES * Math.min(left.length, right.length) * 2;
}

/** Whether the pieces are a column of prose: most of them fill its width. */
function isColumn(pieces: readonly Piece[]): boolean {
  if (pieces.length < MIN_PIECES) return false;
  const widths = pieces.map(({ x, right }) => right - x).toSorted((a, b) => a - b);
  const full = widths[Math.floor(widths.length * 0.9)] ?? 0;
  const size = pieces[0]?.fontSize ?? 0;
  return (
    full >= size * MIN_WIDTH_SIZES &&
    widths.filter((width) => width >= full * FULL_WIDTH).length >= widths.length * FULL_SHARE
  );
}
