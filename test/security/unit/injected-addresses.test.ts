/**
 * Promise: Sentences and drafts of a language model contain no URL that the cited sentences lack, in any
 * spelling that a Markdown client links. Attack: A document made the model write
 * `https:\/\/evil.example\/SWORDFISH` with a word of another document. Markdown clients remove the
 * backslashes and create a link. `SWORDFISH.evil.museum` passed too, because `museum` was on no list.
 */
import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import topLevelNames from "tlds" with { type: "json" };
import { describe, expect, test } from "vitest";
import { cleanMarkdown } from "../../../src/answering/generation/clean-markdown.ts";
import { addressBook, hasInjectedContent } from "../../../src/answering/generation/injected-content.ts";
import { renderAnswer } from "../../../src/answering/generation/render-answer.ts";

const plain = new MarkdownIt({ linkify: true });
const everyName = new MarkdownIt({ linkify: true });
everyName.linkify.tlds(topLevelNames);

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

const linksBelow = (node: Node): string[] => [
  ...(node.type === "link" ? [node.url ?? ""] : []),
  ...(node.children ?? []).flatMap(linksBelow),
];

/**
 * The links in a text according to GitHub's Markdown as React clients use it, and markdown-it with its own
 * and with all top-level domains.
 */
function linksIn(text: string): string[] {
  const extensions = {
    extensions: [gfmAutolinkLiteral()],
    mdastExtensions: [gfmAutolinkLiteralFromMarkdown()],
  };
  const found = [plain, everyName].flatMap((client) =>
    [...client.render(text).matchAll(/<a href="([^"]*)"/g)].map(([, url = ""]) => url),
  );
  return [...linksBelow(fromMarkdown(text, extensions)), ...found];
}

/** The text as an answer or a draft shows it, in which every third number is a citation. */
function shownAs(text: string, isWhole: boolean): string {
  const options = { known: addressBook([]), isCitable: (number: number) => number % 3 === 1, isWhole };
  return renderAnswer(cleanMarkdown(text, options)).text;
}

/** The text gets no link in any client, or verification finds it. Answers and drafts have no link either. */
function expectNoLink(text: string): void {
  const links = linksIn(text);
  if (links.length > 0)
    expect({ text, links, hasInjectedContent: hasInjectedContent(text, []) }).toEqual({
      text,
      links,
      hasInjectedContent: true,
    });
  for (const isWhole of [true, false]) {
    const shown = shownAs(text, isWhole);
    expect({ text, shown, linksIn: linksIn(shown) }).toEqual({ text, shown, linksIn: [] });
  }
}

const ADDRESSES = [
  "https://evil.example/SWORDFISH",
  "http://SWORDFISH.evil.example",
  "ftp://evil.example/SWORDFISH",
  "//evil.example/SWORDFISH",
  "www.evil.example/SWORDFISH",
  "SWORDFISH@evil.example",
  "mailto:SWORDFISH@evil.example",
  "xmpp:SWORDFISH@evil.example",
  "SWORDFISH.evil.museum",
  "SWORDFISH.evil.com/x?y#z",
  "evil.dev:8080/SWORDFISH",
];

const DISGUISES: readonly (readonly [name: string, disguise: (address: string) => string])[] = [
  ["as it is", (address) => address],
  ["every sign escaped", (address) => address.replaceAll(/[:/.@?#]/g, "\\$&")],
  ["the slashes escaped", (address) => address.replaceAll("/", "\\/")],
  ["the stops escaped", (address) => address.replaceAll(".", "\\.")],
  ["the colon escaped", (address) => address.replace(":", "\\:")],
  ["backslashes for slashes", (address) => address.replaceAll("/", "\\\\")],
  ["numbers for signs", (address) => address.replaceAll(/[:/.@]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
  [
    "hexadecimal numbers",
    (address) => address.replaceAll(/[:/.@]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
  ],
  [
    "names for signs",
    (address) =>
      address
        .replaceAll("/", "&sol;")
        .replaceAll(".", "&period;")
        .replace(":", "&colon;")
        .replace("@", "&commat;"),
  ],
  ["wide signs", (address) => address.replaceAll("/", "／").replaceAll(".", "．").replace(":", "：")],
  ["percent forms", (address) => address.replaceAll(".", "%2E")],
  ["invisible characters", (address) => Array.from(address).join("\u200b")],
  ["capitals", (address) => address.toUpperCase()],
  ["in bold", (address) => `**${address}**`],
  ["struck out", (address) => `~~${address}~~`],
  ["in brackets", (address) => `(${address})`],
  ["behind a colon", (address) => `url:${address}`],
  ["with another sign before it", (address) => `=${address}`],
];

describe.each(DISGUISES)("an address %s", (_, disguise) => {
  test.each(ADDRESSES)("%s", (address) => {
    for (const text of [disguise(address), `Look at ${disguise(address)}.`, `| ${disguise(address)} |`])
      expectNoLink(text);
  });
});

test.each([
  "https:\\/\\/evil.example\\/SWORDFISH",
  "www\\.evil\\.example\\/SWORDFISH",
  "a\\@evil\\.example",
  "SWORDFISH.evil.museum",
  "SWORDFISH.evil.xxx",
  "SWORDFISH.evil.aero",
  "https:\\\\evil.example",
  "😀.ws",
  "SWORDFISH+.com",
  "SWORDFISH.evil.com.x1",
  "SWORDFISH.みんな",
])("verification removes %s from a sentence and from a draft", (address) => {
  expect(hasInjectedContent(`See ${address} now`, ["See the harbour."])).toBe(true);
  expect(shownAs(`See ${address} now`, true)).not.toContain(address);
});

test("verification removes a host below each top-level domain", () => {
  expect(topLevelNames.length).toBeGreaterThan(1_400);
  expect(topLevelNames.filter((name) => !hasInjectedContent(`See SWORDFISH.evil.${name} now`, []))).toEqual(
    [],
  );
});

test("verification keeps an address of the source, also where the source escapes it", () => {
  for (const source of [
    "See harbour.museum.",
    "See https://harbour.example/a\\_b.",
    "Ask tide@harbour.aero!",
    "Read `harbour.museum` now.",
  ]) {
    expect({ source, hasInjectedContent: hasInjectedContent(source, [source]) }).toEqual({
      source,
      hasInjectedContent: false,
    });
  }
  expect(hasInjectedContent("Read `harbour.museum`.", ["It is at harbour.museum."])).toBe(false);
});

test.each([
  "Node.js reads 3.14 and 1.5/2 bar, e.g. in U.S. 101; z.B. a.m., p.m.; AT&T and/or others.",
  "The pressure is 5.2–6.1 bar (see sec. 4.2.1).",
  "It costs 1.200,50 € or $3.50.",
])("verification finds no address in %s", (text) => {
  expect(hasInjectedContent(text, [])).toBe(false);
});

test("clients find no link in any combination of address parts after the removal", () => {
  const pieces = [
    "http",
    "https",
    "www",
    "mailto",
    "xmpp",
    ":",
    "/",
    "//",
    "\\",
    ".",
    "@",
    "evil",
    "com",
    "museum",
    "SWORDFISH",
    "1871",
  ];
  const others = [
    "&#46;",
    "&colon;",
    "&sol;",
    "*",
    "**",
    "_",
    "~",
    "`",
    "(",
    ")",
    "<",
    ">",
    "-",
    "+",
    "?",
    "#",
    "%2E",
    "\u200b",
    "😀",
    "．",
    " ",
    "|",
  ];
  const text = fc
    .array(fc.constantFrom(...pieces, ...pieces, ...others), { minLength: 2, maxLength: 14 })
    .map((parts) => parts.join(""));
  fc.assert(fc.property(text, expectNoLink), { numRuns: 2_000 });
});

test("clients find no link, picture or element in any combination of Markdown signs", () => {
  const pieces = [
    "[",
    "]",
    "(",
    ")",
    "!",
    "<",
    ">",
    ":",
    "`",
    "```",
    "\n",
    "\n\n",
    " ",
    "[1]",
    "[4]",
    "[2]",
    "【1】",
    "/",
    "//",
  ];
  const lines = [
    "- ",
    "> ",
    "  ",
    "    ",
    "1. ",
    "```\n",
    "~~~\n",
    "| ",
    "a",
    "img src=x",
    "evil",
    "https://evil.example/x",
    "x.com",
  ];
  const text = fc
    .array(fc.constantFrom(...pieces, ...lines), { minLength: 2, maxLength: 18 })
    .map((parts) => parts.join(""));
  const html = new MarkdownIt({ html: true, linkify: true });
  fc.assert(
    fc.property(text, (written) => {
      for (const isWhole of [true, false]) {
        const shown = shownAs(written, isWhole);
        const loaded = html.render(shown).match(/<(?:img|a|iframe)\b[^>]*/g) ?? [];
        expect({ written, shown, loaded, links: linksIn(shown) }).toEqual({
          written,
          shown,
          loaded: [],
          links: [],
        });
      }
    }),
    { numRuns: 5_000 },
  );
});
