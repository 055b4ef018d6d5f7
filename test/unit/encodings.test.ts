import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeText } from "../../src/ingestion/extract/text/decode-text.ts";
import { utf8Text } from "../../src/ingestion/extract/text/utf8-text.ts";

const FOLDER = "test/documents/encodings";
const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".txt"));
const expected = JSON.parse(await readFile(join(FOLDER, "expected.json"), "utf8")) as Record<string, string>;
const decode = async (bytes: Uint8Array, charset: string | null = null) =>
  await decodeText(bytes, { charset, isHtml: false });

describe("sentences in undeclared encodings", () => {
  test("more than 40 encodings have test files", () => expect(files.length).toBeGreaterThan(40));

  test.each(files)("the decoder finds the encoding: %s", async (name) => {
    const bytes = new Uint8Array(await readFile(join(FOLDER, name)));
    expect(await decode(bytes)).toBe(expected[name]);
    expect(utf8Text(bytes) === null || name.includes("utf-8") || name.includes("2022")).toBe(true);
  });
});

describe("a few words in undeclared encodings", () => {
  test.each([
    ["windows-1251", "cff0e8e2e5f220ece8f0", "Привет мир"],
    ["koi8-r", "e4cfc7cfd7cfd220cec120cdc1ca", "Договор на май"],
    ["ibm866", "8ee2e7f1e220a7a020aca0a9", "Отчёт за май"],
    ["windows-1251, in capitals", "d1d0ced7cdce3a20c4cecad3ccc5cdd2db", "СРОЧНО: ДОКУМЕНТЫ"],
    ["cp437", "477294e1652081626572", "Größe über"],
    ["cp850", "5072816662657269636874", "Prüfbericht"],
    ["macintosh", "448e6a88207675", "Déjà vu"],
    ["cp852", "5a61bea28886", "Zażółć"],
    ["iso-8859-2", "a3f364bc", "Łódź"],
    ["iso-8859-7", "cae1ebe7ecddf1e120eafcf3ece5", "Καλημέρα κόσμε"],
    ["windows-1255", "f9ece5ed20f2e5eced", "שלום עולם"],
    ["windows-1256", "e3d1cdc8c720c8c7e1dac7e1e3", "مرحبا بالعالم"],
    ["windows-874", "cac7d1cab4d5", "สวัสดี"],
    ["shift_jis", "93fa967b8cea82cc8e9197bf", "日本語の資料"],
    ["shift_jis, of two letters", "95b68fcd", "文章"],
    ["euc-jp", "b2f1b5c4a5e1a5e2", "会議メモ"],
    ["gbk", "d6d0cec4cec4b5b5", "中文文档"],
    ["gbk, of names", "bbe1d2e9bcc7c2bc", "会议记录"],
    ["big5", "b77cc4b3b04fbffd", "會議記錄"],
    ["euc-kr", "c7d1b1b9beee20b9aebcad", "한국어 문서"],
  ])("the decoder finds the encoding: %s", async (_, hex, text) =>
    expect(await decode(new Uint8Array(Buffer.from(hex, "hex")))).toBe(text),
  );

  test("the decoder reads valid UTF-8 as UTF-8, even if another encoding fits its letters", async () => {
    for (const text of ["é", "Größe", "Привет", "日本", "Ã¤ stands for ä", "å∫ç"])
      expect(await decode(new TextEncoder().encode(text))).toBe(text);
  });
});

describe("declared and undeclared encodings", () => {
  const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

  test.each([
    ["a declared encoding counts where letters tell nothing", bytes(0xc3, 0xa9), "windows-1251", "Г©"],
    ["UTF-32 may be declared", bytes(0, 0, 0, 0xe9), "utf-32be", "é"],
    [
      "UTF-8 that is declared and plainly none is not meant",
      bytes(0x63, 0x61, 0x66, 0xe9, 0x20, 0x62),
      "utf-8",
      "café b",
    ],
    ["a short word without UTF-8 is windows-1252", bytes(0x4d, 0xfc, 0x6c, 0x6c), null, "Müll"],
    ["an encoding of DOS may be declared", bytes(0x47, 0x72, 0x94, 0xe1, 0x65), "cp850", "Größe"],
    ["one of the Macintosh, too", bytes(0x8a, 0xbb), "x-mac-ce", "äĽ"],
    [
      "an XML file says its own",
      new TextEncoder().encode('<?xml version="1.0" encoding="koi8-r"?>').slice(),
      null,
      '<?xml version="1.0" encoding="koi8-r"?>',
    ],
  ])("the decoder finds the encoding: %s", async (_, content, charset, text) =>
    expect(await decode(content, charset)).toBe(text),
  );

  const arabic = "أعلن الميناء أن الرسوم ترتفع إلى واحد وأربعين.";
  const iso8859x6 = Uint8Array.from(Array.from(arabic), (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code < 0x80 ? code : code - 0x0600 + 0xa0;
  });
  const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

  test.each([
    [
      "a page that says UTF-8, and is in ISO 8859-6",
      [ascii('<meta charset="utf-8"><p>'), iso8859x6, iso8859x6, iso8859x6],
      null,
      arabic,
    ],
    [
      "a page that says windows-1252, and is in UTF-8",
      [ascii('<meta charset="windows-1252"><p>'), ascii(arabic)],
      null,
      arabic,
    ],
    ["a response that says ISO 8859-1, and is in UTF-8", [ascii("<p>"), ascii(arabic)], "iso-8859-1", arabic],
    [
      "XML that says UTF-8, and is in ISO 8859-6",
      [ascii('<?xml version="1.0" encoding="utf-8"?>'), iso8859x6, iso8859x6],
      null,
      arabic,
    ],
    [
      "a response that says Shift_JIS, and is in UTF-8",
      [ascii("<p>東京の港は明日から閉まります。船は入れません。")],
      "shift_jis",
      "東京の港は明日から閉まります。",
    ],
  ])("the bytes win over the declaration: %s", async (_, parts, charset, text) => {
    const whole = Uint8Array.from(parts.flatMap((part) => Array.from(part)));
    expect(await decodeText(whole, { charset, isHtml: true })).toContain(text);
  });

  test.each([
    ["deflate", deflateSync],
    ["gzip", gzipSync],
    ["Brotli", brotliCompressSync],
  ])("the decoder rejects bytes compressed with %s under any declared charset", async (_, compress) => {
    const packed = new Uint8Array(
      compress(
        Buffer.from(Array.from({ length: 400 }, (__, at) => `Line ${at * 7919} of a page.`).join("\n")),
      ),
    );
    for (const charset of ["utf-8", "windows-1252", null])
      await expect(decodeText(packed, { charset, isHtml: true })).rejects.toThrow("it holds binary data");
  });

  test("the decoder reads UTF-8 with a few damaged characters as UTF-8", async () => {
    const damaged = new TextEncoder().encode("Die Brücke über den Fluß ist schön, größer und länger.");
    damaged[5] = 0x20;
    expect(await decode(damaged)).toContain("über den Fluß ist schön");
  });
});
