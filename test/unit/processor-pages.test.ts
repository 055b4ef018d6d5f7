import { expect, test } from "vitest";
import { paginated } from "../../examples/processor/src/readers/paginated.ts";

const sentence = (at: number): string =>
  `Sentence ${at} says that boat ${(at * 7) % 101} of the harbour was painted in week ${at % 53}.`;
const sentences = Array.from({ length: 400 }, (_, at) => sentence(at));
/** Pages as printed: lines of 40 characters, a running head and a page number on each of 20 pages. */
const pages = Array.from({ length: 20 }, (_, page) => {
  const body = sentences
    .slice(page * 20, page * 20 + 20)
    .join(" ")
    .replace(/(.{1,40}) /g, "$1\n");
  return `The harbour book, second edition\n\n${body}\n\n${page + 1}\n`;
});
const pagesOf = (text: string): string[] =>
  text
    .split("\f")
    .slice(0, -1)
    .map((page) => page.trim());

test("each block goes to the page that contains its first words", () => {
  const markdown = sentences
    .map((each) => each.replace("boat", "**boat**").replace("harbour", "[harbour](https://example.com/a_b)"))
    .join("\n\n");
  const told = pagesOf(paginated(markdown, pages)).map((page) =>
    page.split("\n\n").map((block) => Number(/Sentence (\d+)/.exec(block)?.[1])),
  );
  expect(told).toEqual(
    Array.from({ length: 20 }, (_, page) => Array.from({ length: 20 }, (_each, at) => page * 20 + at)),
  );
});

test("a block that crosses the end of a page stays on its first page, and pagination loses no text", () => {
  const blocks = Array.from({ length: 57 }, (_, at) => sentences.slice(at * 7, at * 7 + 7).join(" "));
  const told = pagesOf(paginated(blocks.join("\n\n"), pages));
  expect(told.filter((page) => page !== "").join("\n\n")).toBe(blocks.join("\n\n"));
  for (const [page, text] of told.entries()) {
    for (const [, first] of text.matchAll(/(?:^|\n\n)Sentence (\d+)/g))
      expect(Math.floor(Number(first) / 20)).toBe(page);
  }
});

test("a heading stays with the next block, and a block on no page stays behind the block before it", () => {
  const markdown = `${sentences[18]}\n\n# Paint\n\n## Of boats\n\n${sentences[20]}\n\nNot printed anywhere, whatever is looked for.\n\n# The end`;
  expect(pagesOf(paginated(markdown, pages)).slice(0, 2)).toEqual([
    sentences[18],
    `# Paint\n\n## Of boats\n\n${sentences[20]}\n\nNot printed anywhere, whatever is looked for.\n\n# The end`,
  ]);
});

test("pagination takes time linear in the length of the text, also for one repeated word", () => {
  const began = performance.now();
  const text = paginated("word ".repeat(100_000).replace(/(?:word ){10}/g, "$&\n\n"), [
    "word ".repeat(200_000),
  ]);
  expect(text.length).toBeGreaterThan(500_000);
  expect(performance.now() - began).toBeLessThan(20_000);
});
