/** Fields of pdf.js's TextItem that the reader needs; `transform` is [a, b, c, d, x, y] (https://mozilla.github.io/pdf.js/api/). */
export interface PdfTextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  /** `rtl` where most letters run from right to left. */
  readonly dir?: string;
  /** Whether it stands in a field or an annotation, which no operator of the page draws. */
  readonly isAdded?: boolean;
}

/** In points along and against the item's own baseline, whatever way the page is turned. */
export interface PdfPlace {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly fontSize: number;
}

export function placeOf(item: PdfTextItem): PdfPlace {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const along = Math.hypot(a, b) || 1;
  const across = Math.hypot(c, d) || 1;
  const x = (e * a + f * b) / along;
  return { x, y: (e * c + f * d) / across, right: x + item.width, fontSize: across };
}

/** The direction of the baseline in degrees, rounded: places of different directions cannot be compared. */
export function angleOf({ transform }: PdfTextItem): number {
  const [a = 1, b = 0] = transform;
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}

export function isBlank({ str }: PdfTextItem): boolean {
  return str.trim() === "";
}
