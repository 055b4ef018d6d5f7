import { type DrawnLine, lineOf } from "./pdf-drawn-lines.ts";

/** Above that many lines a page keeps its order of drawing: each line is compared with each. */
const MAX_LINES = 1500;
/** One line is above another by more than so many sizes of the larger letters. */
const ABOVE = 0.6;
/** Two lines stand one above the other where they share so much of the narrower one's width. */
const SHARED_WIDTH = 0.2;
/** In sizes: baselines so near are one row. */
const SAME_ROW = 0.2;
/** Lines of so many sizes are prose: two of them side by side are columns, not a row. */
const PROSE_SIZES = 15;

/**
 * The lines of a page in the order of drawing, but that a line stands behind every line above it. So columns, boxes and cells stay as the file
 * draws them, and only pieces that it draws too early move. Pieces of one row that are drawn out of order become one line.
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

/** For each line that is drawn before one above it, or behind one below it, the narrowest such other; null for the others. */
function misplacedBy(lines: readonly DrawnLine[]): (DrawnLine | null)[] {
  const by = lines.map((): DrawnLine | null => null);
  const note = (at: number, other: DrawnLine): void => {
    const known = by[at];
    if (known === undefined || known === null || other.right - other.x < known.right - known.x) by[at] = other;
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

/** Joins lines of one row at the place of the first: one of them is added, or each is out of order in a column of its own. */
function withRows(lines: readonly DrawnLine[], misplaced: readonly (DrawnLine | null)[], isAdded: readonly boolean[]): DrawnLine[] {
  const rows: (DrawnLine | null)[] = [...lines];
  for (const at of lines.keys()) {
    for (let next = at + 1; next < lines.length; next += 1) {
      const [one = null, other = null] = [rows[at], rows[next]];
      if (one === null || other === null) continue;
      const mayJoin =
        isAdded[at] === true || isAdded[next] === true || (isApartFrom(misplaced[at], other) && isApartFrom(misplaced[next], one));
      if (!mayJoin || !isOneRow(one, other)) continue;
      rows[at] = lineOf([...one.items, ...other.items]);
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

/** Each line in the order of drawing, behind all lines above it that are not read yet. */
function sorted(lines: readonly DrawnLine[]): DrawnLine[] {
  const order: DrawnLine[] = [];
  const isRead = lines.map(() => false);
  for (const at of lines.keys()) {
    if (isRead[at] === true) continue;
    const wanted = withThoseAbove(lines, at, isRead);
    const above = wanted.map((lower) => wanted.reduce((count, upper) => count + (standsAt(lines, upper, lower) ? 1 : 0), 0));
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

/** The numbers of a line and of all unread lines above it, above those, and so on, ascending. */
function withThoseAbove(lines: readonly DrawnLine[], at: number, isRead: readonly boolean[]): number[] {
  const wanted = new Set([at]);
  for (const lower of wanted) {
    for (const upper of lines.keys()) if (isRead[upper] !== true && standsAt(lines, upper, lower)) wanted.add(upper);
  }
  return [...wanted].toSorted((a, b) => a - b);
}

function standsAt(lines: readonly DrawnLine[], upper: number, lower: number): boolean {
  return stands(lines[upper] as DrawnLine, lines[lower] as DrawnLine);
}
