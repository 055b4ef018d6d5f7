import type { PdfLine } from "./pdf-lines.ts";

/** So many heights at the top of a page, and as many at its bottom, may hold its head and foot. */
const EDGE_HEIGHTS = 2;
/** What is printed at the same place of so many pages is no text of theirs. */
const MIN_PAGES = 3;
/** Larger letters are a heading, even where each page has one. */
const HEADING_RATIO = 1.15;
/** Heights within so many points are one. */
const HEIGHT_POINTS = 3;
const NUMBER = /\d{1,6}/g;
const ROMAN = /^[ivxlc]{1,7}$/i;
/** What stands beside a page's number: "Page 3 of 12", "Seite 3", "第3页". */
const PAGE_WORDS =
  /\b(?:pages?|pag|pg|p|of|sur|de|seite|von|página|pagina|di|strona|strana|z|sida|side|av|af|bladzijde|van)\b|стр(?:аница)?|из|[第页頁共ページ]/giu;
const MAX_LINE_CHARS = 300;

interface Edge {
  readonly line: PdfLine;
  readonly keys: readonly string[];
}

/**
 * The pages without their running heads and page numbers: lines that stand at the edge of at least three pages, at the same height and in the same
 * words, but for a page's number: one that counts with the pages and stands alone or apart. Words stay where they stand first, so that nothing is
 * lost that is said nowhere else. Other numbers are part of the words: three invoices in a row have no running head.
 */
export function withoutRunningLines(pages: readonly (readonly PdfLine[])[]): (readonly PdfLine[])[] {
  if (pages.length < MIN_PAGES) return [...pages];
  const usual = usualSize(pages);
  const edges = pages.map((lines, at) => edgesOf(lines, at, usual));
  const counts = new Map<string, number>();
  for (const page of edges) {
    for (const key of new Set(page.flatMap(({ keys }) => keys))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const told = new Set<string>();
  return pages.map((lines, at) => {
    const dropped = new Set<PdfLine>();
    for (const { line, keys } of edges[at] ?? []) {
      const key = keys.find((each) => (counts.get(each) ?? 0) >= MIN_PAGES);
      if (key === undefined) continue;
      if (told.has(key) || isPageNumber(line.text)) dropped.add(line);
      told.add(key);
    }
    return dropped.size === 0 ? lines : lines.filter((line) => !dropped.has(line));
  });
}

function edgesOf(lines: readonly PdfLine[], page: number, usual: number): Edge[] {
  const heights = [...new Set(lines.map(heightOf))].toSorted((a, b) => a - b);
  const outer = new Set([...heights.slice(0, EDGE_HEIGHTS), ...heights.slice(-EDGE_HEIGHTS)]);
  const isEdge = (line: PdfLine): boolean =>
    outer.has(heightOf(line)) && line.fontSize <= usual * HEADING_RATIO && line.text.length <= MAX_LINE_CHARS;
  return lines.filter(isEdge).map((line) => ({ line, keys: keysOf(line, page) }));
}

/** What lines have in common that are the same on other pages: their words, or those beside a page's number. */
function keysOf(line: PdfLine, page: number): string[] {
  const at = `${heightOf(line)} `;
  // The numerals of a preface are all there is in their line.
  if (ROMAN.test(line.text)) return [`${at}roman`];
  const words = `${at}=${line.text}`;
  if (!isPageNumber(line.text) && !line.isApart) return [words];
  const numbers = [...line.text.matchAll(NUMBER)];
  const ends = [...new Set([numbers.at(0), numbers.at(-1)])].filter((number) => number !== undefined);
  const counting = ends.map((number) => {
    const [before, after] = [line.text.slice(0, number.index), line.text.slice(number.index + number[0].length)];
    return `${at}${before}#${Number(number[0]) - page}${after}`;
  });
  return [words, ...counting];
}

function isPageNumber(text: string): boolean {
  return ROMAN.test(text) || !/\p{L}/u.test(text.replace(PAGE_WORDS, ""));
}

function heightOf({ y }: PdfLine): number {
  return Math.round(y / HEIGHT_POINTS);
}

/** The size in which most of the text is set. */
function usualSize(pages: readonly (readonly PdfLine[])[]): number {
  const sizes = new Map<number, number>();
  for (const { fontSize, text } of pages.flat()) {
    const size = Math.round(fontSize * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  }
  return [...sizes].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}
