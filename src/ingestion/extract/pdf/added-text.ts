import { angleOf, isBlank, type PdfPosition, type PdfTextItem, positionOf } from "./pdf-position.ts";
import { isOnThePage, type PdfAnnotation, annotationText } from "./annotation-text.ts";

export interface AddedText {
  /** Items at the positions of their fields and annotations. */
  readonly items: readonly PdfTextItem[];
  /** Texts of notes about the page, to write after the text of the page. */
  readonly remarks: readonly string[];
}

const LINES = /\r\n?|\n/;
const SPACES = /\s+/g;
const DEFAULT_SIZE = 11;
/** Distance of baselines, and of the first baseline from the upper edge of its box, in font sizes. */
const LEADING = 1.2;
const FIRST_LINE = 0.95;
/** Distance of a centered baseline below the middle of its box, in font sizes. */
const BELOW_MIDDLE = 0.35;
const LETTER_WIDTH = 0.5;

/**
 * Extracts the text of a page's form fields and annotations.
 * @param drawn items of the page itself
 */
export function addedText(annotations: readonly PdfAnnotation[], drawn: readonly PdfTextItem[]): AddedText {
  const items: PdfTextItem[] = [];
  const remarks: string[] = [];
  if (annotations.length === 0) return { items, remarks };
  const page = ` ${wordsOf(drawn.map(({ str }) => str).join(" "))} `;
  const isDrawn = (words: string): boolean => page.includes(` ${wordsOf(words)} `);
  const baselines = drawn.filter((item) => !isBlank(item) && angleOf(item) === 0).map(positionOf);
  for (const annotation of annotations) {
    const text = annotationText(annotation, isDrawn);
    const rect = rectOf(annotation.rect);
    if (text === "") continue;
    if (rect === null || !isOnThePage(annotation)) remarks.push(text.replace(SPACES, " "));
    else
      items.push(...itemsAt(rect, text.split(LINES), sizeOf(annotation), rotationOf(annotation), baselines));
  }
  return { items, remarks };
}

type Rect = readonly [number, number, number, number];

function itemsAt(
  [x1, y1, x2, y2]: Rect,
  lines: readonly string[],
  size: number,
  rotation: number,
  baselines: readonly PdfPosition[],
) {
  const [along, across] = rotation % 180 === 0 ? [x2 - x1, y2 - y1] : [y2 - y1, x2 - x1];
  const letters = Math.min(size, across / LEADING / lines.length) || DEFAULT_SIZE;
  const own =
    rotation === 0 && lines.length === 1 ? baselines.find(({ y }) => y > y1 && y < y2)?.y : undefined;
  const first = lines.length === 1 ? across / 2 + letters * BELOW_MIDDLE : letters * FIRST_LINE;
  return lines.map((line, at): PdfTextItem => {
    const down = own === undefined ? first + at * letters * LEADING : y2 - own;
    const width = Math.min(along, line.length * letters * LETTER_WIDTH);
    return {
      str: line.trim(),
      transform: turned([x1, y1, x2, y2], down, letters, rotation),
      width,
      hasEOL: true,
      isAdded: true,
    };
  });
}

/** Returns the matrix of a line at the left edge of a box, `down` points below its top, for any rotation. */
function turned([x1, y1, x2, y2]: Rect, down: number, size: number, rotation: number): number[] {
  if (rotation === 90) return [0, size, -size, 0, x1 + down, y1];
  if (rotation === 180) return [-size, 0, 0, -size, x2, y1 + down];
  if (rotation === 270) return [0, -size, size, 0, x2 - down, y2];
  return [size, 0, 0, size, x1, y2 - down];
}

function rectOf(rect: unknown): Rect | null {
  if (!Array.isArray(rect) || rect.length !== 4 || !rect.every(Number.isFinite)) return null;
  const [x1, y1, x2, y2] = rect as unknown as Rect;
  return x2 > x1 && y2 > y1 ? [x1, y1, x2, y2] : null;
}

function sizeOf({ defaultAppearanceData }: PdfAnnotation): number {
  const size = defaultAppearanceData?.fontSize;
  return typeof size === "number" && size > 0 ? size : DEFAULT_SIZE;
}

function rotationOf({ rotation }: PdfAnnotation): number {
  return typeof rotation === "number" && rotation % 90 === 0 ? ((rotation % 360) + 360) % 360 : 0;
}

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(" ") ?? ""
  );
}
