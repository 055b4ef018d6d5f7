/**
 * Promise: Markdown made from a file runs and loads nothing: HTML becomes text, images become their
 * alternative text, and links lead to the web, to mail or to the same site. Attack: The Markdown artifact of
 * a Markdown file was the file itself. Scripts, remote images and `javascript:` links passed through.
 * Artifacts of all other file types were escaped.
 */
import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { markdownOfMarkdown } from "../../../src/ingestion/artifacts/markdown-of-markdown.ts";

/** A careless client, which accepts HTML and every link. */
const careless = new MarkdownIt({ html: true });
careless.validateLink = () => true;

/** Renders HTML as text, images as their alternative text, and other links as text. */
const careful = new MarkdownIt({ html: false });
careful.validateLink = (target) => /^(?:https?:|mailto:|[^:/?#]*(?:[/?#]|$))/i.test(target.trim());
careful.renderer.rules["image"] = (tokens, at) => careful.utils.escapeHtml(tokens[at]!.content);

/** Removes link titles and the difference between loose and tight lists. */
const plain = (html: string): string =>
  html
    .replaceAll(/<\/?p>/g, " ")
    .replaceAll("%28", "(")
    .replaceAll("%29", ")")
    .replaceAll(/ title="[^"]*"/g, "")
    .replaceAll(/ class="[^"]*"/g, "")
    .replaceAll(/\s+/g, "");

function expectHarmless(text: string): void {
  const made = markdownOfMarkdown(text) ?? "";
  const html = careless.render(made);
  const targets = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = ""]) => target);
  const tags = [...html.matchAll(/<([a-z!?][a-z\d]*)/gi)].map(([, tag = ""]) => tag);
  const usual =
    "p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code hr em strong s a br table thead tbody tr th td".split(
      " ",
    );
  expect({ text, made, tags: tags.filter((tag) => !usual.includes(tag)) }).toEqual({ text, made, tags: [] });
  expect({
    text,
    made,
    targets: targets.filter((target) => !/^(?:https?:|mailto:|[^:/?#]*(?:[/?#]|$))/i.test(target)),
  }).toEqual({
    text,
    made,
    targets: [],
  });
}

describe("clients run and load nothing of", () => {
  test.each([
    ["a script", "# Plan\n\n<script>steal()</script>\n"],
    ["a script in a paragraph", "One <script>steal()</script> two."],
    ["a script in an item", "- one <script>steal()</script>\n- two\n\n  <script>steal()</script>\n"],
    ["a script in a quotation", "> <script>steal()</script>"],
    [
      "a script in a cell",
      "| a | b |\n| - | - |\n| <script>steal()</script> | <img src=x onerror=steal()> |\n",
    ],
    ["an element that is never closed", "<iframe src=//evil.example\n\nMore."],
    ["a comment", "<!-- <script>steal()</script> -->"],
    ["an instruction", "<?php steal() ?>"],
    ["a declaration", "<!DOCTYPE html><![CDATA[<script>steal()</script>]]>"],
    ["a picture", "![a](https://evil.example/x.png)"],
    ["a picture by reference", "![a][x]\n\n[x]: https://evil.example/x.png"],
    ["a link to a script", "[a](javascript:steal())"],
    ["a link to a script by reference", "[a][x]\n\n[x]: javascript:steal()"],
    ["a link to a script in capitals", "[a](JaVaScRiPt:steal())"],
    ["a link to a script in references", "[a](&#106;avascript&colon;steal())"],
    ["a link to a script with a tab", "[a](java&#9;script:steal())"],
    ["a link to a script with an escape", "[a](javascript\\:steal())"],
    ["a link to a script between pointed brackets", "[a](<javascript:steal()>)"],
    ["a script in pointed brackets", "<javascript:steal()>"],
    ["a link to data", "[a](data:text/html;base64,PGI+)"],
    ["a link to a picture's data", "![a](data:image/png;base64,AAAA)"],
    ["a link to a file", "[a](file:///etc/passwd)"],
    ["a script behind a title", '[a](https://example.com "<script>steal()</script>")'],
    ["a script in code that ends early", "```\ncode\n```\n<script>steal()</script>\n```\n"],
    ["a script in code with its own marks", "````\n```\n<script>steal()</script>\n````\n"],
    ["a script in code of an item", "- a\n\n      <script>steal()</script>\n"],
    ["a script in a heading", "<b>x</b> <script>steal()</script>\n===\n"],
  ])("%s", (_, text) => {
    expectHarmless(text);
    expect(plain(careless.render(markdownOfMarkdown(text) ?? ""))).toBe(plain(careful.render(text)));
  });
});

test.each([
  "# Plan\n\nOne *two* **three** `code` [a](https://example.com/x_y(z)) and [b](other.md#part).\n\n* a\n* b\n\n```js\nconst a = 1 > 0;\n```\n",
  "---\ntitle: A\n---\n\n1) one\n2) two\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n",
])("a document without active content stays unchanged", (text) => {
  expect(markdownOfMarkdown(text)).toBe(text);
});

test("a rewritten document keeps its structure and its code blocks", () => {
  const text = [
    "# Title <b>bold</b>",
    "One *two* **three** ~~four~~ `a < b` [five](https://example.com/a_(b)?c=1&d=2 'six') <https://example.org>.  \nNew line\\\nanother",
    "- item\n  - inner\n    1. deep\n    2. deeper\n- second\n\n  more of it",
    "> quoted\n>\n> - in it\n>\n> ```js\n> const a = '<b>';\n> ```",
    "7. seven\n8. eight",
    "| a | b |\n| --- | --- |\n| `x \\| y` | **z** |",
    "    indented <code>",
    "Text\n===\n\n***\n\n1\\. no list, \\# no heading, 2 \\* 3, snake_case, a\\_b, 5 < 6, AT&T, &copy;, [no link]",
  ].join("\n\n");
  const made = markdownOfMarkdown(text) ?? "";
  expect(made).not.toBe(text);
  expect(plain(careless.render(made))).toBe(plain(careful.render(text)));
  expect(made).toContain("```\nindented <code>\n```");
  expect(made).toContain("[five](https://example.com/a_%28b%29?c=1&amp;d=2)");
});

test("a long document stays unchanged only without potentially harmful content", () => {
  const line = "A line of text, with a [link](https://example.com).\n\n";
  const long = line.repeat(6_000);
  expect(markdownOfMarkdown(long)).toBe(long);
  for (const harmful of [
    "<script>",
    "![a](b)",
    "[a](javascript:x)",
    "[a](javascript\\:x)",
    "[a](&#106;avascript:x)",
  ])
    expect(markdownOfMarkdown(long + harmful)).toBeNull();
});

test("clients run and load nothing of any combination of Markdown parts", () => {
  const pieces = [
    "# ",
    "- ",
    "1. ",
    "> ",
    "```",
    "~~~",
    "    ",
    "\n",
    "\n\n",
    "a",
    "b c",
    "*",
    "**",
    "_",
    "`",
    "``",
    "[",
    "](",
    ")",
    "![",
    "]: ",
    "<",
    ">",
    "|",
  ];
  const others = [
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "javascript:x",
    "https://e.com/",
    "data:x",
    "&lt;",
    "&#60;",
    "\\",
    "\\<",
    "---",
    "| - | - |",
    "\t",
    "&colon;",
  ];
  const text = fc
    .array(fc.constantFrom(...pieces, ...pieces, ...others), { minLength: 1, maxLength: 24 })
    .map((parts) => parts.join(""));
  fc.assert(fc.property(text, expectHarmless), { numRuns: 2_000 });
});
