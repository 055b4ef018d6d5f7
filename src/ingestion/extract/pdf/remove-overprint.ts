import { isBlank, type PdfPosition, type PdfTextItem, positionOf } from "./pdf-position.ts";

/** Maximum offset of a letter that is drawn again for bold type or a shadow, in font sizes. */
const SHIFT_SIZES = 0.15;
/** Minimum distance of two equal letters that are both real, as a share of the letter's width. */
const SHIFT_WIDTH = 0.5;
/** Maximum number of earlier positions to compare for each text. */
const COMPARED = 4;

/** Removes items that repeat the same text at the same position. Programs draw bold letters in this way. */
export function removeOverprint(items: readonly PdfTextItem[]): PdfTextItem[] {
  const drawn = new Map<string, PdfPosition[]>();
  const kept: PdfTextItem[] = [];
  for (const item of items) {
    if (isBlank(item)) {
      kept.push(item);
      continue;
    }
    const place = positionOf(item);
    const places = drawn.get(item.str) ?? [];
    if (places.some((other) => isSamePlace(place, other))) {
      const last = kept.at(-1);
      if (item.hasEOL && last !== undefined) kept[kept.length - 1] = { ...last, hasEOL: true };
      continue;
    }
    places.push(place);
    if (places.length > COMPARED) places.shift();
    drawn.set(item.str, places);
    kept.push(item);
  }
  return kept;
}

function isSamePlace(place: PdfPosition, other: PdfPosition): boolean {
  const shift = Math.min(place.fontSize * SHIFT_SIZES, (place.right - place.x) * SHIFT_WIDTH);
  const isNear =
    Math.abs(place.x - other.x) <= shift && Math.abs(place.y - other.y) <= place.fontSize * SHIFT_SIZES;
  return isNear && Math.abs(place.fontSize - other.fontSize) <= place.fontSize * SHIFT_SIZES;
}
