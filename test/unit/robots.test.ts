import { expect, test } from "vitest";
import { parseRobots } from "../../src/ingestion/crawl/parse-robots.ts";
import { hostileFiles } from "../hostile/files.ts";

const allows = (text: string, path: string): boolean =>
  parseRobots(text, "TestBot").isAllowed(new URL(path, "https://example.org"));

test.each([
  ["an empty file forbids nothing", "", "/a", true],
  ["rules for anybody", "User-agent: *\nDisallow: /a", "/a/b", false],
  ["rules of others do not matter", "User-agent: Other\nDisallow: /", "/", true],
  [
    "one's own group replaces that for anybody",
    "User-agent: *\nDisallow: /\n\nUser-agent: testbot/2.0\nDisallow: /private",
    "/a",
    true,
  ],
  [
    "groups of one agent are taken together",
    "User-agent: TestBot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: TESTBOT\nDisallow: /b",
    "/b",
    false,
  ],
  [
    "agents share the rules that follow",
    "User-agent: x\nUser-agent: TestBot\n# comment\nDisallow: /a # the rest",
    "/a",
    false,
  ],
  ["an empty rule forbids nothing", "User-agent: *\nDisallow:", "/", true],
  ["the longest rule decides", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
  ["an Allow decides between equals", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true],
  ["a wildcard stands for any characters", "User-agent: *\nDisallow: /*/x*.pdf", "/a/b/xy.pdf?z", false],
  ["a dollar sign stands for the end", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf?z", true],
  ["the end is looked for at the end", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf.pdf", false],
  ["the parts of a rule do not overlap", "User-agent: *\nDisallow: /ab*ba$", "/aba", true],
  ["the query counts", "User-agent: *\nDisallow: /*?session=", "/a?session=1", false],
  ["spellings of one character are the same", "User-agent: *\nDisallow: /caf%c3%a9", "/café", false],
  ["line breaks of every kind end a line", "User-agent: *\rDisallow: /a\r\nDisallow: /b\n", "/b", false],
])("%s", (_, text, path, expected) => {
  expect(allows(text, path)).toBe(expected);
});

test("any robots.txt yields a result", () => {
  for (const file of hostileFiles().filter(({ name }) => name.startsWith("robots-"))) {
    expect(typeof allows(new TextDecoder().decode(file.bytes), "/a/b/c")).toBe("boolean");
  }
});
