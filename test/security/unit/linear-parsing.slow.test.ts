/**
 * Promise: Parsing untrusted text takes time linear in its length. Attack: A PDF of 695 bytes, one unpacked
 * line of dots or letters, blocked the service for 5 to 27 seconds. A robots.txt of blank lines took 14
 * seconds, and half a megabyte of stray `</p>` took 5 to 11. A line of a megabyte without spaces did not end.
 */
import { describe, expect, test } from "vitest";
import { splitSentences } from "../../../src/text/sentences.ts";
import { chunkText } from "../../../src/ingestion/chunk/chunk-text.ts";
import { cleanProse } from "../../../src/ingestion/extract/text/clean-prose.ts";
import { extractProcessorOutput } from "../../../src/ingestion/extract/processor-output/extract-processor-output.ts";
import { parseRobots } from "../../../src/ingestion/crawl/parse-robots.ts";
import { isAffordable } from "../../../src/ingestion/extract/html/parse-cost.ts";
import { flattenHtml } from "../../../src/ingestion/extract/html/flatten-html.ts";
import { scanHtmlText } from "../../../src/ingestion/extract/html/scan-html-text.ts";
import { columnsInOrder } from "../../../src/ingestion/extract/pdf/columns-in-order.ts";
import { removeHeadersFooters } from "../../../src/ingestion/extract/pdf/remove-headers-footers.ts";
import { joinTableRows } from "../../../src/ingestion/extract/pdf/join-table-rows.ts";
import { textOfPage } from "../../../src/ingestion/extract/pdf/text-of-page.ts";
import { UniquePaths } from "../../../src/ingestion/extract/archive/unique-paths.ts";
import { mailParts } from "../../../src/ingestion/extract/mail/mail-parts.ts";
import { flowedText } from "../../../src/ingestion/extract/mail/flowed-text.ts";
import { decodeHeaderFields } from "../../../src/ingestion/extract/mail/decode-header-fields.ts";
import { selectAlternatives } from "../../../src/ingestion/extract/mail/select-alternatives.ts";
import { readTnef } from "../../../src/ingestion/extract/mail/tnef/read-tnef.ts";
import { makeTnef } from "../../support/fixtures/documents/tnef.ts";
import { mboxMessages } from "../../../src/ingestion/extract/mail/mbox-messages.ts";
import { addressBook, hasInjectedContent } from "../../../src/answering/generation/injected-content.ts";
import { cleanMarkdown } from "../../../src/answering/generation/clean-markdown.ts";
import { inheritCitations } from "../../../src/answering/generation/inherit-citations.ts";
import { parseAnswer } from "../../../src/answering/generation/parse-answer.ts";
import { renderAnswer } from "../../../src/answering/generation/render-answer.ts";
import { readableText } from "../../../src/text/readable-text.ts";
import { charactersRead } from "../../support/assertions/characters-read.ts";
import { timeGrowth } from "../../support/assertions/time-growth.ts";

/** Linear time gives 4 and quadratic time 16. The margin allows for other work on the machine. */
const MIN_QUADRATIC = 10;
const LIMIT = { elements: 30_000, squaredDepths: 20_000_000, squaredTags: 500_000_000 };

describe("elements that a page creates without a start tag count before the tree is built", () => {
  test.each(["</p>", "</br>", "<!x>", "<?x>", "<!---->", "<![CDATA[]]>"])("%s", (unit) => {
    const page = (count: number): string => `<html><body><p>Words.</p>${unit.repeat(count)}</body></html>`;
    expect(isAffordable(page(100), LIMIT)).toBe(true);
    expect(isAffordable(page(30_000), LIMIT)).toBe(false);
  });

  test("the end tag of an open element counts for nothing", () => {
    expect(
      isAffordable(`<html><body>${"<p>Words.</p><div><b>x</b></div>".repeat(9_000)}</body></html>`, LIMIT),
    ).toBe(true);
  });
});

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

const ofMail = (body: string, fields = ""): Uint8Array =>
  ascii(`${fields}Content-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n\r\n${body}`);

/** Nested multiparts. */
const partsInParts = (n: number): Uint8Array =>
  ascii(
    Array.from(
      { length: n },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join(""),
  );

const unquotedBytes = (mbox: Uint8Array): unknown => [...mboxMessages(mbox)];
/** Attachments with names. */
const tnefOf = (n: number): Uint8Array =>
  makeTnef(
    Array.from({ length: 2 * n }, (_, at) =>
      at % 2 === 0 ? [0x0006_9002, new Uint8Array(14)] : [0x0001_8010, ascii("a.txt")],
    ),
  );

function pathsOf(names: readonly string[]): string[] {
  const paths = new UniquePaths();
  return names.map((name, at) => paths.next(name, at));
}

describe("four times the text takes about four times as long", () => {
  const line = { x: 0, y: 99, width: 9, fontSize: 1, isApart: false, pieces: [] };
  const ofPage = (text: string): string =>
    textOfPage(
      [
        { ...line, text },
        { ...line, y: 98, text: "b" },
      ],
      new Set(),
    );

  const itemsOf = (text: string) =>
    Array.from(text, (str, at) => ({
      str,
      width: 90,
      hasEOL: true,
      transform: [9, 0, 0, 9, (at % 2) * 200, -at],
    }));
  const pagesOf = (text: string) =>
    Array.from(text, (word) => [{ ...line, text: `${word} 1`.repeat(9), isApart: true }]);

  const tableOf = (text: string) => {
    const pieces = Array.from(text, (cell, at) => ({ x: at * 7, right: at * 7 + 5, y: 0, text: cell }));
    return joinTableRows(
      [0, 1, 2, 3].map((row) => ({ ...line, text, pieces: pieces.slice(row) })),
      () => false,
    );
  };

  test.each([
    ["rows of cells without end", (n: number) => "a".repeat(n), tableOf, 20_000],
    [
      "a page that is drawn from side to side",
      (n: number) => "ab".repeat(n),
      (text: string) => columnsInOrder(itemsOf(text)),
      10_000,
    ],
    [
      "pages with a number in each head",
      (n: number) => "a".repeat(n),
      (text: string) => removeHeadersFooters(pagesOf(text)),
      5_000,
    ],
    ["a word without end, where a hyphen is looked for", (n: number) => "a".repeat(n), ofPage, 10_000],
    ["dots without end, where leaders are looked for", (n: number) => `${".".repeat(n)}z`, ofPage, 5_000],
    ["leaders, then a page number without end", (n: number) => `.... ${"i".repeat(n)}z`, ofPage, 10_000],
    ["a robots.txt of blank lines", (n: number) => "\n".repeat(n), parse, 25_000],
    [
      "a robots.txt of agents that share rules",
      (n: number) => "User-agent: *\n".repeat(n) + "Disallow: /a\n".repeat(n),
      parse,
      500,
    ],
    ["a rule of wildcards", (n: number) => `User-agent: *\nDisallow: /${"*a".repeat(n)}$`, parse, 20_000],
    [
      "a line without a space",
      (n: number) => "a".repeat(n),
      (text: string) => chunkText(text, []),
      1_500_000,
    ],
    [
      "a line without a space, of which each passage says that it is the first",
      (n: number) => "a".repeat(n),
      (text: string) => chunkText(text, [{ start: 0, end: text.length, locator: { kind: "line", line: 1 } }]),
      1_500_000,
    ],
    [
      "pages of one word each",
      (n: number) => `a${" ".repeat(60)}\f`.repeat(n),
      (text: string) => chunkText(text, extractProcessorOutput(text, "pages").spans ?? []),
      10_000,
    ],
    ["paragraphs without a stop", (n: number) => "a few words\n\n".repeat(n), splitSentences, 1_500],
    ["a page of entities", (n: number) => `<p>${"&amp;".repeat(n)}`, scanHtmlText, 50_000],
    ["formulas in formulas", (n: number) => "<math><mfrac><mi>a</mi>".repeat(n), flattenHtml, 2_000],
    ["drawings in drawings", (n: number) => "<svg><text>".repeat(n), flattenHtml, 5_000],
    ["lists in lists that count down", (n: number) => "<ol reversed><li>".repeat(n), flattenHtml, 5_000],
    ["documents of frames", (n: number) => '<iframe srcdoc="'.repeat(n), flattenHtml, 5_000],
    ["raised text in raised text", (n: number) => "<sup>1".repeat(n), scanHtmlText, 5_000],
    ["a message of parts in parts", partsInParts, (message: Uint8Array) => mailParts(message, 2_000), 400],
    [
      "a message of unopened boundaries",
      (n: number) => ofMail("--other\r\n".repeat(n)),
      (mail: Uint8Array) => mailParts(mail, 9),
      50_000,
    ],
    [
      "fields of a message without end",
      (n: number) => ofMail("", "X: y\r\n z\r\n".repeat(n)),
      (mail: Uint8Array) => mailParts(mail, 9),
      2_000,
    ],
    [
      "a mailbox of empty messages",
      (n: number) => ascii("From a\r\n\r\n".repeat(n)),
      (mbox: Uint8Array) => [...mboxMessages(mbox)],
      20_000,
    ],
    [
      "a mailbox of lines that were quoted",
      (n: number) => ascii(`From a b 2026\nX: y\n\n${">From \n".repeat(n)}`),
      unquotedBytes,
      20_000,
    ],
    [
      "a line of nothing but quotes",
      (n: number) => ascii(`From a b 2026\nX: y\n\n${">".repeat(n)}`),
      unquotedBytes,
      100_000,
    ],
    [
      "encoded words without end",
      (n: number) => ascii(`Subject: ${"=?utf-8?B?w7w=?= ".repeat(n)}`),
      decodeHeaderFields,
      2_000,
    ],
    [
      "encoded words that nothing ends",
      (n: number) => ascii(`Subject: ${"=?utf-8?Q?a".repeat(n)}`),
      decodeHeaderFields,
      20_000,
    ],
    [
      "lines that were cut for the way",
      (n: number) => "a \n> b \n".repeat(n),
      (text: string) => flowedText(text, true),
      20_000,
    ],
    [
      "ways to write nothing in common",
      (n: number) => `${"a b ".repeat(n)}|${"c d ".repeat(n)}`,
      (text: string) => selectAlternatives(text.split("|")),
      20_000,
    ],
    ["a packed message of attributes alone", tnefOf, readTnef, 2_000],
    ["colors of terminals", (n: number) => "\x1b[31ma\x1b[0m".repeat(n), cleanProse, 20_000],
    ["titles of windows that nothing ends", (n: number) => "\x1b]0;a".repeat(n), cleanProse, 20_000],
    ["a title of a window without end", (n: number) => `\x1b]0;${"a".repeat(n)}`, cleanProse, 200_000],
    ["steps back", (n: number) => "\b".repeat(n), cleanProse, 100_000],
    ["soft hyphens", (n: number) => "a\u00ad\n".repeat(n), cleanProse, 20_000],
    ["embedded files", (n: number) => `data:a/b;base64,${"a".repeat(199)}`.repeat(n), cleanProse, 500],
    ["files of one name", (n: number) => Array.from({ length: n }, () => "a.txt"), pathsOf, 5_000],
    [
      "long names that end alike",
      (n: number) => Array.from({ length: n }, (_, at) => `${at}/${"long/".repeat(60)}a`),
      pathsOf,
      1_000,
    ],
  ] as [string, (n: number) => string, (text: string) => unknown, number][])("%s", (_, make, run, n) => {
    expect(timeGrowth(make, run, n)).toBeLessThan(MIN_QUADRATIC);
  });
});

test("the parser reads a text of form feeds alone once", () => {
  const read = (n: number): number => {
    const text = `a${"\f".repeat(n)}`;
    return charactersRead(() => extractProcessorOutput(text, "pages"));
  };
  expect([read(1_000), read(4_000)].map((characters) => characters < 20_000)).toEqual([true, true]);
  expect(read(40_000) / read(10_000)).toBeLessThan(5);
});

describe("reading a model's output takes time linear in its length", () => {
  const known = addressBook([]);
  const claims = (text: string): unknown =>
    [true, false].map((isWhole) => {
      const clean = cleanMarkdown(text, { known, isCitable: () => true, isWhole });
      const { place } = renderAnswer(clean);
      return inheritCitations(parseAnswer(clean)).map(({ part }) => place(part));
    });
  const matter = (text: string): unknown => [
    hasInjectedContent(text, [text]),
    cleanMarkdown(text, { known, isCitable: () => true, isWhole: true }),
  ];

  test.each([
    ["marks in marks", (n: number) => "[".repeat(n) + "1]".repeat(n), readableText, 2_000],
    ["the same in sentences", (n: number) => `It is ${"[".repeat(n)}${"1]".repeat(n)} so.`, claims, 2_000],
    ["brackets without end", (n: number) => "One [".repeat(n), claims, 2_000],
    ["numbers without sentences", (n: number) => "[1, 2] ".repeat(n), claims, 2_000],
    ["a thought without end", (n: number) => `<think>${"a < b ".repeat(n)}`, claims, 5_000],
    ["sentences", (n: number) => "The harbour opened in 1871 [1]. ".repeat(n), claims, 500],
    ["sentences without numbers", (n: number) => "The harbour opened in 1871. ".repeat(n), claims, 500],
    ["paragraphs", (n: number) => "It opened [1].\n\n".repeat(n), claims, 500],
    ["items", (n: number) => "- It opened\n".repeat(n), claims, 500],
    ["rows", (n: number) => "| a | b [1] |\n".repeat(n), claims, 500],
    ["dashes", (n: number) => "- ".repeat(n), claims, 2_000],
    ["fences", (n: number) => "```\n".repeat(n), claims, 1_000],
    ["tags without end", (n: number) => "<a ".repeat(n), claims, 1_000],
    ["links without end", (n: number) => "[a](b ".repeat(n), claims, 1_000],
    ["bars", (n: number) => "|-".repeat(n), claims, 1_000],
    ["list marks before a fence", (n: number) => "- > ".repeat(n), claims, 1_000],
    ["addresses", (n: number) => "https://a.b/c someone@a.b ".repeat(n), matter, 1_000],
    ["letters before a mailbox", (n: number) => `${"a".repeat(n)}@`, matter, 10_000],
    ["hosts one behind the other", (n: number) => "a.bb-".repeat(n), matter, 4_000],
    ["beginnings of addresses", (n: number) => "a.".repeat(n), matter, 2_000],
    ["names of mailboxes without end", (n: number) => "a-".repeat(n), matter, 2_000],
    ["paths behind numbers", (n: number) => "1.5/".repeat(n), matter, 2_000],
    ["labels of signs", (n: number) => "+.".repeat(n), matter, 4_000],
    ["escapes", (n: number) => "\\.a".repeat(n), matter, 2_000],
    ["mailboxes of stops", (n: number) => `a@${".".repeat(n)} a@${"a.".repeat(n)}`, matter, 2_000],
  ] as [string, (n: number) => string, (text: string) => unknown, number][])("%s", (_, make, run, n) => {
    expect(timeGrowth(make, run, n)).toBeLessThan(MIN_QUADRATIC);
  });
});

function parse(text: string): boolean {
  return parseRobots(text, "Bot").isAllowed(new URL(`https://example.org/${"a".repeat(500)}`));
}
