import type { Visibility } from "./ink/page-ink.ts";

/**
 * The fields of pdf.js's TextItem that the extractor reads. `transform` is [a, b, c, d, x, y]
 * (https://mozilla.github.io/pdf.js/api/).
 */
export interface PdfTextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  /** `rtl` if most letters run from right to left. */
  readonly dir?: string;
  /** Whether the item comes from a form field or annotation instead of the page content. */
  readonly isAdded?: boolean;
  /** Of the patch of `scripts/patch-pdfjs.mjs`. */
  readonly visibility?: Visibility | undefined;
}

/** A position in points, relative to the item's own baseline, for any page rotation. */
export interface PdfPosition {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly fontSize: number;
}

export function positionOf(item: PdfTextItem): PdfPosition {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const along = Math.hypot(a, b) || 1;
  const across = Math.hypot(c, d) || 1;
  const x = (e * a + f * b) / along;
  return { x, y: (e * c + f * d) / across, right: x + item.width, fontSize: across };
}

/** Returns the angle of the baseline in rounded degrees. Positions at different angles cannot be compared. */
export function angleOf({ transform }: PdfTextItem): number {
  const [a = 1, b = 0] = transform;
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}

export function isBlank({ str }: PdfTextItem): boolean {
  return str.trim() === "";
}
