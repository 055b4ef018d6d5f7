import { decodeHTML } from "entities";
import { BlockText } from "../block-text.ts";
import { breakOf, DROPPED_ELEMENTS } from "./html-markup.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";

/** The text of a page of any size or depth: no tree, so no choice of what is the article. Time is linear. */
export function scannedHtmlText(html: string): { text: string; title: string } {
  const text = new BlockText();
  let title = "";
  for (const token of readableTokens(html, null)) {
    if (token.kind === "text") text.add(html.slice(token.start, token.end));
    else if (token.kind !== "raw") text.break(breakOf(token.name));
    else if (token.name === "title" && title === "") title = html.slice(token.start, token.end);
  }
  return { text: decodeHTML(text.toString()), title: decodeHTML(title.replace(/\s+/g, " ").trim()) };
}

/**
 * The tags and texts of a page that are reading matter, and what holds no tags.
 * @param hidden tells the tags of elements that are left out, too; null: none are
 */
export function* readableTokens(html: string, hidden: RegExp | null): Generator<Exclude<HtmlToken, { readonly kind: "declaration" }>> {
  const lastClose = new Map<string, number>();
  let position = 0;
  let dropped: { name: string; depth: number } | null = null;
  for (const token of htmlTokens(html)) {
    if (token.kind === "text" || token.kind === "raw") position = token.end;
    if (token.kind === "declaration") continue;
    if (token.kind === "raw") {
      yield token;
    } else if (dropped !== null) {
      if (token.kind !== "text" && token.name === dropped.name) dropped.depth += token.kind === "open" ? 1 : -1;
      if (dropped.depth === 0) dropped = null;
    } else if (token.kind === "open" && isLeftOut(token) && isClosedAfter(position, token.name)) {
      dropped = { name: token.name, depth: 1 };
    } else {
      yield token;
    }
  }

  function isLeftOut({ name, start, end }: Extract<HtmlToken, { readonly name: string }>): boolean {
    return isDropped(name) || hidden?.test(html.slice(start, end)) === true;
  }

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
