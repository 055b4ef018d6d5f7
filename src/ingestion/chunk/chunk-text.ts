import type { LocatedSpan } from "../../domain/locator.ts";
import { MAX_PASSAGE_CHARS } from "../../domain/passage-limits.ts";
import type { Chunk } from "../../domain/retrieval.ts";
import { runToCompletion, type CooperativeTask } from "../../text/cooperative-task.ts";
import { splitSentences } from "../../text/sentences.ts";
import { chunkCode } from "./chunk-code.ts";
import { splitSections, type Section } from "./split-sections.ts";
import { type TextRegion, textRegions, RunsOfRegion } from "./text-regions.ts";

/**
 * In UTF-16 code units. A chunk ends near the target. A chunk below the minimum joins a neighbor if both fit
 * into one chunk.
 */
export const TARGET_CHUNK_CHARS = 900;
export const MAX_CHUNK_CHARS = MAX_PASSAGE_CHARS;
const MIN_CHUNK_CHARS = 300;
/** Window for sentence splitting, so that a text of one paragraph takes linear time. */
const WINDOW_CHARS = 12_000;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a text into passages for the index. Passages are exact slices in order, without overlap, and contain
 * all non-blank characters. A passage never crosses a page, slide, sheet, chapter or part, and never splits a
 * surrogate pair. Passages end at paragraphs where possible, otherwise at sentences, and a heading stays with
 * its body. Deterministic; linear time.
 * @param spans in order without overlap; text outside of them is page 0
 * @param borders offsets of definitions, only for source code
 */
export function chunkText(text: string, spans: readonly LocatedSpan[], borders?: readonly number[]): Chunk[] {
  return runToCompletion(chunkTextSteps(text, spans, borders));
}

export function* chunkTextSteps(
  text: string,
  spans: readonly LocatedSpan[],
  borders?: readonly number[],
): CooperativeTask<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const region of textRegions(text, spans)) {
    const runs = new RunsOfRegion(text, region);
    for (const { start, end } of yield* borders === undefined
      ? chunksOfRegion(text, region)
      : chunksOfCode(text, region, borders)) {
      const locators = runs.of(start, end);
      const chunk = { ordinal: chunks.length, start, end, page: region.page, text: text.slice(start, end) };
      chunks.push(locators === undefined ? chunk : { ...chunk, locators });
    }
  }
  return chunks;
}

function* chunksOfCode(
  text: string,
  region: TextRegion,
  borders: readonly number[],
): CooperativeTask<Span[]> {
  const chunks: Span[] = [];
  const sizes = { least: MIN_CHUNK_CHARS, target: TARGET_CHUNK_CHARS, most: MAX_CHUNK_CHARS };
  for (const piece of chunkCode(text, region, borders, sizes)) {
    close(chunks, piece);
    yield;
  }
  return chunks;
}

function* chunksOfRegion(text: string, region: TextRegion): CooperativeTask<Span[]> {
  const chunks: Span[] = [];
  let open: Span | null = null;
  for (const section of splitSections(text, region.start, region.end)) {
    yield;
    if (section === undefined) continue;
    if (open !== null && takes(open, section, TARGET_CHUNK_CHARS)) {
      open = { start: open.start, end: section.end };
      continue;
    }
    if (open !== null) close(chunks, open);
    open = null;
    if (section.end - section.start <= MAX_CHUNK_CHARS) open = section;
    else {
      for (const piece of piecesOf(text, section)) {
        close(chunks, piece);
        yield;
      }
    }
  }
  if (open !== null) close(chunks, open);
  return chunks;
}

/**
 * Whether the next span joins the open chunk. A chunk grows up to the target, or up to the maximum while it
 * is below the minimum.
 */
function takes(open: Span, next: Span, target: number): boolean {
  const length = next.end - open.start;
  return length <= target || (open.end - open.start < MIN_CHUNK_CHARS && length <= MAX_CHUNK_CHARS);
}

function close(chunks: Span[], chunk: Span): void {
  const previous = chunks.at(-1);
  const isShort = chunk.end - chunk.start < MIN_CHUNK_CHARS;
  if (previous !== undefined && isShort && chunk.end - previous.start <= MAX_CHUNK_CHARS) {
    chunks[chunks.length - 1] = { start: previous.start, end: chunk.end };
  } else {
    chunks.push(chunk);
  }
}

/**
 * Splits a long section into pieces of whole sentences and similar size. The first piece contains the
 * headings.
 */
function* piecesOf(text: string, section: Section): Generator<Span> {
  const length = section.end - section.start;
  const target = Math.ceil(length / Math.round(length / TARGET_CHUNK_CHARS));
  let open: Span | null = null;
  for (const window of windowsOf(text, section)) {
    for (const sentence of splitSentences(text.slice(window.start, window.end), window.start)) {
      const isAllHeadings = open !== null && open.end <= section.bodyStart;
      if (open === null) open = sentence;
      else if (takes(open, sentence, isAllHeadings ? MAX_CHUNK_CHARS : target))
        open = { start: open.start, end: sentence.end };
      else {
        yield open;
        open = sentence;
      }
    }
  }
  if (open !== null) yield open;
}

function* windowsOf(text: string, span: Span): Generator<Span> {
  for (let start = span.start; start < span.end;) {
    const end = span.end - start <= WINDOW_CHARS ? span.end : cutAfter(text, start, start + WINDOW_CHARS);
    yield { start, end };
    start = end;
  }
}

/**
 * Returns the position after the last line end in the second half of `[start, limit)`, otherwise after the
 * last space, otherwise between two characters.
 */
function cutAfter(text: string, start: number, limit: number): number {
  const half = start + (limit - start) / 2;
  // Searches a slice, because a search in the whole text would run back to its beginning.
  const window = text.slice(half, limit);
  for (const separator of ["\n", " "]) {
    const at = window.lastIndexOf(separator);
    if (at >= 0) return half + at + 1;
  }
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}
