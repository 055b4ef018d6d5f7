import { expect, test } from "vitest";
import { chunkText } from "../../src/ingestion/chunk/chunk-text.ts";
import { extractProcessorOutput } from "../../src/ingestion/extract/processor-output/extract-processor-output.ts";
import { partsOfFile } from "../../src/ingestion/extract/processor-output/parts-of-file.ts";

test.each([
  ["application/pdf", "scan.pdf", "pages"],
  ["image/tiff", "scan.tiff", "pages"],
  ["application/vnd.ms-powerpoint; charset=binary", "talk", "slides"],
  ["application/vnd.oasis.opendocument.presentation", "talk.odp", "slides"],
  ["application/octet-stream", "talk.PPT", "slides"],
  ["application/vnd.ms-excel", "prices", "sheets"],
  ["application/vnd.apple.numbers", "prices.numbers", "sheets"],
  ["", "prices.xls", "sheets"],
  ["application/msword", "letter.doc", "pages"],
])("form feeds in a text of %j, %s, separate %s", (contentType, originalFileName, parts) =>
  expect(partsOfFile({ contentType, originalFileName })).toBe(parts),
);

test("each part has a locator, an empty part counts, and the last form feed begins no part", () => {
  const { text, spans = [] } = extractProcessorOutput("one\n\f\n\ftwo\f\n", "pages");
  expect(text).toBe("one\n\f\n\ftwo\f\n");
  expect(spans.map(({ start, end, locator }) => [text.slice(start, end), locator])).toEqual([
    ["one\n", { kind: "page", page: 1 }],
    ["\n", { kind: "page", page: 2 }],
    ["two", { kind: "page", page: 3 }],
  ]);
  expect(extractProcessorOutput("one\ftwo", "slides").spans?.map(({ locator }) => locator)).toEqual([
    { kind: "slide", slide: 1 },
    { kind: "slide", slide: 2 },
  ]);
});

test("a sheet has its heading as name, or its number without a heading", () => {
  const { spans = [] } = extractProcessorOutput(
    `## Tides\n\n| a |\f| b |\n\f\n# ${"x".repeat(400)}\n\f`,
    "sheets",
  );
  expect(spans.map(({ locator }) => locator)).toEqual([
    { kind: "sheet", sheet: "Tides" },
    { kind: "sheet", sheet: "2" },
    { kind: "sheet", sheet: "x".repeat(255) },
  ]);
});

test("a million form feeds yield a limited number of locators and lose no text", () => {
  const { text, spans = [] } = extractProcessorOutput(`${"a\f".repeat(1_000_000)}The end.`, "pages");
  expect(spans).toHaveLength(50_000);
  const chunks = chunkText(text, spans);
  expect(chunks.at(-1)?.text).toContain("The end.");
  expect(chunks.at(-1)?.page).toBe(0);
});
