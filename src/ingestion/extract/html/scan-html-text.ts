import { decodeHTML } from "entities";
import { getAttribute } from "./get-attribute.ts";
import { DROPPED_ELEMENTS } from "./element-break.ts";
import { isHiddenStyle } from "./is-hidden-style.ts";
import { HtmlTextBuilder } from "./html-text-builder.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";

interface ScannedPage {
  readonly text: string;
  readonly title: string;
}

/**
 * Extracts the text of a page of any size or depth in linear time. Without a tree it cannot find the main
 * article. A page whose styles hide most of it is read completely, because its scripts show it later.
 */
export function scanHtmlText(html: string): ScannedPage {
  let hasHidden = false;
  const seen = scan(html, (tag) => {
    const isHidden = isHiddenTag(tag);
    hasHidden ||= isHidden;
    return isHidden;
  });
  if (!hasHidden) return seen;
  const whole = scan(html, () => false);
  return seen.text.length < whole.text.length / 2 ? whole : seen;
}

function scan(html: string, isHidden: (tag: string) => boolean): ScannedPage {
  const builder = new HtmlTextBuilder();
  let title = "";
  for (const token of readableTokens(html, isHidden)) {
    if (token.kind === "text") builder.add(decodeHTML(html.slice(token.start, token.end)));
    else if (token.kind === "raw") title ||= token.name === "title" ? html.slice(token.start, token.end) : "";
    else if (token.kind === "close") builder.close(token.name);
    else builder.open(token.name, attributesOf(html, token));
  }
  return { text: builder.toString(), title: decodeHTML(title.replace(/\s+/g, " ").trim()) };
}

const MAX_TAG_CHARS = 500;
/** Elements whose end tags authors do not leave out. */
const CLOSED = /^<(?:div|span|section|article|font|b|i|em|strong|small|a|table)\b/i;

function isHiddenTag(tag: string): boolean {
  if (!CLOSED.test(tag)) return false;
  const style = getAttribute(tag.slice(0, MAX_TAG_CHARS), "style");
  return style !== null && isHiddenStyle(decodeHTML(style));
}

function attributesOf(
  html: string,
  { start, end }: { readonly start: number; readonly end: number },
): (name: string) => string | null {
  const tag = html.slice(start, Math.min(end, start + MAX_TAG_CHARS));
  return (name) => getAttribute(tag, name);
}

/**
 * Yields the tags, texts and raw elements of readable content.
 * @param isHidden true for tags of elements that the caller omits
 */
export function* readableTokens(
  html: string,
  isHidden: (tag: string) => boolean,
): Generator<Exclude<HtmlToken, { readonly kind: "declaration" }>> {
  const lastClose = new Map<string, number>();
  let position = 0;
  let dropped: { name: string; depth: number } | null = null;
  let isInHeading = false;
  for (const token of htmlTokens(html)) {
    if (token.kind === "text" || token.kind === "raw") position = token.end;
    if (token.kind === "declaration") continue;
    if (token.kind === "raw") {
      yield token;
    } else if (dropped !== null) {
      if (token.kind !== "text" && token.name === dropped.name)
        dropped.depth += token.kind === "open" ? 1 : -1;
      if (dropped.depth === 0) dropped = null;
    } else if (token.kind === "open" && isLeftOut(token) && isClosedAfter(position, token.name)) {
      dropped = { name: token.name, depth: 1 };
    } else {
      if (token.kind !== "text" && HEADINGS.test(token.name)) isInHeading = token.kind === "open";
      yield token;
    }
  }

  function isLeftOut({ name, start, end }: Extract<HtmlToken, { readonly name: string }>): boolean {
    if (name === "button" && isInHeading) return false;
    const isShown = name === "dialog" && /\sopen[\s=>/]/i.test(html.slice(start, end));
    return (DROPPED_ELEMENTS.has(name) && !isShown) || isHidden(html.slice(start, end));
  }

  /** Checks for an end tag, because an element without one would hide the rest of the page. */
  function isClosedAfter(at: number, name: string): boolean {
    const known = lastClose.get(name) ?? html.toLowerCase().lastIndexOf(`</${name}`);
    lastClose.set(name, known);
    return known > at;
  }
}

/** A heading may contain the button that opens its section. */
const HEADINGS = /^(?:h[1-6]|summary)$/;
