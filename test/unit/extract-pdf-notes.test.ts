import { expect, test } from "vitest";
import { extractPdf } from "../../src/ingestion/extract/pdf/extract-pdf.ts";
import { drawn, drawnPdf, pdfInCMap } from "../support/fixtures/documents/drawn-pdf.ts";

test("the note names a missing CMap, and the extractor reads the rest of the page", async () => {
  const read = await extractPdf(pdfInCMap("GBK-EUC-H", "GB1", "b8dbbfda"));
  expect(read.text).toBe("Report 2026");
  expect(read.note).toContain("the unknown character map GBK-EUC-H");
});

test("the note lists pages whose fonts have no Unicode mapping", async () => {
  const font =
    "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [8 0 R] >>";
  const descendant =
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>";
  const codes = "e001e002e003e004e005e006e007e008e009e00a".repeat(3);
  const content = drawn("Read this", 60, 700) + drawn(`<${codes}>`, 60, 600, "/F9 12");
  const { note } = await extractPdf(drawnPdf({ content, fonts: "/F9 7 0 R", objects: [font, descendant] }));
  expect(note).toContain("fonts of page 1 do not identify their letters: 30 characters");
});

test("the note counts the text of a font that pdf.js cannot load", async () => {
  const font =
    "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Quay-EUC-H /DescendantFonts [8 0 R] >>";
  const descendant =
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> >>";
  const content = drawn("Read this", 60, 700) + drawn(`<${"b8db".repeat(20)}>`, 60, 600, "/F9 12");
  const { text, note } = await extractPdf(
    drawnPdf({ content, fonts: "/F9 7 0 R", objects: [font, descendant] }),
  );
  expect(text).toBe("Read this");
  expect(note).toContain("40 characters are not readable");
});
