import type { ExtractedText } from "../extracted-text.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { hasCarriageReturnLineEnds } from "../line-mapped-text.ts";
import { cleanProse } from "./clean-prose.ts";
import { removeRunningHeads } from "./remove-running-heads.ts";

const TITLE_SEARCHED_CHARS = 4000;
const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/;
const FRONT_MATTER_TITLE = /^title:(.*)/m;
const QUOTED = /^(["'])(.*)\1$/;
const ATX_HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*)/m;
const SETEXT_HEADING = /^[ \t]*(\S.*)\r?\n {0,3}(?:={2,}|-{2,})[ \t]*\r?$/m;

/**
 * Reads plain text or Markdown and removes invisible content, and the headers and footers of pages.
 * @throws ExtractionError if there is no text
 */
export function proseOf(text: string, strategy: "text" | "markdown"): ExtractedText {
  const { text: clean, note } = cleanProse(text);
  const read = plainText(strategy === "text" ? removeRunningHeads(clean) : clean, strategy);
  return note === "" ? read : { ...read, note };
}

/**
 * Reads plain text and Markdown unchanged.
 * @throws ExtractionError when there is no text
 */
export function plainText(text: string, strategy: "text" | "markdown"): ExtractedText {
  const read = unchangedText(text);
  return strategy === "text" ? read : { ...read, title: markdownTitle(text), strategy, form: "markdown" };
}

/**
 * Reads text of any kind unchanged, with line locators.
 * @throws ExtractionError if there is no text
 */
export function unchangedText(text: string): ExtractedText {
  if (text.trim() === "")
    throw new ExtractionError("This file has no text. Save it again with its content, and upload that.");
  const lines = [{ start: 0, end: text.length, locator: { kind: "line", line: 1 } as const }];
  return {
    text,
    pages: [],
    spans: hasCarriageReturnLineEnds(text) ? [] : lines,
    title: "",
    strategy: "text",
    form: "plain",
  };
}

/**
 * Reads data unchanged, with line locators. Passages end at line ends, except in lines longer than a passage.
 * @throws ExtractionError if there is no text
 */
export function wholeLineText(text: string): ExtractedText {
  return { ...unchangedText(text), borders: [] };
}

/**
 * Returns the title in the front matter, otherwise the first heading near the beginning; `""` without either.
 */
function markdownTitle(text: string): string {
  const head = text.slice(0, TITLE_SEARCHED_CHARS);
  const frontMatter = FRONT_MATTER.exec(head);
  const declared = FRONT_MATTER_TITLE.exec(frontMatter?.[1] ?? "")?.[1]?.trim() ?? "";
  const body = frontMatter ? head.slice(frontMatter[0].length) : head;
  const [atx, setext] = [ATX_HEADING.exec(body), SETEXT_HEADING.exec(body)];
  if (declared !== "") return (QUOTED.exec(declared)?.[2] ?? declared).trim();
  if (atx && (!setext || atx.index < setext.index)) return withoutClosingHashes(atx[1] ?? "");
  return (setext?.[1] ?? "").trim();
}

function withoutClosingHashes(heading: string): string {
  const text = heading.trim();
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  const content = text.slice(0, end);
  return /\s$/.test(content) ? content.trimEnd() : text;
}
