/** Matches the end of a contents line: leader dots and a page number. */
const PAGE_NUMBER = /(?:\.{3}|…|(?:\. ){3}|·{3})[.…·\s]{0,200}(\d{1,5})\s{0,9}$/u;
/** Matches the line of a section in an outline: "- 2.1. Scope". A statement ends with a punctuation mark. */
const SECTION =
  /^\s{0,20}(?:[-*+•]\s{1,4})?(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s{1,8}(?=\P{L}{0,4}\p{L}).{1,110}(?<![.;!?。！？])$/u;
const MIN_LINES = 4;
/** An outline without page numbers is shorter text, so it needs more lines. */
const MIN_SECTIONS = 6;
const MIN_SHARE = 0.6;
/** Minimum share of an outline in the characters of a passage. */
const MIN_OUTLINE_SHARE = 0.75;

/**
 * Whether a passage is part of a table of contents: most of its lines end with leader dots and a page number,
 * and the numbers rise, or most of them begin with rising numbers of sections and subsections. The titles in it
 * are similar to many questions, and it answers none. A price list has leader dots too, but its numbers fall
 * somewhere. Numbered steps have no subsections, and numbered clauses end like statements.
 */
export function isContentsPage(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return hasRisingPages(lines) || isOutline(lines);
}

function isOutline(lines: readonly string[]): boolean {
  let [chars, all] = [0, 0];
  const sections = lines.flatMap((line) => {
    const number = SECTION.exec(line.trimEnd())?.[1];
    all += line.trim().length;
    if (number === undefined) return [];
    chars += line.trim().length;
    return [number.split(".").map(Number)];
  });
  // The introduction of a document may precede its outline.
  if (sections.length < MIN_SECTIONS || chars < MIN_OUTLINE_SHARE * all) return false;
  const subsections = sections.filter(({ length }) => length > 1);
  return (
    subsections.length >= sections.length / 2 &&
    sections.every((section, at) => at === 0 || isBehind(section, sections[at - 1] ?? []))
  );
}

/** True if the number of a section comes after another one: 2.1 after 1.3, and after 2. */
function isBehind(section: readonly number[], before: readonly number[]): boolean {
  const at = section.findIndex((each, place) => each !== before[place]);
  return at >= 0 && (section[at] ?? 0) > (before[at] ?? 0);
}

function hasRisingPages(lines: readonly string[]): boolean {
  const pages = lines.flatMap((line) => {
    const page = PAGE_NUMBER.exec(line)?.[1];
    return page === undefined ? [] : [Number(page)];
  });
  if (pages.length < MIN_LINES || pages.length < MIN_SHARE * lines.length) return false;
  return pages.every((page, at) => at === 0 || page >= (pages[at - 1] ?? 0));
}
