import { describe, expect, test } from "vitest";
import { htmlTokens } from "../../src/ingestion/extract/html/html-tokens.ts";

function textOf(html: string): string {
  return [...htmlTokens(html)]
    .map((token) => (token.kind === "text" ? html.slice(token.start, token.end) : ""))
    .join("");
}

describe("htmlTokens", () => {
  test("the tokenizer keeps the text after an attribute quote without an end", () => {
    expect(textOf(`<p>before</p><a href="x>link</a><p>after</p>`)).toBe("beforelinkafter");
  });

  test("a quoted attribute value may contain a greater-than sign", () => {
    expect(textOf(`<a title="1 > 0">link</a>`)).toBe("link");
  });

  test("the tokenizer yields the content of a raw element as one token with its offsets", () => {
    const html = "a<noscript><p>b</p></noscript>c<iframe><b></iframe>d";
    const raw = [...htmlTokens(html)].flatMap((token) =>
      token.kind === "raw" ? [html.slice(token.start, token.end)] : [],
    );
    expect({ raw, text: textOf(html) }).toEqual({ raw: ["<p>b</p>", "<b>"], text: "acd" });
  });

  test("the tokenizer stops when its caller stops", () => {
    const tokens = htmlTokens("<p>one</p>".repeat(1_000_000));
    expect(tokens.next().value).toMatchObject({ kind: "open", name: "p", start: 0, end: 3 });
    expect(tokens.return(undefined).done).toBe(true);
  });

  test("the tokenizer reads a single less-than sign as text", () => {
    expect(textOf("1 < 2 and 3 <4 <b>bold</b>")).toBe("1 < 2 and 3 <4 bold");
  });
});
