import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LocatedSpan, pageOf } from "../../src/domain/locator.ts";
import { chunkText, MAX_CHUNK_CHARS, TARGET_CHUNK_CHARS } from "../../src/ingestion/chunk/chunk-text.ts";

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "word ",
      "A sentence ends here. ",
      "Is it so? ",
      "日本語の文。",
      "😀",
      "e\u0301",
      "x".repeat(70),
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\n\n", "\r\n\r\n", "\f", "\t", "\u00a0", "   ") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "# Heading\n",
      "Title line\n\n",
      "- item\n",
      "Setext\n======\n",
      "| a | b |\n",
      "```\n",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 300 }).map((words) => `${"word ".repeat(words)}.\n\n`) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4000 }).map((length) => "ab🙂".repeat(length)) },
);
const anyText = fc.array(piece, { maxLength: 300 }).map((pieces) => pieces.join(""));

const ofPage = (page: number, start: number, end: number): LocatedSpan => ({
  start,
  end,
  locator: { kind: "page", page },
});

/** Any text with gaps between its pages, as page separators leave them. */
const pagedText = fc.array(anyText, { maxLength: 6 }).map((parts) => {
  const pages: LocatedSpan[] = [];
  let text = "";
  for (const [at, part] of parts.entries()) {
    if (at > 0) text += "\n\n";
    pages.push(ofPage(at + 1, text.length, text.length + part.length));
    text += part;
  }
  return { text, pages };
});

describe("chunks of any text with any pages", () => {
  const everyChunking = (check: (text: string, pages: readonly LocatedSpan[]) => void): void =>
    fc.assert(
      fc.property(pagedText, ({ text, pages }) => {
        check(text, pages);
      }),
      { numRuns: 150 },
    );

  test("chunks are exact slices, in order, without overlap, numbered from 0", () => {
    everyChunking((text, pages) => {
      let end = 0;
      for (const [at, chunk] of chunkText(text, pages).entries()) {
        expect(chunk.ordinal).toBe(at);
        expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
        expect(chunk.start).toBeGreaterThanOrEqual(end);
        end = chunk.end;
      }
    });
  });

  test("chunks contain every non-blank character, and each begins and ends with one", () => {
    everyChunking((text, pages) => {
      const chunks = chunkText(text, pages);
      let left = "";
      let end = 0;
      for (const chunk of chunks) {
        left += text.slice(end, chunk.start);
        end = chunk.end;
        expect(chunk.text).toBe(chunk.text.trim());
        expect(chunk.text).not.toBe("");
      }
      expect((left + text.slice(end)).trim()).toBe("");
    });
  });

  test("chunks are at most as long as the limit and do not cross pages", () => {
    everyChunking((text, pages) => {
      for (const chunk of chunkText(text, pages)) {
        expect(chunk.end - chunk.start).toBeLessThanOrEqual(MAX_CHUNK_CHARS);
        const page = pages.find(({ locator }) => pageOf(locator) === chunk.page);
        expect(chunk.start).toBeGreaterThanOrEqual(page?.start ?? Infinity);
        expect(chunk.end).toBeLessThanOrEqual(page?.end ?? -1);
      }
    });
  });

  test("chunks split no surrogate pair", () => {
    everyChunking((text, pages) => {
      for (const { start, end } of chunkText(text, pages)) {
        for (const cut of [start, end])
          expect(/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(cut - 1, cut + 1))).toBe(false);
      }
    });
  });

  test("the same text always has the same chunks", () => {
    everyChunking((text, pages) => expect(chunkText(text, pages)).toEqual(chunkText(text, pages)));
  });
});

const sentence = (at: number): string =>
  `Sentence number ${at} says something of a moderate length about otters.`;
const paragraph = (sentences: number, from = 0): string =>
  Array.from({ length: sentences }, (_, at) => sentence(from + at)).join(" ");

test("a text without pages is page 0, and a blank text has no chunks", () => {
  expect(chunkText("Hello.", [])).toEqual([{ ordinal: 0, start: 0, end: 6, page: 0, text: "Hello." }]);
  expect(chunkText("", [])).toEqual([]);
  expect(chunkText(" \n\u00a0\n ", [ofPage(1, 0, 5)])).toEqual([]);
});

test("a chunk ends at the end of a paragraph if the paragraph fits", () => {
  const paragraphs = Array.from({ length: 20 }, (_, at) => paragraph(5, at * 5));
  const chunks = chunkText(paragraphs.join("\n\n"), []);
  expect(chunks.flatMap((chunk) => chunk.text.split("\n\n"))).toEqual(paragraphs);
  for (const chunk of chunks) expect(chunk.text.length).toBeGreaterThan(TARGET_CHUNK_CHARS / 3);
});

test("the chunker splits a long paragraph between sentences into pieces of similar length", () => {
  const chunks = chunkText(paragraph(60), []);
  expect(chunks.length).toBeGreaterThan(3);
  for (const chunk of chunks) {
    expect(chunk.text).toMatch(/^Sentence .*\.$/);
    expect(chunk.text.length).toBeGreaterThan(TARGET_CHUNK_CHARS * 0.6);
  }
});

test.each([
  ["Markdown", "## Where otters live", "## Where otters live"],
  ["underlined", "Where otters live\n-----------------", "Where otters live\n-----------------"],
  ["plain", "Where otters live", "Where otters live"],
  ["asked", "I saw no otter. Where do otters live?", "Where do otters live?"],
])("a heading stays in one chunk with its body: %s", (_, heading, expected) => {
  for (let before = 1; before < 40; before += 1) {
    const chunks = chunkText(`${paragraph(before)}\n\n${heading}\n\n${paragraph(30)}`, []);
    const holder = chunks.find((chunk) => chunk.text.includes(expected));
    expect(holder?.text).toContain(`${expected}\n\nSentence number 0`);
  }
});

test("long headings stay in one chunk with the first sentence of a long paragraph", () => {
  const headings = ["# One", "## Two", "### Three"]
    .map((heading) => `${heading} ${"heading ".repeat(14)}`.trim())
    .join("\n");
  const first = `It begins with ${"very ".repeat(130)}long words.`;
  expect(
    chunkText(`${headings}\n\n${first} ${paragraph(20)}`, [])[0]?.text.startsWith(`${headings}\n\n${first}`),
  ).toBe(true);
});

test("short paragraphs have a common chunk", () => {
  const items = Array.from({ length: 10 }, (_, at) => `Item ${at} is short.`);
  expect(chunkText(items.join("\n\n"), [])).toHaveLength(1);
});

test("text between and after pages belongs to page 0", () => {
  const text = "before PAGE after";
  expect(chunkText(text, [ofPage(7, 7, 11)]).map(({ page, text: slice }) => [page, slice])).toEqual([
    [0, "before"],
    [7, "PAGE"],
    [0, "after"],
  ]);
});

test("a paragraph that introduces a list stays with the list", () => {
  const lead = `${paragraph(3)} Before you open the valve, do the following steps in this order, and leave none of them out:`;
  const list = Array.from({ length: 6 }, (_, at) => `- ${sentence(at)}`).join("\n");
  const chunks = chunkText(`${paragraph(8)}\n\n${lead}\n\n${list}`, []);
  expect(chunks.find(({ text }) => text.includes("in this order"))?.text).toContain(`- ${sentence(0)}`);
});

describe("fenced code", () => {
  const code = "```sh\n$ pump --open\n\nvalve 1 open\n\n# valve 2\n\nvalve 2 open\n```";

  test.each([
    ["a short paragraph", "This command opens both valves of the pump."],
    ["the last sentence of a long paragraph", `${paragraph(12)} This command opens both valves of the pump.`],
  ])("stays whole and with %s above it, its caption", (_, caption) => {
    for (const filler of [1, 4, 7, 9, 11]) {
      const chunks = chunkText(`${paragraph(filler)}\n\n${caption}\n\n${code}\n\n${paragraph(8)}`, []);
      const [found] = chunks.filter(({ text }) => text.includes("pump --open"));
      expect(found?.text).toContain(`opens both valves of the pump.\n\n${code}`);
    }
  });

  test("without an end is ordinary text", () => {
    const text = `\`\`\`\n# One\n\n${paragraph(8)}\n\n# Two\n\n${paragraph(8)}`;
    expect(chunkText(text, []).map((chunk) => chunk.text.slice(0, 5))).toContain("# Two");
  });

  test("of the guide for ripgrep has its caption in each passage", async () => {
    const text = await readFile("samples/ripgrep-guide.md", "utf8");
    const chunks = chunkText(text, []).map((chunk) => chunk.text);
    expect(chunks.filter((chunk) => chunk.startsWith("```"))).toEqual([]);
    expect(chunks.filter((chunk) => chunk.split(/^```/m).length % 2 === 0)).toEqual([]);
  });
});
