/** What reading takes of pdf.js's TextItem; `transform` is [a, b, c, d, x, y] (https://mozilla.github.io/pdf.js/api/). */
export interface PdfTextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
}

/** A printed line: `x`, `y` and `width` in points along and against its own baseline, whatever way the page is turned. */
export interface PdfLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
}

const SPACES = /[\s\u00a0]+/g;
const INVISIBLE = /[\0\u00ad\ufeff]/g;
const SOFT_HYPHEN = "\u00ad";

/** The lines of a page in the order in which the file draws them; empty ones left out. */
export function linesOfPage(items: readonly PdfTextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
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
  lines.push({ text, x, y: largest.y, width: right - x, fontSize: largest.fontSize });
}

/** A soft hyphen counts at the end of a line alone. */
function visible(drawn: string): string {
  const shown = drawn.replace(INVISIBLE, "");
  return drawn.endsWith(SOFT_HYPHEN) ? shown + SOFT_HYPHEN : shown;
}

function placeOf(item: PdfTextItem): { x: number; y: number; right: number; fontSize: number } {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const along = Math.hypot(a, b) || 1;
  const across = Math.hypot(c, d) || 1;
  const x = (e * a + f * b) / along;
  return { x, y: (e * c + f * d) / across, right: x + item.width, fontSize: across };
}
