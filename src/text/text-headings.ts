const MAX_CHARS = 100;
/** Matches "3.1. The status lines (bottom)", "2 Definitions" and "A. Glossary", but no sentences. */
const NUMBERED = /^((?:\p{Nd}{1,2}|\p{Lu})(?:\.\p{Nd}{1,3}){0,4})[.)]?\s{1,4}\p{Lu}/u;
/**
 * Matches "fetchmail-6.4.35 (released 2023-01-04):", "Version 2.1", "v3.0.1 / 2020-02-03" and "apt (2.6.1)
 * unstable".
 */
const OF_A_VERSION =
  /^(?:\p{L}[\p{L}\p{N}_+-]{0,40}[\s/-])?(?:(?:version|release)\s|\(|\[)?v?\p{Nd}{1,4}(?:\.\p{Nd}{1,5}){1,4}[\p{L}\p{N}.~+-]{0,20}(?:[)\]:,]|\s|$)/iu;
const CHAPTER = /^(\p{Nd}{1,2}(?:\.\p{Nd}{1,3}){0,4})[.)]?\s/u;
const ENDS_SENTENCE = /[.!?,;:。！？：；…][^\p{L}\p{N}]{0,4}$/u;
/** Matches a line in columns, such as a page header. */
const COLUMNS = /\S\s{3,}\S/u;
const RULE = /^(?:={3,}|-{3,}|~{3,}|\*{3,}|_{3,}|#{3,})$/;
const MARKED = /^[-*+•o#]\s/;

/** Matches a year. Dated headings of a changelog rank above all Markdown headings. */
const DATED = /\p{Nd}{4}/u;
/** Heading level. Markdown headings have levels 1 to 6. Level 0 ranks above all of them. */
type Level = number;

/**
 * The level of a plain-text heading: a numbered title between blank lines, or a version in a changelog. Null
 * for any other line. Lines are trimmed; "" means that there is no such line.
 * @param next the next line that is not blank
 */
export function textHeadingLevel({
  line,
  before,
  after,
  next,
}: Record<"line" | "before" | "after" | "next", string>): Level | null {
  if (line.length > MAX_CHARS || line === "" || COLUMNS.test(line)) return null;
  const isAlone = before === "" && after === "";
  const [, number = ""] = NUMBERED.exec(line) ?? [];
  if (number !== "")
    return isAlone && !ENDS_SENTENCE.test(line) && !isItem(number, next)
      ? number.split(".").length + 1
      : null;
  if (!OF_A_VERSION.test(line) || (ENDS_SENTENCE.test(line) && !line.endsWith(":"))) return null;
  const startsList = after === "" || RULE.test(after) || MARKED.test(after);
  if (!(before === "" || RULE.test(before)) || !startsList || OF_A_VERSION.test(next)) return null;
  return RULE.test(before) || line.endsWith(":") || DATED.test(line) ? 0 : 2;
}

/** Whether the next numbered line has the same depth. In that case, both lines are list items. */
function isItem(number: string, next: string): boolean {
  const [, following = ""] = NUMBERED.exec(next) ?? [];
  return following !== "" && following.split(".").length <= number.split(".").length;
}

/** False if both headings have numbers and `above` is no chapter of `heading`: "4 Ships" above "5.1 Oars". */
export function isChapterOf(above: string, heading: string): boolean {
  const [[, outer = ""], [, inner = ""]] = [CHAPTER.exec(above) ?? [], CHAPTER.exec(heading) ?? []];
  return outer === "" || inner === "" || inner.startsWith(`${outer}.`);
}
