import type { Break } from "../text-builder.ts";

/** Elements without readable content. */
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

/** Block elements, which a blank line separates in the text. */
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

/** Elements on a line of their own without spacing, which a line break separates in the text. */
const LINE_ELEMENTS: ReadonlySet<string> = new Set([
  "br",
  "caption",
  "dd",
  "dt",
  "li",
  "option",
  "optgroup",
  "tr",
]);

/** Elements on the same line as the previous one, which a tab separates in the text. */
const CELL_ELEMENTS: ReadonlySet<string> = new Set(["td", "th"]);

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

/** The break around an element of this name. */
export function elementBreak(name: string): Break {
  if (BLOCK_ELEMENTS.has(name)) return "block";
  if (LINE_ELEMENTS.has(name)) return "line";
  return CELL_ELEMENTS.has(name) ? "cell" : "none";
}
