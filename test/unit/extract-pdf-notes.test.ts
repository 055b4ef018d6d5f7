import { expect, test } from "vitest";
import { extractPdf } from "../../src/ingestion/extract/pdf/extract-pdf.ts";
import { pdfInCMap } from "../support/documents/drawn-pdf.ts";

test("the note names a CMap that the reader cannot get, and the rest of the page is read", async () => {
  const read = await extractPdf(pdfInCMap("GBK-EUC-H", "GB1", "b8dbbfda"));
  expect(read.text).toBe("Report 2026");
  expect(read.note).toContain("the unknown character map GBK-EUC-H");
});
