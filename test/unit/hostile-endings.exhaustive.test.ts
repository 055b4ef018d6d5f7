import { expect, test } from "vitest";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import type { ExtractedText } from "../../src/ingestion/extract/extracted-text.ts";
import { extractText } from "../../src/ingestion/extract/extract-text.ts";
import { listArchiveEntries } from "../../src/ingestion/extract/list-archive-entries.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { hostileFiles } from "../hostile/files.ts";
import { sampled } from "../support/setup/scaled.ts";

const SAYS_WHAT_TO_DO = /\bupload\b/i;
const OF_PARTS = /^(?:docx|xlsx|epub|odt|ods|archive|mail|mbox)-/;
const MAX_UNPACKED = 64 * 1024 * 1024;

const files = hostileFiles().filter(({ name }) => OF_PARTS.test(name));

test.each(sampled(files, 6, "endings"))(
  "the extractor reads $name or rejects it with a remedy",
  async ({ bytes, contentType }) => {
    const input = { bytes, contentType, originalFileName: "file" };
    const outcome = await extractText(input).then(
      (extracted) => extracted,
      (error: unknown) => error,
    );
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(ExtractionError);
      expect((outcome as ExtractionError).reason).toMatch(SAYS_WHAT_TO_DO);
      expect((outcome as ExtractionError).permanent).toBe(true);
      return;
    }
    const { text, entryCount = 0 } = outcome as ExtractedText;
    expect(text.trim()).not.toBe("");
    // The unpacked files are as many as the text lists, within the limits, and their names escape no folder.
    const unpacked = await listArchiveEntries(input);
    expect(unpacked).toHaveLength(entryCount);
    let sum = 0;
    for (const entry of unpacked) {
      sum += runToCompletion(entry.bytes()).length;
      // oxlint-disable-next-line no-control-regex -- a path must not contain them
      expect(entry.path).not.toMatch(
        /(?:^|\/)\.\.?(?:\/|$)|^\/|^[A-Za-z]:|[\x00-\x1f\u202a-\u202e\u2066-\u2069]/,
      );
    }
    expect(new Set(unpacked.map(({ path }) => path.toLowerCase())).size).toBe(entryCount);
    expect(sum).toBeLessThanOrEqual(MAX_UNPACKED);
  },
);
