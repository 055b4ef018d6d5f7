import type { PageSpan } from "../../../domain/retrieval.ts";
import type { PdfPage } from "./read-pages.ts";

/** Maximum number of page ranges in a note. */
const NAMED = 8;
/**
 * Minimum number of unknown characters on a page for a note. Bullets and pictograms use private code points
 * too, so fewer are no loss.
 */
const MIN_UNKNOWN = 20;
const UNKNOWN_SHARE = 0.1;

export const XFA_UNREAD =
  "Ready, but this PDF has an XFA form, and the service did not read its fields and texts. Print it as PDF from a program that shows them, and upload that.";

/** Returns the note on pages without text, such as scans; `""` if every page has text. */
export function noteOnImageOnlyPages(pages: readonly PageSpan[]): string {
  const empty = pages.filter(({ start, end }) => end <= start).map(({ page }) => page);
  const count = empty.length;
  if (count === 0) return "";
  const of = `${namedPages(empty)} of ${pages.length}`;
  const holds =
    count === 1
      ? `page ${of} holds no text. If it is a scan, search does not find it.`
      : `pages ${of} hold no text. If they are scans, search does not find them.`;
  return `Ready, but ${holds} Run text recognition (OCR) and upload the result.`;
}

/** Returns the note on fonts without their CMap, whose text pdf.js drops. */
export function noteOnMaps(missing: ReadonlySet<string>): string {
  if (missing.size === 0) return "";
  const names = [...missing].slice(0, NAMED).join(", ");
  return `Ready, but the service could not read text in fonts with the unknown character map ${names}. Print or save the file again as PDF, and upload that.`;
}

/** Returns the note on pages with many characters from fonts without a Unicode mapping. */
export function noteOnLetters(pages: readonly PdfPage[]): string {
  const numbers = pages.flatMap(({ drawn, unknown }, at) =>
    unknown >= MIN_UNKNOWN && unknown >= drawn * UNKNOWN_SHARE ? [at + 1] : [],
  );
  if (numbers.length === 0) return "";
  const count = pages.reduce((sum, { unknown }) => sum + unknown, 0);
  const where = `${numbers.length === 1 ? "page" : "pages"} ${namedPages(numbers)}`;
  return `Ready, but fonts of ${where} do not identify their letters: ${count.toLocaleString("en")} characters are not readable. Run text recognition (OCR) and upload the result.`;
}

/** Lists the first page ranges, ascending: "1–2, 4 and 7–9". */
function namedPages(pages: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run?.last === page - 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  const named = runs
    .slice(0, NAMED)
    .map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  if (runs.length > NAMED) named.push("others");
  return named.length === 1 ? (named[0] ?? "") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}
