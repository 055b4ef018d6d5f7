/**
 * Promise: The PDF reader limits drawing operations, content and time, and rejects a larger file with a
 * readable reason. Attack: Two kilobytes of nested PDF forms expanded to a hundred million letters. Shared
 * content streams expanded to four billion operators. Reading never ended.
 */
import { expect, test } from "vitest";
import { extractPdf } from "../../src/ingestion/extract/pdf/extract-pdf.ts";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import { PDF_LIMITS } from "../../src/ingestion/extract/pdf/pdf-limits.ts";
import { hostileFile } from "../hostile/files.ts";
import { formsInForms } from "../hostile/pdf.ts";
import { drawn, drawnPdf, streamOf } from "../support/fixtures/documents/drawn-pdf.ts";
import { makePdf, pageOf } from "../support/fixtures/documents/pdf.ts";

async function refusalOf(bytes: Uint8Array, limits = PDF_LIMITS): Promise<ExtractionError> {
  const error = await extractPdf(bytes, limits).then(
    ({ text }) => new Error(`read ${text.length} characters`),
    (reason: unknown) => reason,
  );
  if (error instanceof ExtractionError) return error;
  throw error;
}

test("the reader rejects endless letters on one page", async () => {
  const { reason, permanent } = await refusalOf(hostileFile("pdf-forms-in-forms").bytes);
  expect(reason).toBe(
    "This PDF draws the text of a page in too many pieces. Save it as DOCX or text, and upload that.",
  );
  expect(permanent).toBe(true);
});

test("the reader counts text while it draws, and stops at the limit of stored text", async () => {
  const bytes = formsInForms(10, 4, "BT/F 9 Tf(a)Tj ET");
  // All thousand letters share one position, so a reader of the page sees one.
  expect((await extractPdf(bytes)).text).toBe("a");
  expect((await refusalOf(bytes, { ...PDF_LIMITS, piecesPerPage: 500 })).reason).toContain("too many pieces");
});

test("pages and characters have limits", async () => {
  const bytes = makePdf({
    pages: [pageOf("The first page."), pageOf("The second page."), pageOf("The third page.")],
  });
  expect((await refusalOf(bytes, { ...PDF_LIMITS, pages: 2 })).reason).toBe(
    "This PDF has more than 2 pages. Split it and upload the parts.",
  );
  expect((await refusalOf(bytes, { ...PDF_LIMITS, characters: 40 })).reason).toContain(
    "holds more than 40 characters",
  );
  expect(
    (await refusalOf(hostileFile("pdf-pages-of-one-content").bytes, { ...PDF_LIMITS, characters: 1_000_000 }))
      .reason,
  ).toContain("1 million");
});

test("the time limit applies between pages and within them", async () => {
  const late = await refusalOf(hostileFile("pdf-pages-of-one-bomb").bytes, {
    ...PDF_LIMITS,
    milliseconds: 300,
  });
  expect(late.reason).toBe("Reading this PDF took longer than 0.3 seconds. Split it and upload the parts.");
  expect(late.permanent).toBe(false);
  const limits = { ...PDF_LIMITS, millisecondsWithoutText: 300 };
  const empty = await refusalOf(hostileFile("pdf-pages-of-one-bomb").bytes, limits);
  expect(empty.reason).toContain("draw for more than 0.3 seconds without a letter");
  expect(empty).toMatchObject({ permanent: true, othersMay: true });
});

test("the reader skips an annotation whose appearance draws without end", async () => {
  const form = (at: number): string =>
    streamOf(
      "/X Do ".repeat(10),
      `/Subtype /Form /BBox [0 0 99 99] /Resources << /XObject << /X ${at + 1} 0 R >> >>`,
    );
  const bytes = drawnPdf({
    content: drawn("A form", 60, 700),
    page: "/Annots [7 0 R]",
    objects: [
      "<< /Type /Annot /Subtype /FreeText /Contents (a) /Rect [60 600 300 620] /AP << /N 8 0 R >> >>",
      ...[8, 9, 10, 11, 12, 13, 14, 15].map(form),
      streamOf(
        "BT /F1 1 Tf (a) Tj ET",
        "/Subtype /Form /BBox [0 0 99 99] /Resources << /Font << /F1 5 0 R >> >>",
      ),
    ],
  });
  expect((await extractPdf(bytes)).text).toBe("A form\n\na");
});
