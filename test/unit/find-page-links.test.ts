import { describe, expect, test } from "vitest";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import { MAX_LINKS } from "../../src/domain/site-crawl.ts";
import { findPageLinks } from "../../src/ingestion/crawl/find-page-links.ts";

const PAGE = "https://example.com/dir/page";
const allow = (): boolean => true;

const linksOf = async (
  mode: "site" | "sitemap" | "feed",
  content: string,
  isStart = false,
  contentType = "text/html",
): Promise<string[]> => {
  const page = { url: new URL(PAGE), contentType, bytes: Uint8Array.from(new TextEncoder().encode(content)) };
  return (await findPageLinks(page, { mode, isStart }, allow)).map(({ url }) => url);
};

describe("links of a page", () => {
  test("the links of a page are unique, of the same origin and without fragments, and its base counts", async () => {
    const hrefs = [
      "a",
      "/a#x",
      "./a?",
      "//example.com/b",
      "http://example.com/c",
      "https://user@example.com/d",
      "#top",
      PAGE,
      "javascript:1",
      "%",
    ];
    const html = hrefs.map((href) => `<a href="${href}">x</a>`).join("");
    expect(await linksOf("site", html)).toEqual(
      ["/dir/a", "/a", "/dir/a?", "/b", "/dir/%"].map((path) => `https://example.com${path}`),
    );
    expect(await linksOf("site", `<base href="/root/"><a HREF=x>`)).toEqual(["https://example.com/root/x"]);
    expect(await linksOf("site", html, false, "application/pdf")).toEqual([]);
  });

  test.each([
    ["many", (size: number) => Array.from({ length: size / 12 }, (_, at) => `<a href=/${at}>`).join("")],
    ["never closed", (size: number) => `<a href="${"x".repeat(size)}`],
    ["one tag of attributes", (size: number) => `<a ${"href =".repeat(size / 6)}>`],
    ["quotes", (size: number) => `<a href='"`.repeat(size / 10)],
    ["spaces", (size: number) => `<a href${" ".repeat(size)}=x>`],
    ["nested", (size: number) => "<a href=/x><b>".repeat(size / 14)],
  ])("the number of links has a limit: %s", async (_, make) => {
    expect((await linksOf("site", make(2_000_000))).length).toBeLessThanOrEqual(MAX_LINKS);
  });
});

describe("sitemaps and feeds", () => {
  test("the crawler rejects a list that is damaged, defines entities or nests too deep as the first page, and skips it later", async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>/&a;</loc></url></urlset>`;
    for (const bad of [laughs, "<urlset><url>", "<urlset>".repeat(1_000), "no list"]) {
      await expect(linksOf("sitemap", bad, true)).rejects.toThrow(ExtractionError);
      expect(await linksOf("sitemap", bad)).toEqual([]);
    }
  });

  test("the number of entries in a list and the length of its addresses have limits", async () => {
    const urls = Array.from({ length: 50_000 }, (_, at) => `<url><loc>/${at}</loc></url>`).join("");
    expect((await linksOf("sitemap", `<urlset>${urls}</urlset>`, true)).length).toBe(MAX_LINKS);
    expect(
      await linksOf(
        "feed",
        `<rss><channel><item><link>/${"x".repeat(1_000_000)}</link></item></channel></rss>`,
        true,
      ),
    ).toEqual([]);
  });
});
