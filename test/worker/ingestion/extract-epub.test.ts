import { expect, test } from "vitest";
import { formatLocator } from "../../../client/src/index.ts";
import { makeZip, type Members, XML } from "../../support/fixtures/documents/make-docx.ts";
import { extract, refusal } from "../../support/fixtures/documents/extract.ts";

const page = (body: string): string =>
  `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`;

function makeEpub(more: Members = {}): Uint8Array {
  return makeZip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "OEBPS/book.opf":
      `${XML}<package xmlns:dc="dc"><metadata><dc:title>Of tides</dc:title></metadata><manifest>` +
      '<item id="a" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/><item id="c" href="text/c.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="p" href="p.png" media-type="image/png"/></manifest>' +
      '<spine><itemref idref="n"/><itemref idref="c"/><itemref idref="p"/><itemref idref="a"/><itemref idref="gone"/></spine></package>',
    "OEBPS/nav.xhtml": page(
      '<nav><ol><li><a href="text/c.xhtml#x">First &amp; best</a></li><li><a href="text/c.xhtml">Again</a></li></ol></nav>',
    ),
    "OEBPS/text/c.xhtml": page(
      "<h1>One</h1><ul><li>Tides rise&nbsp;twice.</li><li>They fall.</li></ul><script>no()</script>",
    ),
    "OEBPS/text/a b.xhtml": page("<p>The end.</p>"),
    ...more,
  });
}

test("the extractor reads a book in spine order, by chapter, with the titles of its table of contents", async () => {
  const extracted = await extract(makeEpub(), "application/octet-stream", "book");
  expect(extracted.text).toBe("# One\n\n- Tides rise twice.\n- They fall.\n\nThe end.");
  expect(extracted).toMatchObject({ title: "Of tides", strategy: "epub" });
  expect(extracted.spans?.map(({ start, locator }) => [start, formatLocator(locator)])).toEqual([
    [0, "chapter 1, First & best"],
    [41, "chapter 2"],
  ]);
});

test("the extractor rejects a book with encrypted chapters and reads a book with encrypted fonts", async () => {
  const hidden = (uri: string): Members => ({
    "META-INF/encryption.xml": `${XML}<encryption><EncryptedData><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`,
  });
  expect((await refusal(makeEpub(hidden("OEBPS/text/c.xhtml")), "")).reason).toContain(
    "protected against copying",
  );
  expect((await extract(makeEpub(hidden("OEBPS/font.otf")), "")).text).toContain("Tides");
});

test("an unreadable table of contents yields no chapter titles", async () => {
  const { spans } = await extract(makeEpub({ "OEBPS/nav.xhtml": "<nav><a href='text/c.xhtml'>x" }), "");
  expect(spans?.map(({ locator }) => formatLocator(locator))).toEqual(["chapter 1", "chapter 2"]);
});
