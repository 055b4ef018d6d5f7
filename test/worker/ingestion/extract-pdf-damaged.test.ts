import { expect, test } from "vitest";
import { extractText } from "../../../src/ingestion/extract/extract-text.ts";
import { isOfDamage, leakedRejections } from "../../support/fixtures/documents/leaked-rejections.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";

const ENTRY = /^(\d{10}) 00000 n $/gm;
const pages = Array.from({ length: 8 }, (_, at) => pageOf(`Page ${at} says when the ferry leaves.`));
const whole = makePdf({ pages });

/** Makes a PDF whose cross-reference table has nearly all offsets wrong. */
function wronglyIndexed(): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder("latin1").decode(whole);
  const wrong = text.replace(ENTRY, (entry, offset: string) =>
    Number(offset) > 300 ? "0000000009 00000 n " : entry,
  );
  return Uint8Array.from(wrong, (char) => char.charCodeAt(0));
}

test("unhandled rejections that pdf.js leaves do not affect other extractions", async () => {
  const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
    (await extractText({ bytes, contentType: "application/pdf", originalFileName: "a.pdf" })).text;
  const texts: string[] = [];
  const left = await leakedRejections(async () => {
    texts.push(
      ...(await Promise.all([read(whole), read(wronglyIndexed()).catch(() => "refused"), read(whole)])),
      await read(whole),
    );
  });
  const expected = Array.from({ length: 8 }, (_, at) => `Page ${at} says when the ferry leaves.`).join(
    "\n\n",
  );
  expect([texts[0], texts[2], texts[3]]).toEqual([expected, expected, expected]);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((reason) => !isOfDamage(reason))).toEqual([]);
});
