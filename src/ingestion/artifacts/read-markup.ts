import { decodeHTML } from "entities";
import { elementBreak } from "../extract/html/element-break.ts";
import { readableTokens } from "../extract/html/scan-html-text.ts";

/** Receives the safe elements of a page, balanced and in order. */
export interface MarkupReader {
  open(element: OpenElement): void;
  close(name: string): void;
  /** Receives text with decoded entities. */
  text(text: string): void;
}

export interface OpenElement {
  readonly name: string;
  /** Absolute target of a link with the scheme `http`, `https` or `mailto`. */
  readonly href: string;
  /** Integer attributes of table cells and list items, such as `colspan`. */
  readonly numbers: Readonly<Record<string, number>>;
}

/**
 * Elements that the artifact keeps. Other block elements become `div`. Other inline elements are dropped, and
 * their content stays.
 */
const KEPT = new Set(
  "h1 h2 h3 h4 h5 h6 p div ul ol li dl dt dd table caption thead tbody tfoot tr th td blockquote pre code kbd samp var strong b em i u s del ins sub sup small mark q cite abbr figure figcaption a br hr".split(
    " ",
  ),
);
/** Elements that end where another element of the same name begins. */
const ITSELF_CLOSED = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot"]);
/** Elements that close an open paragraph. */
const BLOCKS = new Set("h1 h2 h3 h4 h5 h6 div ul ol dl table blockquote pre hr figure".split(" "));
const WITHOUT_CONTENT = new Set(["br", "hr"]);
/** Elements nested deeper than this are dropped, but their text stays. */
const MAX_DEPTH = 64;
/** Maximum nesting of inline elements. */
const MAX_INLINE_DEPTH = 16;
const MAX_NUMBER = 1_000;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;
const HIDDEN = /\shidden(?=[\s>=/])|\saria-hidden\s*=\s*["']?true|\srole\s*=\s*["']?navigation/i;
const SPANS = { colspan: /\scolspan\s*=\s*["']?(\d{1,4})/i, rowspan: /\srowspan\s*=\s*["']?(\d{1,4})/i };
const NUMBERS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  td: SPANS,
  th: SPANS,
  ol: { start: /\sstart\s*=\s*["']?(\d{1,4})/i },
  li: { value: /\svalue\s*=\s*["']?(\d{1,4})/i },
};
const LINKED = new Set(["http:", "https:", "mailto:"]);
const MAX_TAG_CHARS = 4_000;

/**
 * Reads the safe elements of a page from its tags. Builds no tree, so time is linear for any input. Yields
 * after each tag so that callers can yield to the event loop.
 * @param isBalanced whether each element has an end tag; without end tags, hidden elements cannot be dropped
 */
export function* readMarkup(
  html: string,
  isBalanced: boolean,
  reader: MarkupReader,
): Generator<undefined, void, undefined> {
  const open: string[] = [];
  const counts = new Map<string, number>();
  let inline = 0;
  const closeTop = (): void => {
    const name = open.pop()!;
    counts.set(name, counts.get(name)! - 1);
    if (isAmidText(name)) inline -= 1;
    reader.close(name);
  };
  for (const token of readableTokens(html, (tag) => isBalanced && HIDDEN.test(tag))) {
    yield;
    if (token.kind === "text") {
      reader.text(decodeHTML(html.slice(token.start, token.end)));
      continue;
    }
    const name = KEPT.has(token.name) ? token.name : elementBreak(token.name) === "none" ? "" : "div";
    if (name === "") continue;
    if (token.kind === "close") {
      if ((counts.get(name) ?? 0) === 0) continue;
      while (open.at(-1) !== name) closeTop();
      closeTop();
      continue;
    }
    const element = elementOf(
      name,
      html.slice(token.start, Math.min(token.end, token.start + MAX_TAG_CHARS)),
    );
    if (ITSELF_CLOSED.has(name) && open.at(-1) === name) closeTop();
    if (name === "p" || BLOCKS.has(name)) if (open.at(-1) === "p") closeTop();
    const isInline = isAmidText(name);
    if (open.length >= MAX_DEPTH || (isInline && inline >= MAX_INLINE_DEPTH)) continue;
    if (name === "a" && (element.href === "" || (counts.get("a") ?? 0) > 0)) continue;
    reader.open(element);
    if (WITHOUT_CONTENT.has(name)) continue;
    open.push(name);
    if (isInline) inline += 1;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  while (open.length > 0) closeTop();
}

/** Links do not count, because a link never contains another link. */
function isAmidText(name: string): boolean {
  return name !== "a" && elementBreak(name) === "none";
}

function elementOf(name: string, tag: string): OpenElement {
  const numbers: Record<string, number> = {};
  for (const [attribute, written] of Object.entries(NUMBERS[name] ?? {})) {
    const value = Number.parseInt(written.exec(tag)?.[1] ?? "", 10);
    if (value >= 1 && value <= MAX_NUMBER) numbers[attribute] = value;
  }
  return { name, numbers, href: name === "a" ? hrefOf(tag) : "" };
}

/** @returns "" if the target is relative or unsafe */
function hrefOf(tag: string): string {
  const [, double, single, bare] = HREF.exec(tag) ?? [];
  const address = decodeHTML(double ?? single ?? bare ?? "").trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && LINKED.has(url.protocol) ? url.href : "";
}
