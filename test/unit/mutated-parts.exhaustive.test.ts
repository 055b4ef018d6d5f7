import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, inject, test } from "vitest";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import { chunkText } from "../../src/ingestion/chunk/chunk-text.ts";
import { spansOf } from "../../src/ingestion/extract/extracted-text.ts";
import { extractText } from "../../src/ingestion/extract/extract-text.ts";
import { seededRandom } from "../../tools/eval/data/seeded.ts";
import { mutated } from "../support/fixtures/documents/mutated.ts";
import { makeZip } from "../support/fixtures/documents/make-docx.ts";
import { scaled } from "../support/setup/scaled.ts";

const FOLDER = "test/documents";
const names = (await readdir(FOLDER)).filter((name) => /\.(?:docx|pptx|xlsx|od[tps]|epub)$/.test(name));
const times = scaled({ whole: 500, share: 24 });
const MAX_MS = 5_000;

/** The damage precedes packing, so no checksum can reveal it. */
test.each(names)(
  `the extractor reads %s with one part damaged before packing, in ${times} variants, or gives a reason`,
  async (name) => {
    const members = unzipSync(new Uint8Array(await readFile(join(FOLDER, name))));
    const parts = Object.keys(members).filter((part) => /\.(?:xml|rels|opf|xhtml)$/.test(part));
    const random = seededRandom(inject("propertySeed"));
    const outcomes = { read: 0, refused: 0 };
    for (let at = 0; at < times; at += 1) {
      const part = parts[Math.floor(random() * parts.length)] as string;
      const bytes = makeZip({ ...members, [part]: mutated(members[part] as Uint8Array, random) });
      const begun = performance.now();
      try {
        const extracted = await extractText({ bytes, contentType: "", originalFileName: name });
        const spans = spansOf(extracted);
        for (const { start, end, text } of chunkText(extracted.text, spans))
          expect(extracted.text.slice(start, end)).toBe(text);
        for (const [index, { start, end }] of spans.entries())
          expect([start >= (spans[index - 1]?.end ?? 0), end >= start]).toEqual([true, true]);
        outcomes.read += 1;
      } catch (error) {
        if (!(error instanceof ExtractionError && error.permanent))
          throw new Error(`damaged copy ${at} of ${name}: ${part}`, { cause: error });
        outcomes.refused += 1;
      }
      expect(performance.now() - begun).toBeLessThan(MAX_MS);
    }
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(0);
  },
);
