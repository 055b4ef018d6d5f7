import type { Passage, SearchResult } from "../domain/retrieval.ts";
import { log } from "../log.ts";
import { type Reader, ReaderError } from "../models/reader.ts";
import { type Span, splitSentences } from "../text/sentences.ts";
import { scoreSpans } from "./extraction/score-spans.ts";
import { headingContextOf } from "./extraction/heading-context.ts";

/** Number of windows that the reader reads, the most relevant first. */
const MAX_READ = 5;
/**
 * Maximum size of a window in UTF-8 bytes, about 200 tokens of any script. The reader reads 256 tokens of
 * question and passage together.
 */
const MAX_WINDOW_BYTES = 800;
/** Time for one reading. A busy reader skips passages to end in time. */
const READ_TIMEOUT_MS = 3_000;
/**
 * The service answers if the log-odds of the best window plus this weight times `coverage` reach the minimum.
 * A question in another language than the document shares no words with it, so the weight is small.
 */
const COVERAGE_WEIGHT = 1;
const MIN_EVIDENCE = 0;
/** Log-odds that a window loses per place in the order of retrieval, because the reader's order is rough. */
const PLACE_COST = 0.4;
/** Without a reader, the best passage must cover this share of the question's words, weighted by rarity. */
const MIN_COVERAGE = 0.25;

/** A part of a passage with the reader's judgment. */
export interface ReadWindow {
  readonly passage: Passage;
  /** The words of the answer, as offsets in the passage. Null if the reader names no words. */
  readonly words: Span | null;
  /** The part of the passage that was read. */
  readonly window: Span;
  /** Probability that the window answers the question, 0 to 1. */
  readonly probability: number;
}

/** Evidence that the passages answer the question. Without `windows`, nobody read them. */
export type Evidence = Pick<SearchResult, "passages" | "coverage"> & {
  readonly windows?: readonly ReadWindow[];
};

/** True if a passage answers the question: by the reader's judgment, or without a reader by its words. */
export function isAnswered({ windows = [], coverage }: Evidence): boolean {
  const [best] = windows;
  if (best === undefined) return coverage >= MIN_COVERAGE;
  const probability = Math.max(...windows.map((window) => window.probability));
  return logOdds(probability) + COVERAGE_WEIGHT * coverage >= MIN_EVIDENCE;
}

const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

/** Lets the reader read the best passages. Returns their windows, the best answer first: by
 * probability and place. */
export async function readPassages(
  reader: Reader | null,
  question: string,
  passages: readonly Passage[],
  timeoutMs = READ_TIMEOUT_MS,
): Promise<readonly ReadWindow[]> {
  if (reader === null || passages.length === 0) return [];
  const windows = passages
    .slice(0, Math.min(MAX_READ, reader.batch))
    .map((passage) => windowOf(question, passage));
  try {
    const readings = await reader.read(
      question,
      windows.map(({ text }) => text),
      timeoutMs,
    );
    return windows
      .flatMap(({ passage, window, textStart }, at) => {
        const reading = readings[at] ?? null;
        if (reading === null) return [];
        const { span, probability } = reading;
        const words =
          span === null || span.end <= textStart
            ? null
            : {
                start: window.start + Math.max(0, span.start - textStart),
                end: window.start + span.end - textStart,
              };
        return [{ passage, words, window, probability, rank: logOdds(probability) - PLACE_COST * at }];
      })
      .toSorted((one, other) => other.rank - one.rank);
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    log("warn", "reader_failed", { reader: reader.name, kind: error.kind });
    return [];
  }
}

interface WindowText {
  readonly passage: Passage;
  readonly window: Span;
  readonly text: string;
  /** Start of the window in `text`, after the heading. */
  readonly textStart: number;
}

/** The sentences around the best sentence of a passage that fit into a window, below their heading. */
function windowOf(question: string, passage: Passage): WindowText {
  const { text } = passage;
  const headings = headingContextOf(passage)?.headings.split("\n") ?? [];
  const heading = headings.at(-1) ?? "";
  const sentences = splitSentences(text);
  const [scored] = scoreSpans(question, [{ passage, spans: sentences }]);
  const best = Math.max(
    0,
    sentences.findIndex((each) => each === scored?.span),
  );
  const window = { start: sentences[best]?.start ?? 0, end: sentences[best]?.end ?? text.length };
  let [from, to] = [best - 1, best + 1];
  let left = MAX_WINDOW_BYTES - bytesOf(heading) - bytesOf(text.slice(window.start, window.end));
  for (let grows = true; grows;) {
    grows = false;
    const [after, before] = [sentences[to], sentences[from]];
    for (const [next, isAfter] of [
      [after, true],
      [before, false],
    ] as const) {
      if (next === undefined) continue;
      const cost = isAfter
        ? bytesOf(text.slice(window.end, next.end))
        : bytesOf(text.slice(next.start, window.start));
      if (cost > left) continue;
      left -= cost;
      grows = true;
      if (isAfter) [window.end, to] = [next.end, to + 1];
      else [window.start, from] = [next.start, from - 1];
    }
  }
  const lead = heading === "" ? "" : `${heading}\n`;
  return { passage, window, text: lead + text.slice(window.start, window.end), textStart: lead.length };
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;
