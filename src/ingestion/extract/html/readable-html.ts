import { parseHTML } from "linkedom";
import { type ChromeElement, removeChrome } from "./remove-chrome.ts";
import { DROPPED_ELEMENTS } from "./element-break.ts";
import { isHiddenStyle } from "./is-hidden-style.ts";
import { HtmlTextBuilder } from "./html-text-builder.ts";
import { readTree, type HtmlNode } from "./read-tree.ts";

/** Selectors of a table of contents, which repeats headings. */
const CONTENTS = [
  "[role=doc-toc]",
  ...["toc", "table-of-contents", "tableofcontents"].flatMap((name) => [`.${name}`, `#${name}`]),
];
/** Maximum share of the page's text in its table of contents. A page that exceeds it keeps the table. */
const MAX_CONTENTS = 0.3;
/** A heading may contain the button that opens its section. */
const SWITCHES = ["h1", "h2", "h3", "h4", "h5", "h6", "summary"].map((name) => `${name} button`).join(",");
/** The permalink beside a heading. */
const HEADING_LINK = "a.headerlink";
const ACTIVE_ATTRIBUTE = /^on|^style$|^srcdoc$/i;
const ACTIVE_URL = /^\s*(?:javascript|vbscript|data:text)/i;
const LIST_STYLE = /list-style(?:-type)?\s{0,4}:\s{0,4}(lower|upper)-(alpha|latin|roman)/i;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

export interface ReadableHtml {
  readonly text: string;
  readonly title: string;
  readonly html: string;
  readonly menus: string;
}

type HtmlDocument = ReturnType<typeof parseHTML>["document"];
type HtmlElement = NonNullable<ReturnType<HtmlDocument["querySelector"]>>;

/**
 * Removes navigation, advertisements, cookie banners and active content from a page. The caller has checked
 * that the HTML is affordable.
 */
export function readableHtml(html: string): ReadableHtml {
  const { document } = parseHTML(html);
  const body = bodyOf(document);
  const title = titleOf(body);
  removeActiveContent(body);
  removeContents(body);
  const menus = removeChrome(body as unknown as ChromeElement);
  const builder = new HtmlTextBuilder();
  readTree(builder, body as unknown as HtmlNode);
  return { text: builder.toString(), html: String(body.innerHTML), title, menus };
}

/**
 * Returns the element that contains the page. Markup may omit `html`, `head` and `body`, and the tree builder
 * does not add them.
 */
function bodyOf(document: HtmlDocument): HtmlElement {
  const body = document.createElement("body");
  for (const node of Array.from<Parameters<HtmlElement["appendChild"]>[0]>(document.childNodes))
    if (node.nodeType === ELEMENT_NODE || node.nodeType === TEXT_NODE) body.appendChild(node);
  return body;
}

function titleOf(body: HtmlElement): string {
  const declared = body.querySelector('meta[property="og:title"]')?.getAttribute("content");
  const title =
    body.querySelector("title")?.textContent || declared || body.querySelector("h1")?.textContent || "";
  return title.replace(/[\s\u00a0]+/g, " ").trim();
}

/**
 * Removes active content and elements without readable content, so that neither the text nor the stored HTML
 * has them.
 */
function removeActiveContent(body: HtmlElement): void {
  for (const button of body.querySelectorAll(SWITCHES)) button.replaceWith(...Array.from(button.childNodes));
  const dropped = [...DROPPED_ELEMENTS].map((name) => (name === "dialog" ? "dialog:not([open])" : name));
  for (const element of body.querySelectorAll([...dropped, HEADING_LINK].join(","))) element.remove();
  for (const element of body.querySelectorAll("*")) {
    for (const { name, value } of Array.from<{ name: string; value: string }>(element.attributes)) {
      if (name === "style" && element.nodeName === "OL") keepListStyle(element, value);
      if (name === "style" && isHiddenStyle(value)) element.setAttribute("hidden", "");
      if (ACTIVE_ATTRIBUTE.test(name) || ACTIVE_URL.test(value)) element.removeAttribute(name);
    }
  }
}

function keepListStyle(list: HtmlElement, style: string): void {
  const [, letterCase, kind] = LIST_STYLE.exec(style) ?? [];
  if (letterCase === undefined || kind === undefined) return;
  const type = kind.toLowerCase() === "roman" ? "i" : "a";
  list.setAttribute("type", letterCase.toLowerCase() === "upper" ? type.toUpperCase() : type);
}

function removeContents(body: HtmlElement): void {
  const lists = Array.from<{ textContent: string; remove: () => void }>(
    body.querySelectorAll(CONTENTS.join(",")),
  );
  const length = lists.reduce((sum, { textContent }) => sum + textContent.length, 0);
  if (length <= body.textContent.length * MAX_CONTENTS) for (const list of lists) list.remove();
}
