import { decodeHTML } from "entities";
import { BlockText } from "../block-text.ts";
import { breakOf, DROPPED_ELEMENTS } from "./html-markup.ts";
import { htmlTokens } from "./html-tokens.ts";

/** The text of a page of any size or depth: no tree, so no choice of what is the article. Time is linear. */
export function scannedHtmlText(html: string): { text: string; title: string } {
  const text = new BlockText();
  const lastClose = new Map<string, number>();
  let title = "";
  let position = 0;
  let dropped: { name: string; depth: number } | null = null;
  for (const token of htmlTokens(html)) {
    if (token.kind === "text" || token.kind === "raw") position = token.end;
    if (token.kind === "declaration") continue;
    if (token.kind === "raw") {
      if (token.name === "title" && title === "") title = html.slice(token.start, token.end);
    } else if (dropped !== null) {
      if (token.kind !== "text" && token.name === dropped.name) dropped.depth += token.kind === "open" ? 1 : -1;
      if (dropped.depth === 0) dropped = null;
    } else if (token.kind === "text") {
      text.add(html.slice(token.start, token.end));
    } else if (token.kind === "open" && isDropped(token.name) && isClosedAfter(position, token.name)) {
      dropped = { name: token.name, depth: 1 };
    } else {
      text.break(breakOf(token.name));
    }
  }
  return { text: decodeHTML(text.toString()), title: decodeHTML(title.replace(/\s+/g, " ").trim()) };

  /** What is never closed would swallow the rest of the page. */
  function isClosedAfter(at: number, name: string): boolean {
    const known = lastClose.get(name) ?? html.toLowerCase().lastIndexOf(`</${name}`);
    lastClose.set(name, known);
    return known > at;
  }
}

function isDropped(name: string): boolean {
  return DROPPED_ELEMENTS.has(name) && name !== "head";
}
