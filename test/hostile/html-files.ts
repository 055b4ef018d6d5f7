const body = (content: string): string =>
  `<!doctype html><html><head><title>A page</title></head><body><p>Some words.</p>${content}</body></html>`;
const MEGABYTE = 1_000_000;
const times = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));

export const htmlFiles: Readonly<Record<string, readonly [why: string, make: () => string]>> = {
  "html-stray-paragraph-ends": [
    "end tags without a beginning, each of which is an element all the same",
    () => body(times("</p>", MEGABYTE / 2)),
  ],
  "html-stray-break-ends": ["the same of line breaks", () => body(times("</br>", MEGABYTE / 2))],
  "html-stray-ends": ["end tags of unopened elements", () => body(times("</x>", 2 * MEGABYTE))],
  "html-declarations": ["declarations in the middle of the page", () => body(times("<!x>", MEGABYTE / 2))],
  "html-instructions": ["processing instructions", () => body(times("<?x>", MEGABYTE / 2))],
  "html-comments": ["comments", () => body(times("<!---->", MEGABYTE))],
  "html-comments-without-end": ["comments that are never closed", () => body(times("<!--", MEGABYTE))],
  "html-cdata": ["CDATA sections", () => body(times("<![CDATA[]]>", MEGABYTE))],
  "html-deep": ["100,000 elements, each in the one before", () => body(times("<div>", MEGABYTE / 2))],
  "html-deep-closed": [
    "3,000 elements deep, with an end for each",
    () => body("<b>".repeat(3_000) + "x" + "</b>".repeat(3_000)),
  ],
  "html-misnested": [
    "formatting closed in another order than opened",
    () => body(times("<a><b></a></b>", MEGABYTE / 2)),
  ],
  "html-tables": ["tables in tables", () => body(times("<table><tr><td>", MEGABYTE / 2))],
  "html-cells": ["one row of 100,000 cells", () => body(`<table><tr>${"<td>x".repeat(100_000)}</table>`)],
  "html-attributes": [
    "one tag with 100,000 attributes",
    () => body(`<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(" ")}>x</p>`),
  ],
  "html-an-attribute": ["one attribute of 5 MB", () => body(`<p title="${"x".repeat(5 * MEGABYTE)}">x</p>`)],
  "html-quotes-without-end": ["quoted values that are never closed", () => body(times(`<p a="x>`, MEGABYTE))],
  "html-equals": ["a tag of spaces and equals signs", () => body(`<p ${times("= ", MEGABYTE)}>x`)],
  "html-tag-without-end": ["tags that are never closed", () => body(times("<p ", MEGABYTE))],
  "html-less-than": ["a page of less-than signs", () => body(times("<", MEGABYTE))],
  "html-entities": ["a page of entities", () => body(times("&amp;", 2 * MEGABYTE))],
  "html-ampersands": ["a page of ampersands", () => body(times("&", 2 * MEGABYTE))],
  "html-unclosed-scripts": ["scripts that are never closed", () => body(times("<script>", MEGABYTE))],
  "html-unclosed-menus": ["menus that are never closed", () => body(times("<nav>", MEGABYTE))],
  "html-paragraphs": [
    "25 MB of short paragraphs",
    () => body(times("<p>Some words here.</p>", 25 * MEGABYTE)),
  ],
  "html-spaces": ["10 MB of white space", () => body(times(" \n", 10 * MEGABYTE))],
};
