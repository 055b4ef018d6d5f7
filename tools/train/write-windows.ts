import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readingWindows } from "../../src/answering/extraction/reading-windows.ts";
import { Failure, firstLine } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";
import { readDataSet } from "../eval/data/read-data-set.ts";
import type { Question } from "../eval/data/data-set.ts";
import { fillIndex, OfflineIndex } from "../eval/offline/offline-index.ts";
import { startOfflineModels } from "../eval/offline/offline-models.ts";

const USAGE = `node tools/train/write-windows.ts --data DIR [--data DIR]... --out FILE [--held-out FILE]
Searches each question of the sets and writes the windows that the service would read, one example a line.
  --out FILE       examples of nine tenths of the documents
  --held-out FILE  examples of the other tenth`;

/** Passages to search per question. The service reads five, and the others are further negatives. */
const PASSAGES = 8;
const MAX_NEGATIVES = 4;
const MAX_POSITIVES = 2;
/** A shorter part of an answer may stand in a passage by chance. */
const MIN_SHARED_CHARS = 20;
/** A held-out document is one of this many. */
const HELD_OUT = 10;

interface Example {
  readonly kind: string;
  readonly question: string;
  readonly passage: string;
  /** The answer in UTF-16 code units of the passage. Null if the passage does not answer. */
  readonly start: number | null;
  readonly end: number | null;
}

const isHeldOut = (document: string): boolean =>
  Number.parseInt(createHash("sha256").update(document).digest("hex").slice(0, 4), 16) % HELD_OUT === 0;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The place of an answer, or of a shorter answer inside of it: a cell that occurs often counts in its row. */
function placeOf(text: string, answers: readonly string[]): Place | null {
  const longFirst = answers.toSorted((one, other) => other.length - one.length);
  const outer = longFirst.map((answer) => findWords(text, answer)).find((place) => place !== null);
  if (outer === undefined || outer === null) return null;
  const inner = longFirst
    .map((answer) => findWords(text.slice(outer.start, outer.end), answer))
    .findLast((place) => place !== null);
  return inner === undefined || inner === null
    ? outer
    : { start: outer.start + inner.start, end: outer.start + inner.end };
}

/** The first place of the words, ignoring differences of whitespace. */
function findWords(text: string, words: string): Place | null {
  const pattern = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const [match] = text.matchAll(new RegExp(pattern, "gu"));
  return match === undefined ? null : { start: match.index, end: match.index + match[0].length };
}

/** Python counts code points. */
const codePoints = (text: string): number => Array.from(text).length;

async function examplesOf(index: OfflineIndex, question: Question, kind: string): Promise<Example[]> {
  const { text, answers, about } = question;
  const found = await index.search(text, PASSAGES);
  const own =
    answers.length === 0
      ? null
      : await index.search(text, PASSAGES, { collectionIds: [], assetIds: [...about] });
  const windows = [found, own].flatMap((result) => readingWindows(text, result?.passages ?? []));
  const seen = new Set<string>();
  const positives: Example[] = [];
  const negatives: Example[] = [];
  for (const {
    text: passage,
    passage: { assetId },
  } of windows) {
    if (seen.has(passage)) continue;
    seen.add(passage);
    const place = about.includes(assetId) ? placeOf(passage, answers) : null;
    if (place !== null) {
      const [start, end] = [place.start, place.end].map((at) => codePoints(passage.slice(0, at)));
      positives.push({ kind, question: text, passage, start: start ?? null, end: end ?? null });
    } else if (!answers.some((answer) => sharesPart(passage, answer))) {
      // A window that holds a part of the answer is neither right nor wrong.
      negatives.push({ kind: `${kind}-none`, question: text, passage, start: null, end: null });
    }
  }
  return [...positives.slice(0, MAX_POSITIVES), ...negatives.slice(0, MAX_NEGATIVES)];
}

/** True if a line or sentence of the answer stands in the passage. */
function sharesPart(passage: string, answer: string): boolean {
  return answer
    .split(/(?<=[.!?。！？])\s+|\n/u)
    .some((part) => part.trim().length >= MIN_SHARED_CHARS && passage.includes(part.trim()));
}

async function main(): Promise<void> {
  const options = readOptions(
    {
      data: { type: "string", multiple: true, default: [] as string[] },
      out: { type: "string" },
      "held-out": { type: "string" },
    },
    USAGE,
    process.argv.slice(2),
  );
  if (options.out === undefined) throw new Failure(`--out is missing. Usage: ${USAGE}`);
  const out = createWriteStream(options.out);
  const held = options["held-out"] === undefined ? null : createWriteStream(options["held-out"]);
  const models = startOfflineModels();
  try {
    for (const folder of options.data) {
      const set = await readDataSet(folder);
      const kinds = await kindsOf(folder);
      const index = new OfflineIndex(models);
      await fillIndex(index, set.documents);
      for (const question of set.questions) {
        const file = isHeldOut(question.about[0] ?? question.id) ? held : out;
        for (const example of await examplesOf(index, question, kinds.get(question.id) ?? "written"))
          file?.write(`${JSON.stringify(example)}\n`);
      }
      console.log(`${set.name}: ${set.questions.length} questions`);
    }
  } finally {
    models.stop();
    out.end();
    held?.end();
  }
}

async function kindsOf(folder: string): Promise<Map<string, string>> {
  const lines = (await readFile(join(folder, "queries.jsonl"), "utf8"))
    .split("\n")
    .filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const { id, kind = "written" } = JSON.parse(line) as { id: string; kind?: string };
      return [id, `written-${kind}`];
    }),
  );
}

await main().catch((error: unknown) => {
  console.error(firstLine(error));
  process.exitCode = 1;
});
