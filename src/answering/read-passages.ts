import type { PassedOver } from "../domain/model-choice.ts";
import type { Passage, SearchResult } from "../domain/retrieval.ts";
import { log } from "../log.ts";
import { type Reader, ReaderError, type ReaderFailure, type Reading } from "../models/reader.ts";
import type { Span } from "../text/sentences.ts";
import { type ReadingWindow, readingWindows } from "./extraction/reading-windows.ts";

/** Time for one reading. A busy reader skips passages to end in time. */
const READ_TIMEOUT_MS = 3_000;
/**
 * The service answers if the log-odds of the most probable window reach this minimum. One of several windows
 * answers, so each of them is improbable.
 */
const MIN_EVIDENCE = -1.4;
/** Log-odds that a window loses per place in the order of retrieval, because the reader's order is rough. */
const PLACE_COST = 0.25;
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

/** The windows that the reader read, the best answer first: by probability and place. */
export interface Readings {
  readonly windows: readonly ReadWindow[];
  /** The reader with the reason if it failed or skipped all passages. The answer then comes from words. */
  readonly passedOver: readonly PassedOver[];
}

const NOTHING_READ: Readings = { windows: [], passedOver: [] };

/** Evidence that the passages answer the question. Without `windows`, nobody read them. */
export type Evidence = Pick<SearchResult, "passages" | "coverage"> & {
  readonly windows?: readonly ReadWindow[];
};

/** True if a passage answers the question: by the reader's judgment, or without a reader by its words. */
export function isAnswered({ windows = [], coverage }: Evidence): boolean {
  const [best] = windows;
  if (best === undefined) return coverage >= MIN_COVERAGE;
  const probability = Math.max(...windows.map((window) => window.probability));
  return logOdds(probability) >= MIN_EVIDENCE;
}

const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

/** Lets the reader read the best passages. */
export async function readPassages(
  reader: Reader | null,
  question: string,
  passages: readonly Passage[],
  timeoutMs = READ_TIMEOUT_MS,
): Promise<Readings> {
  if (reader === null) return NOTHING_READ;
  const windows = readingWindows(question, passages).slice(0, reader.batch);
  if (windows.length === 0) return NOTHING_READ;
  try {
    const readings = await reader.read(
      question,
      windows.map(({ text }) => text),
      timeoutMs,
    );
    const read = windows.flatMap((window, at) => {
      const reading = readings[at] ?? null;
      return reading === null ? [] : [readWindow(window, reading, at)];
    });
    if (read.length === 0) return unreadBy(reader, "limited");
    return { windows: read.toSorted((one, other) => other.rank - one.rank), passedOver: [] };
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    return unreadBy(reader, error.kind);
  }
}

function unreadBy({ name }: Reader, reason: ReaderFailure): Readings {
  log("warn", "reader_failed", { reader: name, kind: reason });
  return { windows: [], passedOver: [{ model: name, reason }] };
}

/** @param place of the passage in the order of retrieval */
function readWindow(
  { passage, window, textStart }: ReadingWindow,
  { span, probability }: Reading,
  place: number,
): ReadWindow & { readonly rank: number } {
  const words =
    span === null || span.end <= textStart
      ? null
      : {
          start: window.start + Math.max(0, span.start - textStart),
          end: window.start + span.end - textStart,
        };
  return { passage, words, window, probability, rank: logOdds(probability) - PLACE_COST * place };
}
