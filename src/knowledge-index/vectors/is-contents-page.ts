/** Matches the end of a contents line: leader dots and a page number. */
const PAGE_NUMBER = /(?:\.{3}|…|(?:\. ){3}|·{3})[.…·\s]{0,200}(\d{1,5})\s{0,9}$/u;
const MIN_LINES = 4;
const MIN_SHARE = 0.6;

/**
 * Whether a passage is part of a table of contents: most of its lines end with leader dots and a page number,
 * and the numbers rise. The titles in it are similar to many questions, and it answers none. A price list has
 * leader dots too, but its numbers fall somewhere.
 */
export function isContentsPage(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const pages = lines.flatMap((line) => {
    const page = PAGE_NUMBER.exec(line)?.[1];
    return page === undefined ? [] : [Number(page)];
  });
  if (pages.length < MIN_LINES || pages.length < MIN_SHARE * lines.length) return false;
  return pages.every((page, at) => at === 0 || page >= (pages[at - 1] ?? 0));
}
