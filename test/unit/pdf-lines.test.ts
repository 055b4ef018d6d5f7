import { expect, test } from "vitest";
import { linesOfPage } from "../../src/ingestion/extract/pdf/pdf-lines.ts";

test("letters that are drawn as one are spelled one by one", () => {
  const item = { str: "the \ufb01rst e\ufb03cient \ufb02oat", transform: [9, 0, 0, 9, 72, 700], width: 200, hasEOL: true };
  expect(linesOfPage([item]).map(({ text }) => text)).toEqual(["the first efficient float"]);
});
