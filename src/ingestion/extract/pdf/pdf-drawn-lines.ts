import { angleOf, isBlank, type PdfPlace, type PdfTextItem, placeOf } from "./pdf-place.ts";

/** Items that stand in one printed line, from where reading begins. */
export interface DrawnLine extends PdfPlace {
  readonly items: readonly PdfTextItem[];
  readonly angle: number;
}

/** In sizes of the letters: lower or higher is another line. */
const SAME_LINE = 1;
/** A piece so far back, and so much lower or higher, belongs to another line: a heading beside the label of a figure. */
const BACK = { along: 2, across: 0.15 };
/** So does one so far ahead, and so much lower or higher. */
const AHEAD = { along: 3, across: 0.3 };
/** Pieces of a line may overlap by so many sizes. */
const OVERLAP = 0.3;
/** A wider gap, in sizes, parts two runs. */
const RUN_GAP = 1.2;
/** Where no space is drawn, so wide a gap is one. */
const SPACE = 0.15;

interface Run {
  readonly items: PdfTextItem[];
  x: number;
  right: number;
}

/** The lines of a page in the order of drawing; within a line, pieces that are drawn out of order stand where they are seen. */
export function drawnLines(items: readonly PdfTextItem[]): DrawnLine[] {
  const lines: DrawnLine[] = [];
  let open: PdfTextItem[] = [];
  let last: { readonly place: PdfPlace; readonly angle: number } | null = null;
  const close = (): void => {
    const line = lineOf(open);
    if (line !== null) lines.push(line);
    [open, last] = [[], null];
  };
  for (const item of items) {
    if (!isBlank(item)) {
      const next = { place: placeOf(item), angle: angleOf(item) };
      if (last !== null && isOtherLine(last, next)) close();
      last = next;
    }
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

function isOtherLine(last: { place: PdfPlace; angle: number }, next: { place: PdfPlace; angle: number }): boolean {
  if (last.angle !== next.angle) return true;
  const size = Math.max(last.place.fontSize, next.place.fontSize);
  const across = Math.abs(next.place.y - last.place.y) / size;
  if (across > SAME_LINE) return true;
  const [back, ahead] = [last.place.x - next.place.right, next.place.x - last.place.right].map((points) => points / size) as [
    number,
    number,
  ];
  return (back > BACK.along && across > BACK.across) || (ahead > AHEAD.along && across > AHEAD.across);
}

/** Null where there is nothing to read. */
export function lineOf(items: readonly PdfTextItem[]): DrawnLine | null {
  const printed = items.filter((item) => !isBlank(item));
  const first = printed[0];
  if (first === undefined) return null;
  let [x, right] = [Infinity, -Infinity];
  let largest = placeOf(first);
  for (const item of printed) {
    const place = placeOf(item);
    [x, right] = [Math.min(x, place.x), Math.max(right, place.right)];
    if (place.fontSize > largest.fontSize) largest = place;
  }
  return { items: spaced(asSeen(items)), x, right, y: largest.y, fontSize: largest.fontSize, angle: angleOf(first) };
}

/** Runs of a line from where reading begins, if none overlaps another; else as they are drawn, like fractions and stacked marks. */
function asSeen(items: readonly PdfTextItem[]): readonly PdfTextItem[] {
  const runs = runsOf(items);
  if (runs.length < 2) return items;
  const isRightToLeft = runsToLeft(items);
  const sorted = runs.toSorted((a, b) => a.x - b.x);
  const size = Math.max(...items.filter((item) => !isBlank(item)).map((item) => placeOf(item).fontSize));
  if (sorted.some((run, at) => at > 0 && run.x < (sorted[at - 1] as Run).right - size * OVERLAP)) return items;
  if (isRightToLeft) sorted.reverse();
  return sorted.flatMap((run) => run.items);
}

/** Items that follow each other in the direction of their line; a run begins where drawing jumps back, or ahead. */
function runsOf(items: readonly PdfTextItem[]): Run[] {
  const toLeft = runsToLeft(items);
  const runs: Run[] = [];
  let last: PdfPlace | null = null;
  for (const item of items) {
    const open = runs.at(-1);
    if (isBlank(item)) {
      open?.items.push(item);
      continue;
    }
    const place = placeOf(item);
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

/** Whether most of the letters run from right to left. */
function runsToLeft(items: readonly PdfTextItem[]): boolean {
  return items.reduce((sum, { str, dir }) => sum + (dir === "rtl" ? str.length : -str.length), 0) > 0;
}

/** With a space wherever a gap or a jump parts two items. */
function spaced(items: readonly PdfTextItem[]): PdfTextItem[] {
  const parted: PdfTextItem[] = [];
  let last: PdfPlace | null = null;
  let hasSpace = true;
  for (const item of items) {
    const place = isBlank(item) ? null : placeOf(item);
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

function isParted(last: PdfPlace, next: PdfPlace): boolean {
  const gap = Math.max(next.x - last.right, last.x - next.right);
  return gap > Math.min(last.fontSize, next.fontSize) * SPACE;
}
