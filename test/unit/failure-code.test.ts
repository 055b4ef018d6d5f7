import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAILURE_CODES, failureCodeOf } from "../../src/domain/failure-code.ts";

const FOLDERS = ["src/ingestion", "src/net", "src/sandbox"];
const FAILS = /ExtractionError|damagedError|unsupported-type|asset-pipeline/;
const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const TEXT = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Sentences of these files that report progress or losses, or begin or end another sentence. */
const NO_FAILURES = [
  /^(?:Making|Reading|Waiting)\b/,
  /^(?:Run text recognition|Upload a transcript|Save it as PDF, DOCX|Open it in the program|If it has pictures)/,
  /^Split it and upload the parts\.$/,
  /not unpacked; the text says why|not unpacked, because|not read\.$|stand in|and …$/,
  /try again shortly/i,
];

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else yield path;
  }
}

/** The sentences in a file's literals, with an ellipsis for each inserted value. */
function sentencesOf(path: string): string[] {
  const source = readFileSync(path, "utf8");
  if (!FAILS.test(source + path)) return [];
  return [...source.replaceAll(COMMENT, "").matchAll(TEXT)]
    .map(([, plain, template]) => (plain ?? template ?? "").replaceAll(/\$\{[^}]*\}/g, "…"))
    .filter((text) => /^[A-Z].*\s.*[.…]$/s.test(text) && !NO_FAILURES.some((no) => no.test(text)));
}

const sentences = FOLDERS.flatMap((folder) => [...sourceFiles(folder)].flatMap(sentencesOf));

test("every sentence with which processing fails has a code", () => {
  expect(sentences.length).toBeGreaterThan(80);
  expect(sentences.filter((sentence) => failureCodeOf(sentence) === "other")).toEqual([]);
});

test("every code belongs to at least one sentence, besides the code of processors and imports", () => {
  const used = new Set(sentences.map(failureCodeOf));
  expect(FAILURE_CODES.filter((code) => !used.has(code))).toEqual(["other"]);
});

test.each([
  ["", ""],
  ["This file is empty. Save it again with its content, and upload that.", "no_text"],
  ["This document holds no text. If it has pictures of text, run text recognition (OCR).", "no_text"],
  ["This PDF has pictures of pages and no text, as scans do.", "no_text"],
  ["This PDF is protected by a password and cannot be read without it.", "password"],
  ["This PDF is damaged: none of its pages can be read.", "damaged"],
  ["The stored bytes of this file are damaged. Upload it again.", "upload_again"],
  ["This file is larger than 25 MiB, the limit for its format. Split it and upload the parts.", "too_large"],
  ["Reading this PDF took longer than 60 seconds. Split it and upload the parts.", "timeout"],
  ["The service cannot read files of type image/png. Run text recognition (OCR).", "unsupported_type"],
  ["The site's robots.txt does not allow fetching this page.", "not_allowed"],
  ["The site answered with status 500.", "page_unreachable"],
  ["No processor finished this file within a day.", "no_processor"],
  ["The processor could not process this file.", "processor"],
  ["Der Dienst antwortet nicht.", "other"],
])("the sentence %j has the code %j", (sentence, code) => {
  expect(failureCodeOf(sentence)).toBe(code);
});
