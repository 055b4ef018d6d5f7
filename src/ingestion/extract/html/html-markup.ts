import type { Break } from "../block-text.ts";

/** Elements whose content is no reading matter. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "title",
  "nav",
  "iframe",
  "frame",
  "object",
  "embed",
  "svg",
  "canvas",
  "audio",
  "video",
  "button",
  "select",
  "textarea",
  "input",
  "datalist",
  "dialog",
  "map",
]);

/** Elements that stand apart from what surrounds them: a blank line in the text. */
const BLOCK_ELEMENTS: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "body",
  "center",
  "details",
  "div",
  "dl",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hgroup",
  "hr",
  "legend",
  "main",
  "menu",
  "ol",
  "p",
  "pre",
  "section",
  "summary",
  "table",
  "ul",
]);

/** Elements that begin a line of their own, close to their neighbours: a line break in the text. */
const LINE_ELEMENTS: ReadonlySet<string> = new Set(["br", "caption", "dd", "dt", "li", "option", "optgroup", "tr"]);

/** Elements set off from the one before on the same line: a tab in the text. */
const CELL_ELEMENTS: ReadonlySet<string> = new Set(["td", "th"]);

/** Elements without content or end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "frame",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
]);

/** How an element of this name stands apart from what surrounds it. */
export function breakOf(name: string): Break {
  if (BLOCK_ELEMENTS.has(name)) return "block";
  if (LINE_ELEMENTS.has(name)) return "line";
  return CELL_ELEMENTS.has(name) ? "cell" : "none";
}
