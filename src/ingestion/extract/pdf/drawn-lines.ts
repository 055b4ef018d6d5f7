import { angleOf, isBlank, type PdfPosition, type PdfTextItem, positionOf } from "./pdf-position.ts";

/** The items of one printed line, in reading order. */
export interface DrawnLine extends PdfPosition {
  readonly items: readonly PdfTextItem[];
  readonly angle: number;
}

/** Maximum vertical distance of items in one line, in font sizes. */
const SAME_LINE = 1;
/**
 * A piece that begins this far left of the previous one's end, and this far above or below, starts another
 * line. An example is a heading beside a figure label. In font sizes.
 */
const BACK = { along: 2, across: 0.15 };
/** The same limits for a piece that begins to the right of the previous one. */
const AHEAD = { along: 3, across: 0.3 };
/** Maximum horizontal overlap of pieces in one line, in font sizes. */
const OVERLAP = 0.3;
/** A gap wider than this separates two runs, in font sizes. */
const RUN_GAP = 1.2;
/** A gap wider than this counts as a space even if no space is drawn, in font sizes. */
const SPACE = 0.15;

interface Run {
  readonly items: PdfTextItem[];
  x: number;
  right: number;
}

/** Groups the items of a page into lines, in drawing order. Sorts the pieces within a line by position. */
export function drawnLines(items: readonly PdfTextItem[]): DrawnLine[] {
  const lines: DrawnLine[] = [];
  let open: PdfTextItem[] = [];
  let last: { readonly place: PdfPosition; readonly angle: number } | null = null;
  const close = (): void => {
    const line = drawnLineOf(open);
    if (line !== null) lines.push(line);
    [open, last] = [[], null];
  };
  for (const item of items) {
    if (!isBlank(item)) {
      const next = { place: positionOf(item), angle: angleOf(item) };
      if (last !== null && isOtherLine(last, next)) close();
      last = next;
    }
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

function isOtherLine(
  last: { place: PdfPosition; angle: number },
  next: { place: PdfPosition; angle: number },
): boolean {
  if (last.angle !== next.angle) return true;
  const size = Math.max(last.place.fontSize, next.place.fontSize);
  const across = Math.abs(next.place.y - last.place.y) / size;
  if (across > SAME_LINE) return true;
  const [back, ahead] = [last.place.x - next.place.right, next.place.x - last.place.right].map(
    (points) => points / size,
  ) as [number, number];
  return (back > BACK.along && across > BACK.across) || (ahead > AHEAD.along && across > AHEAD.across);
}

/** Returns the line of these items; null if all are blank. */
export function drawnLineOf(items: readonly PdfTextItem[]): DrawnLine | null {
  const printed = items.filter((item) => !isBlank(item));
  const first = printed[0];
  if (first === undefined) return null;
  let [x, right] = [Infinity, -Infinity];
  let largest = positionOf(first);
  for (const item of printed) {
    const place = positionOf(item);
    [x, right] = [Math.min(x, place.x), Math.max(right, place.right)];
    if (place.fontSize > largest.fontSize) largest = place;
  }
  return {
    items: spaced(asSeen(items)),
    x,
    right,
    y: largest.y,
    fontSize: largest.fontSize,
    angle: angleOf(first),
  };
}

/**
 * Sorts the runs of a line by position. Keeps the drawing order if runs overlap, as in fractions and combined
 * marks.
 */
function asSeen(items: readonly PdfTextItem[]): readonly PdfTextItem[] {
  const runs = runsOf(items);
  if (runs.length < 2) return items;
  const isRightToLeft = runsToLeft(items);
  const sorted = runs.toSorted((a, b) => a.x - b.x);
  const size = Math.max(...items.filter((item) => !isBlank(item)).map((item) => positionOf(item).fontSize));
  if (sorted.some((run, at) => at > 0 && run.x < (sorted[at - 1] as Run).right - size * OVERLAP))
    return items;
  if (isRightToLeft) sorted.reverse();
  return sorted.flatMap((run) => run.items);
}

/** Groups items that follow each other along the baseline. A jump to the left or right begins another run. */
function runsOf(items: readonly PdfTextItem[]): Run[] {
  const toLeft = runsToLeft(items);
  const runs: Run[] = [];
  let last: PdfPosition | null = null;
  for (const item of items) {
    const open = runs.at(-1);
    if (isBlank(item)) {
      open?.items.push(item);
      continue;
    }
    const place = positionOf(item);
    const gap = last === null ? 0 : (toLeft ? last.x - place.right : place.x - last.right) / place.fontSize;
    const follows = last !== null && gap >= -OVERLAP && gap <= RUN_GAP;
    if (open === undefined || !follows) runs.push({ items: [item], x: place.x, right: place.right });
    else {
      open.items.push(item);
      [open.x, open.right] = [Math.min(open.x, place.x), Math.max(open.right, place.right)];
    }
    last = place;
  }
  return runs;
}

/** Whether most letters run from right to left. */
function runsToLeft(items: readonly PdfTextItem[]): boolean {
  return items.reduce((sum, { str, dir }) => sum + (dir === "rtl" ? str.length : -str.length), 0) > 0;
}

/** Inserts a space at each gap and at each jump. */
function spaced(items: readonly PdfTextItem[]): PdfTextItem[] {
  const parted: PdfTextItem[] = [];
  let last: PdfPosition | null = null;
  let hasSpace = true;
  for (const item of items) {
    const place = isBlank(item) ? null : positionOf(item);
    if (place !== null) {
      if (last !== null && !hasSpace && !/^\s/.test(item.str) && isParted(last, place)) {
        parted.push({ str: " ", transform: item.transform, width: 0, hasEOL: false });
      }
      [last, hasSpace] = [place, false];
    }
    hasSpace ||= /\s$/.test(item.str);
    parted.push(item);
  }
  return parted;
}

function isParted(last: PdfPosition, next: PdfPosition): boolean {
  const gap = Math.max(next.x - last.right, last.x - next.right);
  return gap > Math.min(last.fontSize, next.fontSize) * SPACE;
}
