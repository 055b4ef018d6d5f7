import { expect, test } from "vitest";
import { extract } from "../../support/fixtures/documents/extract.ts";
import { pdfInCMap } from "../../support/fixtures/documents/drawn-pdf.ts";

const PDF = "application/pdf";

const utf16 = (text: string): string =>
  text.replace(/[^]/g, (unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));

test.each([
  ["90ms-RKSJ-H", "Japan1", "93fa967b8cea836583588367", "日本語テスト"],
  ["90ms-RKSJ-V", "Japan1", "93fa967b8cea", "日本語"],
  ["EUC-H", "Japan1", "c6fccbdcb8ec", "日本語"],
  ["UniJIS-UCS2-H", "Japan1", utf16("港は六時に開きます。"), "港は六時に開きます。"],
  ["UniJIS-UTF16-H", "Japan1", utf16("港は六時"), "港は六時"],
  ["GBK-EUC-H", "GB1", "b8dbbfdad4dac1f9b5e3bfaab7c5a3ac", "港口在六点开放，"],
  ["UniGB-UCS2-H", "GB1", utf16("税为四十一克朗"), "税为四十一克朗"],
  ["ETen-B5-H", "CNS1", "b4e4a466", "港口"],
  ["UniCNS-UTF16-H", "CNS1", utf16("開放時間"), "開放時間"],
  ["KSCms-UHC-H", "Korea1", "c7d7b1b8", "항구"],
  ["UniKS-UCS2-H", "Korea1", utf16("항구는"), "항구는"],
  ["Identity-H", "Japan1", "034b034d034f03510353", "あいうえお"],
  ["Identity-H", "Korea1", "043e", "가"],
])("the extractor reads text in the predefined CMap %s of Adobe-%s", async (cMap, ordering, hex, text) => {
  const read = await extract(pdfInCMap(cMap, ordering, hex), PDF);
  expect(read.text.replace(/\s+/g, " ")).toBe(`Report 2026 ${text}`);
  expect(read.note).toBe("");
});
