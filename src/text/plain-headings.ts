const MAX_CHARS = 100;
/** "3.1. The status lines (bottom)", "2 Definitions", "A. Glossary", and no sentence. */
const NUMBERED = /^((?:\p{Nd}{1,2}|\p{Lu})(?:\.\p{Nd}{1,3}){0,4})[.)]?\s{1,4}\p{Lu}/u;
/** "fetchmail-6.4.35 (released 2023-01-04):", "Version 2.1", "v3.0.1 / 2020-02-03", "apt (2.6.1) unstable" */
const OF_A_VERSION =
  /^(?:\p{L}[\p{L}\p{N}_+-]{0,40}[\s/-])?(?:(?:version|release)\s|\(|\[)?v?\p{Nd}{1,4}(?:\.\p{Nd}{1,5}){1,4}[\p{L}\p{N}.~+-]{0,20}(?:[)\]:,]|\s|$)/iu;
const ENDS_SENTENCE = /[.!?,;:。！？：；…][^\p{L}\p{N}]{0,4}$/u;
/** Within a line: it is parted into columns, as the head of a page is. */
const COLUMNS = /\S\s{3,}\S/u;
const RULE = /^(?:={3,}|-{3,}|~{3,}|\*{3,}|_{3,}|#{3,})$/;
const MARKED = /^[-*+•o#]\s/;

/** A list of changes says so behind it: its parts may be marked as if they were above it. */
const DATED = /\p{Nd}{4}/u;
/** How deep a heading stands; marked ones of Markdown have 1 to 6. 0: all that is marked stands below it. */
type Level = number;

/**
 * The level of a line of plain text that is a heading by what it says and by what stands around it: a numbered title between blank lines, or the
 * version that a list of changes is about. Null for any other line. Lines are without the white space around them; "" for none.
 * @param next the first line below that is not blank
 */
export function plainHeading({ line, before, after, next }: Record<"line" | "before" | "after" | "next", string>): Level | null {
  if (line.length > MAX_CHARS || line === "" || COLUMNS.test(line)) return null;
  const isAlone = before === "" && after === "";
  const [, number = ""] = NUMBERED.exec(line) ?? [];
  if (number !== "") return isAlone && !ENDS_SENTENCE.test(line) && !isItem(number, next) ? number.split(".").length + 1 : null;
  if (!OF_A_VERSION.test(line) || (ENDS_SENTENCE.test(line) && !line.endsWith(":"))) return null;
  const startsList = after === "" || RULE.test(after) || MARKED.test(after);
  if (!(before === "" || RULE.test(before)) || !startsList || OF_A_VERSION.test(next)) return null;
  return RULE.test(before) || line.endsWith(":") || DATED.test(line) ? 0 : 2;
}

/** Whether what follows is numbered as deep: one item of a list after the other. */
function isItem(number: string, next: string): boolean {
  const [, following = ""] = NUMBERED.exec(next) ?? [];
  return following !== "" && following.split(".").length <= number.split(".").length;
}
