import { type PageLine, removeHeadersFooters } from "../pdf/remove-headers-footers.ts";

const PAGE_BREAK = "\f";
const SPACES = /\s+/g;
/** Number of lines at the top, and at the bottom, of a page that may be headers and footers. */
const EDGE_LINES = 2;
/** Distance between lines, and between the top and the bottom of a page, in the unit of PDF pages. */
const [LINE_POINTS, BOTTOM_POINTS] = [12, 1_000];

interface EdgeLine extends PageLine {
  /** Offset of the line in its page. */
  readonly start: number;
  readonly end: number;
}

/**
 * Removes headers, footers and page numbers that repeat on the pages of a plain text, such as an RFC. Form feeds
 * separate the pages. The lines become empty, so line numbers do not change. Linear time.
 */
export function removeRunningHeads(text: string): string {
  if (!text.includes(PAGE_BREAK)) return text;
  const pages = text.split(PAGE_BREAK);
  const edges = pages.map(edgesOf);
  const kept = removeHeadersFooters(edges);
  return pages
    .map((page, at) => {
      const removed = (edges[at] ?? []).filter((line) => kept[at]?.includes(line) === false);
      return removed
        .toSorted((one, other) => other.start - one.start)
        .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), page);
    })
    .join(PAGE_BREAK);
}

/** The first and last lines of a page that are not blank. Their heights tell their places from both ends. */
function edgesOf(page: string): EdgeLine[] {
  const lines: { readonly text: string; readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (const line of page.split("\n")) {
    if (line.trim() !== "")
      lines.push({ text: line.trim().replace(SPACES, " "), start, end: start + line.length });
    start += line.length + 1;
  }
  return lines.flatMap((line, at) => {
    const below = lines.length - 1 - at;
    if (at >= EDGE_LINES && below >= EDGE_LINES) return [];
    const y = at <= below ? at * LINE_POINTS : BOTTOM_POINTS - below * LINE_POINTS;
    return [{ ...line, y, fontSize: 1, isApart: true }];
  });
}
