import { type DrawnLine, drawnLineOf } from "./drawn-lines.ts";

/**
 * Maximum number of lines to reorder, because each pair of lines is compared. A page with more lines keeps
 * its drawing order.
 */
const MAX_LINES = 1500;
/** Minimum vertical distance between a line and a line above it, in sizes of the larger font. */
const ABOVE = 0.6;
/** Two lines are above each other if they share at least this part of the narrower line's width. */
const SHARED_WIDTH = 0.2;
/** Maximum distance of baselines within one row, in font sizes. */
const SAME_ROW = 0.2;
/** Lines wider than this, in font sizes, are prose. Two such lines side by side are text columns. */
const PROSE_SIZES = 15;

/**
 * Returns the lines in drawing order, except that each line follows all lines above it. Columns, boxes and
 * cells stay as drawn, and only pieces that were drawn too early move. Pieces of one row that were drawn out
 * of order become one line.
 */
export function inReadingOrder(drawn: readonly DrawnLine[]): readonly DrawnLine[] {
  if (drawn.length < 2 || drawn.length > MAX_LINES) return drawn;
  const misplaced = misplacedBy(drawn);
  const isAdded = drawn.map(({ items }) => items.some((item) => item.isAdded === true));
  if (misplaced.every((by) => by === null) && !isAdded.includes(true)) return drawn;
  return sorted(withRows(drawn, misplaced, isAdded));
}

function stands(upper: DrawnLine, lower: DrawnLine): boolean {
  if (upper.angle !== lower.angle) return false;
  if (upper.y - lower.y <= Math.max(upper.fontSize, lower.fontSize) * ABOVE) return false;
  const shared = Math.min(upper.right, lower.right) - Math.max(upper.x, lower.x);
  return shared > Math.min(upper.right - upper.x, lower.right - lower.x) * SHARED_WIDTH;
}

/**
 * Returns for each line the narrowest line above or below it that was drawn in the wrong order relative to
 * it; null if there is none.
 */
function misplacedBy(lines: readonly DrawnLine[]): (DrawnLine | null)[] {
  const by = lines.map((): DrawnLine | null => null);
  const note = (at: number, other: DrawnLine): void => {
    const known = by[at];
    if (known === undefined || known === null || other.right - other.x < known.right - known.x)
      by[at] = other;
  };
  for (const [at, line] of lines.entries()) {
    for (let next = at + 1; next < lines.length; next += 1) {
      const other = lines[next] as DrawnLine;
      if (!stands(other, line)) continue;
      note(at, other);
      note(next, line);
    }
  }
  return by;
}

/**
 * Joins the lines of one row at the position of the first line. Joins two lines only if one comes from an
 * annotation, or if each was drawn out of order within its own column.
 */
function withRows(
  lines: readonly DrawnLine[],
  misplaced: readonly (DrawnLine | null)[],
  isAdded: readonly boolean[],
): DrawnLine[] {
  const rows: (DrawnLine | null)[] = [...lines];
  for (const at of lines.keys()) {
    for (let next = at + 1; next < lines.length; next += 1) {
      const [one = null, other = null] = [rows[at], rows[next]];
      if (one === null || other === null) continue;
      const mayJoin =
        isAdded[at] === true ||
        isAdded[next] === true ||
        (isApartFrom(misplaced[at], other) && isApartFrom(misplaced[next], one));
      if (!mayJoin || !isOneRow(one, other)) continue;
      rows[at] = drawnLineOf([...one.items, ...other.items]);
      rows[next] = null;
    }
  }
  return rows.filter((row) => row !== null);
}

function isApartFrom(by: DrawnLine | null | undefined, line: DrawnLine): boolean {
  return by !== undefined && by !== null && (by.right <= line.x || by.x >= line.right);
}

function isOneRow(one: DrawnLine, other: DrawnLine): boolean {
  if (one.angle !== other.angle) return false;
  const size = Math.max(one.fontSize, other.fontSize);
  if (Math.abs(one.y - other.y) > size * SAME_ROW) return false;
  if (Math.min(one.right, other.right) > Math.max(one.x, other.x) + size * SAME_ROW) return false;
  return Math.min(one.right - one.x, other.right - other.x) < size * PROSE_SIZES;
}

/** Returns the lines in drawing order, except that each line follows all lines above it. */
function sorted(lines: readonly DrawnLine[]): DrawnLine[] {
  const order: DrawnLine[] = [];
  const isRead = lines.map(() => false);
  for (const at of lines.keys()) {
    if (isRead[at] === true) continue;
    const wanted = withThoseAbove(lines, at, isRead);
    const above = wanted.map((lower) =>
      wanted.reduce((count, upper) => count + (standsAt(lines, upper, lower) ? 1 : 0), 0),
    );
    for (let next = above.indexOf(0); next >= 0; next = above.indexOf(0)) {
      const place = wanted[next] as number;
      order.push(lines[place] as DrawnLine);
      isRead[place] = true;
      above[next] = -1;
      for (const [index, lower] of wanted.entries())
        if ((above[index] ?? 0) > 0 && standsAt(lines, place, lower)) above[index] = (above[index] ?? 0) - 1;
    }
  }
  return order;
}

/** Returns the ascending indexes of a line and of all unread lines above it, directly or indirectly. */
function withThoseAbove(lines: readonly DrawnLine[], at: number, isRead: readonly boolean[]): number[] {
  const wanted = new Set([at]);
  for (const lower of wanted) {
    for (const upper of lines.keys())
      if (isRead[upper] !== true && standsAt(lines, upper, lower)) wanted.add(upper);
  }
  return [...wanted].toSorted((a, b) => a - b);
}

function standsAt(lines: readonly DrawnLine[], upper: number, lower: number): boolean {
  return stands(lines[upper] as DrawnLine, lines[lower] as DrawnLine);
}
