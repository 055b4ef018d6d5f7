import { decodeHTML } from "entities";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { elementBreak } from "../html/element-break.ts";
import { htmlTokens } from "../html/html-tokens.ts";
import { ParagraphCollector, type WordSink } from "./word-sink.ts";

const TOKENS_PER_STEP = 500;
/**
 * Elements that the extractor always omits: menus, scripts, and fallbacks for browsers without support for an
 * element.
 */
const BY_RULE = new Set([
  "nav",
  "menu",
  "script",
  "style",
  "noscript",
  "template",
  "head",
  "title",
  "iframe",
  "object",
  "audio",
  "video",
]);
/** Location names of lost words by element. If several such elements are open, the note names only one. */
const PLACES: Readonly<Record<string, string>> = {
  svg: "drawings",
  select: "form fields",
  button: "form fields",
  datalist: "form fields",
  dialog: "dialogs",
  footer: "page footers",
  header: "page headers",
  aside: "side boxes",
};
const CONTENTS = /\b(?:toc|table-of-contents|doc-toc|navigation|headerlink)\b/i;
const TAG_CHARS = 400;
/** A block that consists of links and is shorter than this is a menu entry. */
const MENU_CHARS = 40;

/** Adds the words of a page, except those in elements without readable content. */
export function* countHtml(html: string, sink: WordSink): CooperativeTask<void> {
  const paragraph = new ParagraphCollector(sink);
  const open = new Map<string, number>();
  let skipped: { readonly name: string; depth: number } | null = null;
  let [count, links, hasWords] = [0, 0, false];
  for (const token of htmlTokens(html)) {
    count += 1;
    if (count % TOKENS_PER_STEP === 0) yield;
    if (token.kind === "declaration" || token.kind === "raw") continue;
    if (skipped !== null) {
      if (token.kind !== "text" && token.name === skipped.name)
        skipped.depth += token.kind === "open" ? 1 : -1;
      if (skipped.depth <= 0) skipped = null;
    } else if (token.kind === "text") {
      const text = decodeHTML(html.slice(token.start, token.end));
      hasWords ||= links === 0 && text.trim() !== "";
      paragraph.add(text, placeIn(open));
    } else if (
      token.kind === "open" &&
      isByRule(token.name, html.slice(token.start, Math.min(token.end, token.start + TAG_CHARS)))
    ) {
      skipped = { name: token.name, depth: 1 };
    } else {
      if (token.name === "a") links = token.kind === "open" ? 1 : 0;
      if (elementBreak(token.name) !== "none" || PLACES[token.name] !== undefined) {
        if (!hasWords && paragraph.length <= MENU_CHARS) paragraph.drop();
        paragraph.end();
        hasWords = false;
      }
      if (PLACES[token.name] !== undefined) {
        if (token.kind === "open") open.set(token.name, (open.get(token.name) ?? 0) + 1);
        else if (token.kind === "close") open.set(token.name, Math.max(0, (open.get(token.name) ?? 0) - 1));
      }
    }
  }
  paragraph.end();
}

function isByRule(name: string, tag: string): boolean {
  return BY_RULE.has(name) || CONTENTS.test(tag);
}

function placeIn(open: ReadonlyMap<string, number>): string {
  for (const [name, depth] of open) if (depth > 0) return PLACES[name] ?? "";
  return "";
}
