import { VOID_ELEMENTS } from "./element-break.ts";

export type HtmlToken =
  | { readonly kind: "text"; readonly start: number; readonly end: number }
  /** A comment, doctype, processing instruction or CDATA section. */
  | { readonly kind: "declaration"; readonly end: number }
  /** `bare`: length of the tag without its quoted values. */
  | {
      readonly kind: "open" | "close" | "void";
      readonly name: string;
      readonly bare: number;
      /** Offset of the tag. */
      readonly start: number;
      readonly end: number;
    }
  /**
   * An element whose content has no tags, such as a script. Its content is `[start, end)`, and its tag begins
   * at `tag`.
   */
  | {
      readonly kind: "raw";
      readonly name: string;
      readonly tag: number;
      readonly start: number;
      readonly end: number;
    };

const NAME = /[a-z][^\s/>]*/iy;
const RAW_TEXT_END: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  textarea: /<\/textarea/gi,
  title: /<\/title/gi,
  noscript: /<\/noscript/gi,
  iframe: /<\/iframe/gi,
};

/**
 * Tokenizes HTML in the manner of the HTML standard, in linear time and constant memory for any input. Does
 * not decode entities. Tree builders and SAX parsers with a stack take quadratic time on deep nesting.
 * HTMLRewriter has a memory limit and takes 30 µs per callback.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let textStart = 0;
  let at = html.indexOf("<");
  const scan = { honoursQuotes: true, bare: 0 };
  while (at >= 0) {
    const isClose = html[at + 1] === "/";
    NAME.lastIndex = at + (isClose ? 2 : 1);
    const name = NAME.exec(html)?.[0].toLowerCase();
    const isDeclaration = name === undefined && (html[at + 1] === "!" || html[at + 1] === "?" || isClose);
    if (name === undefined && !isDeclaration) {
      at = html.indexOf("<", at + 1);
      continue;
    }
    if (at > textStart) yield { kind: "text", start: textStart, end: at };
    const end = name === undefined ? endOfDeclaration(html, at) : endOfTag(html, NAME.lastIndex, scan);
    if (end < 0) return;
    textStart = end;
    if (name === undefined) {
      yield { kind: "declaration", end };
    } else {
      const rawEnd = isClose ? undefined : RAW_TEXT_END[name];
      if (rawEnd === undefined) {
        yield {
          kind: isClose ? "close" : VOID_ELEMENTS.has(name) ? "void" : "open",
          name,
          bare: scan.bare,
          start: at,
          end,
        };
      } else {
        rawEnd.lastIndex = end;
        textStart = rawEnd.exec(html)?.index ?? html.length;
        yield { kind: "raw", name, tag: at, start: end, end: textStart };
      }
    }
    at = html.indexOf("<", textStart);
  }
  if (textStart < html.length) yield { kind: "text", start: textStart, end: html.length };
}

/** Returns the end of a comment, doctype or processing instruction; a negative number if it has no end. */
function endOfDeclaration(html: string, at: number): number {
  const isComment = html.startsWith("<!--", at);
  const end = isComment ? html.indexOf("-->", at + 2) : html.indexOf(">", at);
  return end < 0 ? -1 : end + (isComment ? 3 : 1);
}

/**
 * Returns the end of the tag whose name ends at `from`. A quoted value may contain `>`. After one quote
 * without an end, quotes no longer count.
 */
function endOfTag(html: string, from: number, scan: { honoursQuotes: boolean; bare: number }): number {
  scan.bare = 0;
  for (let at = from; scan.honoursQuotes && at < html.length; at += 1) {
    const char = html[at];
    scan.bare += 1;
    if (char === ">") return at + 1;
    if ((char !== '"' && char !== "'") || !/=\s*$/.test(html.slice(Math.max(from, at - 8), at))) continue;
    const close = html.indexOf(char, at + 1);
    if (close < 0) scan.honoursQuotes = false;
    else at = close;
  }
  const end = html.indexOf(">", from);
  scan.bare = end - from;
  return end < 0 ? -1 : end + 1;
}
