import { describe, expect, test } from "vitest";
import {
  addressBook,
  hasInjectedContent,
  replaceForeignAddresses,
} from "../../src/answering/generation/injected-content.ts";

const PAGE = "See https://harbour.example/tide (or ask tide@harbour.example.org), also harbour.example.net.";

describe("injected content", () => {
  test.each([
    ["a picture", "![x](https://evil.example/?q=1871)"],
    ["a picture by reference", "![x][1871]"],
    ["an element", "<iframe src=x>"],
    ["an autolink", "<https://evil.example/x>"],
    ["a link", "[here](//evil.example)"],
    ["the definition of a link", "[here]: evil"],
    ["the definition of a footnote", "[^1]: evil"],
    ["data", "data:text/html;base64,PGI+"],
    ["a script", "vbscript:evil"],
    ["a chat", "xmpp:someone@evil"],
    ["a host with a path", "evil.example/x"],
    ["a host with a question", "evil.example?q=1871"],
    ["a host with a port", "evil.example:8080"],
    ["a host alone, with data before it", "1871.evil.com"],
    ["a number with a path", "203.0.113.7/1871"],
    ["a host in Cyrillic letters", "ехаmрlе.com"],
    ["a host in Punycode", "xn--e1afmkfd.xn--p1ai/x"],
    ["a host with accents of their own", "e\u0301vil.com"],
    ["wide letters", "ｅｖｉｌ．ｃｏｍ／１８７１"],
    ["a wide colon", "https：//evil.example"],
    ["characters that nobody sees", "ht\u200btps:\u2060//evil\u00ad.example"],
    ["a reference for a character", "https&colon;//evil.example"],
    ["a number for a character", "evil&#46;com"],
    ["more of an address behind a bracket", "https://harbour.example/tide)1871"],
    ["more of an address behind a quote", "https://harbour.example/tide'1871"],
    ["more of an address behind a bracket that is pointed", "https://harbour.example/tide>1871"],
    ["a mailbox with more before it", `${"1871".repeat(30)}tide@harbour.example.org`],
    ["a mailbox with more behind it", `tide@harbour.example.org.1.8.7.1.a.b.c.d.e.f.evil`],
    ["a host with more before it", "1.8.7.1.a.b.c.d.e.f.harbour.example.net"],
  ])("the service rejects a model sentence for %s", (_, matter) => {
    const text = `See ${matter} there`;
    expect(hasInjectedContent(text, [PAGE])).toBe(true);
  });

  test.each([
    "https://harbour.example/tide",
    "(https://harbour.example/tide).",
    "“tide@harbour.example.org”!",
    "harbour.example.net",
    "Node.js, e.g. 1.5/2 bar, z.B. an der U.S. 101, 3.14; AT&T; and/or: x",
  ])("the service accepts a model sentence: %s", (text) => {
    expect(hasInjectedContent(`See ${text}`, [PAGE])).toBe(false);
  });
});

describe("the replacement of addresses", () => {
  const replaced = (text: string): string => replaceForeignAddresses(text, addressBook([PAGE]), "\ue000");

  test.each([
    ["See https://evil.example/1871, or not.", "See …, or not."],
    ["(evil.com)", "(…)"],
    ["Ask **someone@evil.com**!", "Ask **…**!"],
    [
      "https://harbour.example/tide and https://harbour.example/tide?q=1",
      "https://harbour.example/tide and …",
    ],
    ["a https://harbour.example/tide。1871", "a https://harbour.example/tide 。1871"],
    ["e\u0301vil.com and ht\u200btps://x.example", "… and ht\u200b…"],
    ["https:\\/\\/evil.example", "…"],
    ["请看 evil.com。很好", "请看 …。很好"],
  ])("%s", (text, expected) => expect(replaced(text)).toBe(expected));

  test("a text without addresses stays as it is", () => {
    const text = "Node.js, e.g. 1.5/2 bar, z.B. an der U.S. 101, 3.14; AT&T; and/or: x";
    expect(replaced(text)).toBe(text);
  });
});
