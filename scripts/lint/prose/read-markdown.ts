import MarkdownIt from "markdown-it";
import type { Passage } from "./passage.ts";

type Token = ReturnType<MarkdownIt["parse"]>[number];

const PARSER = new MarkdownIt({ html: true });
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
/** Generators mark their part of a page with these comments. */
const GENERATED = /<!-- [\w ]+: written by [\s\S]*?<!-- end of [\s\S]*?-->/g;
/** A page that says so at its head is generated as a whole: its table cells have no limit. */
const GENERATED_PAGE = /\b(?:written|generated) by `?npm run/i;
const HEAD_CHARS = 500;

/**
 * The paragraphs, headings, list items and table cells of a page. Leaves out code, quotations and generated
 * parts.
 */
export function readMarkdown(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  const hasCellLimit = !GENERATED_PAGE.test(source.slice(0, HEAD_CHARS));
  let quotes = 0;
  let cell: Token | null = null;
  let row = 0;
  for (const token of PARSER.parse(blanked(source), {})) {
    if (token.type === "blockquote_open") quotes++;
    if (token.type === "blockquote_close") quotes--;
    if (token.type === "tr_open") row = token.map?.[0] ?? row;
    if (token.type === "td_open" || token.type === "th_open") cell = token;
    if (token.type === "td_close" || token.type === "th_close") cell = null;
    if (token.type !== "inline" || quotes > 0) continue;
    const line = (cell === null ? (token.map?.[0] ?? 0) : row) + 1;
    const text = inlineText(token.children ?? []);
    passages.push({ category: "docs", file, line, text, isTableCell: cell !== null && hasCellLimit });
  }
  return passages;
}

/** Keeps the line numbers of the rest. */
function blanked(source: string): string {
  const lines = (part: string): string => "\n".repeat(part.split("\n").length - 1);
  return source.replace(FRONT_MATTER, lines).replace(GENERATED, lines);
}

function inlineText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("");
}

function textOf(token: Token): string {
  switch (token.type) {
    case "text":
      return token.content;
    case "code_inline":
      return `\`${token.content}\``;
    case "softbreak":
    case "hardbreak":
      return "\n";
    case "image":
      return token.content;
    default:
      return "";
  }
}
