import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import { chunkText } from "../../src/ingestion/chunk/chunk-text.ts";
import { spansOf } from "../../src/ingestion/extract/extracted-text.ts";
import { extractText } from "../../src/ingestion/extract/extract-text.ts";
import { listArchiveEntries } from "../../src/ingestion/extract/list-archive-entries.ts";
import { runCooperatively } from "../../src/text/run-cooperatively.ts";
import { seededRandom } from "../../tools/eval/data/seeded.ts";
import { isOfDamage, leakedRejections } from "../support/fixtures/documents/leaked-rejections.ts";
import { mutated } from "../support/fixtures/documents/mutated.ts";
import { ARTICLE_HTML } from "../support/fixtures/documents/article-html.ts";
import { makePdf, pageOf } from "../support/fixtures/documents/pdf.ts";
import { scaled } from "../support/setup/scaled.ts";

const FOLDER = "test/documents";
const names = (await readdir(FOLDER)).filter((name) => name.includes("."));
const stored = await Promise.all(
  names.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(FOLDER, name))) })),
);
const pages = Array.from({ length: 8 }, (_, at) =>
  pageOf(`Page ${at} says when the ferry leaves.`, "", "At eight, and at noon on Sundays."),
);
const made = [
  { name: "made.pdf", bytes: makePdf({ pages, title: "Ferries" }) },
  { name: "made.html", bytes: new TextEncoder().encode(ARTICLE_HTML) },
  {
    name: "made.txt",
    bytes: new TextEncoder().encode(
      "The gauge is read at noon. Ålesund lies to the north.\n\nThe ferry leaves at eight.\n",
    ),
  },
];
const times = scaled({ whole: 500, share: 25 });
/** Error reasons must contain a remedy. */
const SAYS_WHAT_TO_DO = /\bupload\b/i;
const MAX_MS = 5_000;

test.each([...stored, ...made])(
  `the extractor reads $name with damage in ${times} variants or gives a reason, with exact passages and the files that the text lists`,
  async ({ name, bytes }) => {
    const left = await leakedRejections(async () => await damageAndRead(name, bytes));
    expect(left.filter((reason) => !(name.endsWith(".pdf") && isOfDamage(reason)))).toEqual([]);
  },
);

async function damageAndRead(name: string, bytes: Uint8Array): Promise<void> {
  const random = seededRandom(inject("propertySeed"));
  const whole = await extractText({ bytes, contentType: "", originalFileName: name });
  expect(whole.text.trim()).not.toBe("");
  for (let at = 0; at < times; at += 1) {
    const damaged = mutated(bytes, random);
    const begun = performance.now();
    try {
      const extracted = await extractText({ bytes: damaged, contentType: "", originalFileName: name });
      const { text } = extracted;
      expect(text.trim()).not.toBe("");
      for (const { start, end, text: passage } of chunkText(text, spansOf(extracted), extracted.borders))
        expect(text.slice(start, end)).toBe(passage);
      const members = await listArchiveEntries({ bytes: damaged, contentType: "", originalFileName: name });
      expect(members.length).toBe(extracted.entryCount ?? 0);
      for (const { size, bytes: unpack } of members) {
        const { length } = await runCooperatively(unpack());
        if (size > 0) expect(length).toBe(size);
      }
    } catch (error) {
      const isToldWell =
        error instanceof ExtractionError && error.permanent && SAYS_WHAT_TO_DO.test(error.reason);
      if (!isToldWell) throw new Error(`damaged copy ${at} of ${name}`, { cause: error });
    }
    expect(performance.now() - begun).toBeLessThan(MAX_MS);
  }
}
