import { expect, test } from "vitest";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import { extractPdf } from "../../src/ingestion/extract/pdf/extract-pdf.ts";
import { PDF_LIMITS } from "../../src/ingestion/extract/pdf/pdf-limits.ts";
import { drawn, drawnPdf, streamOf } from "../support/fixtures/documents/drawn-pdf.ts";

const span = (actualText: string, content: string): string =>
  `/Span << /ActualText (${actualText}) >> BDC ${content}EMC\n`;
const textOf = async (content: string, resources = ""): Promise<string> =>
  (await extractPdf(drawnPdf({ content, resources }))).text;

test("an ActualText replaces the drawn text of its marked content", async () => {
  expect(await textOf(drawn("Plain.", 60, 700) + span("ffi", drawn("#", 60, 560)))).toBe("Plain.\n\nffi");
  expect(
    await textOf(drawn("e", 60, 700) + span("ffi", drawn("#", 66.2, 700)) + drawn("cient", 72.4, 700)),
  ).toBe("efficient");
});

test("an ActualText may be in the resources, and the outermost one counts", async () => {
  const resources = "/Properties << /P1 << /ActualText <FEFF00E40062> >> >>";
  expect(
    await textOf(
      `/Span /P1 BDC ${span("never", drawn("##", 60, 700))}EMC ${drawn("after", 60, 660)}`,
      resources,
    ),
  ).toBe("\u00e4b\n\nafter");
});

test("an empty ActualText hides drawn text, and marked content without ActualText changes nothing", async () => {
  expect(await textOf(drawn("kept", 60, 700) + span("", drawn("-", 82, 700)))).toBe("kept");
  expect(await textOf(`/P << /MCID 0 >> BDC ${drawn("kept", 60, 700)}EMC`)).toBe("kept");
});

test("an ActualText counts toward the limit of characters", async () => {
  const long = "a".repeat(30_000);
  const content = Array.from(
    { length: 100 },
    (_, at) => `/Span /P1 BDC ${drawn("#", 60, 700 - at)}EMC `,
  ).join("");
  const bytes = drawnPdf({ content, resources: `/Properties << /P1 << /ActualText (${long}) >> >>` });
  const reading = extractPdf(bytes, { ...PDF_LIMITS, characters: 1_000_000 });
  await expect(reading).rejects.toThrow(ExtractionError);
});

/** Makes a PDF whose font maps the letter A to a soft hyphen. */
function softHyphens(content: string): Uint8Array {
  const toUnicode = streamOf(
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <00AD> endbfchar 1 beginbfrange <61> <7A> <0061> endbfrange endcmap end end",
  );
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 8 0 R >>";
  return drawnPdf({ content, fonts: "/F9 7 0 R", objects: [font, toUnicode] });
}

test("a drawn soft hyphen is a hyphen within a line and splits a word at a line end", async () => {
  const within = drawn("wellAknown", 60, 700, "/F9 12");
  expect((await extractPdf(softHyphens(within))).text).toBe("well-known");
  const cut = drawn("inforA", 60, 700, "/F9 12") + drawn("mation", 60, 686, "/F9 12");
  expect((await extractPdf(softHyphens(cut))).text).toBe("information");
  expect((await extractPdf(softHyphens(drawn("lastA", 60, 700, "/F9 12")))).text).toBe("last-");
});
