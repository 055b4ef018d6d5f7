import { describe, expect, test } from "vitest";
import { checkProse } from "../../../scripts/lint/prose/check-prose.ts";
import { readMarkdown } from "../../../scripts/lint/prose/read-markdown.ts";

const texts = (source: string) => readMarkdown("docs/a.md", source).map(({ line, text }) => ({ line, text }));

describe("readMarkdown", () => {
  test("the reader returns headings, paragraphs and list items with their lines, without code and quotations", () => {
    const source = `# A title

A paragraph with \`code\`, a [link](https://example.com) and
a second line.

- An item
  - An item below it

\`\`\`sh
npm run code
\`\`\`

> What others say.
`;
    expect(texts(source)).toEqual([
      { line: 1, text: "A title" },
      { line: 3, text: "A paragraph with `code`, a link and\na second line." },
      { line: 6, text: "An item" },
      { line: 7, text: "An item below it" },
    ]);
  });

  test("the reader returns table cells by row", () => {
    expect(
      texts("| a | b |\n| - | - |\n| c | d |\n| e | f |\n").map(({ line, text }) => `${line}${text}`),
    ).toEqual(["1a", "1b", "3c", "3d", "4e", "4f"]);
  });

  test("the reader omits generated parts, and keeps the line numbers of the rest", () => {
    const source =
      "First.\n\n<!-- list: written by `npm run docs` -->\n\nGenerated.\n\n<!-- end of list -->\n\nLast.\n";
    expect(texts(source)).toEqual([
      { line: 1, text: "First." },
      { line: 9, text: "Last." },
    ]);
  });
});

describe("table cells", () => {
  const cell = (words: number): string => `| a |\n| - |\n| ${"word ".repeat(words)} |\n`;
  const count = (source: string): number =>
    checkProse(readMarkdown("a.md", source), []).filter(({ rule }) => rule === "tableCell").length;

  test("a table cell holds at most 20 words", () =>
    expect([count(cell(20)), count(cell(21))]).toEqual([0, 1]));

  test("a table cell on a generated page has no limit", () => {
    expect(count(`Written by \`npm run docs\` from the operations.\n\n${cell(21)}`)).toBe(0);
  });
});
