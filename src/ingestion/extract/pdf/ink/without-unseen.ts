import { isBlank, type PdfTextItem } from "../pdf-position.ts";
import type { InkSummary } from "./page-ink.ts";
import { PictureMap } from "./painted-areas.ts";

interface Seen {
  readonly items: readonly PdfTextItem[];
  /** Number of texts that readers do not see. */
  readonly hidden: number;
  /** Number of characters that were left out. */
  readonly dropped: number;
}

/**
 * Leaves out the items that readers do not see. Counts each run of them as one text, except if the page also
 * shows their words: programs draw white shadows and outlines.
 */
export function withoutUnseen(items: readonly PdfTextItem[], summary: InkSummary | null): Seen {
  const pictures = summary === null ? null : new PictureMap(summary.page, summary.pictures);
  const isUnseen = (item: PdfTextItem): boolean =>
    item.visibility === "unseen" ||
    (item.visibility === "behind" && pictures !== null && !isOn(pictures, item));
  const kept: PdfTextItem[] = [];
  const dropped: PdfTextItem[][] = [];
  let isOpen = false;
  for (const item of items) {
    if (isBlank(item)) kept.push(item);
    else if (!isUnseen(item)) {
      kept.push(item);
      isOpen = false;
    } else {
      if (isOpen) dropped.at(-1)?.push(item);
      else dropped.push([item]);
      isOpen = true;
      if (item.hasEOL) kept.push({ ...item, str: "", width: 0 });
    }
  }
  const shown = new Set(kept.map(({ str }) => str));
  const hidden = dropped.filter((run) => run.some(({ str }) => !shown.has(str))).length;
  const characters = dropped.flat().reduce((sum, { str }) => sum + str.length, 0);
  return { items: kept, hidden: hidden + (summary?.outside ?? 0), dropped: characters };
}

/** True if a picture shows the middle of the text. */
function isOn(pictures: PictureMap, { transform, width }: PdfTextItem): boolean {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const along = width / 2 / (Math.hypot(a, b) || 1);
  return pictures.has(e + a * along + c / 4, f + b * along + d / 4);
}
