import type { LocatedSpan } from "../../domain/locator.ts";
import { MAX_PASSAGE_CHARS } from "../../domain/passage-limits.ts";
import type { Chunk } from "../../domain/retrieval.ts";
import { runToCompletion, type CooperativeTask } from "../../text/cooperative-task.ts";
import { splitSentences } from "../../text/sentences.ts";
import { chunkCode } from "./chunk-code.ts";
import { splitSections, type Section } from "./split-sections.ts";
import { type TextRegion, textRegions, RunsOfRegion } from "./text-regions.ts";

/**
 * In UTF-16 code units. A chunk closes near the target; a chunk below the minimum joins a neighbor if it
 * fits.
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
 * Splits a text into passages for the index: exact slices in order without overlap that contain all non-blank
 * characters. Passages never cross a page, slide, sheet, chapter or part, and never split a surrogate pair.
 * They are whole paragraphs where these fit, else whole sentences, and a heading stays with its body.
 * Deterministic; linear time.
 * @param spans in order without overlap; text outside of them is page 0
 * @param borders only for source code: offsets of definitions
 */
export function chunkText(text: string, spans: readonly LocatedSpan[], borders?: readonly number[]): Chunk[] {
  return runToCompletion(chunkTextSteps(text, spans, borders));
}

export function* chunkTextSteps(text: string, spans: readonly LocatedSpan[], borders?: readonly number[]): CooperativeTask<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const region of textRegions(text, spans)) {
    const runs = new RunsOfRegion(text, region);
    for (const { start, end } of yield* borders === undefined ? chunksOfRegion(text, region) : chunksOfCode(text, region, borders)) {
      const locators = runs.of(start, end);
      const chunk = { ordinal: chunks.length, start, end, page: region.page, text: text.slice(start, end) };
      chunks.push(locators === undefined ? chunk : { ...chunk, locators });
    }
  }
  return chunks;
}

function* chunksOfCode(text: string, region: TextRegion, borders: readonly number[]): CooperativeTask<Span[]> {
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
 * Whether the next span joins a chunk: up to the target, or up to the maximum while the chunk is too short.
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

/** Splits a long section into pieces of whole sentences and similar size; the first contains its headings. */
function* piecesOf(text: string, section: Section): Generator<Span> {
  const length = section.end - section.start;
  const target = Math.ceil(length / Math.round(length / TARGET_CHUNK_CHARS));
  let open: Span | null = null;
  for (const window of windowsOf(text, section)) {
    for (const sentence of splitSentences(text.slice(window.start, window.end), window.start)) {
      const isAllHeadings = open !== null && open.end <= section.bodyStart;
      if (open === null) open = sentence;
      else if (takes(open, sentence, isAllHeadings ? MAX_CHUNK_CHARS : target)) open = { start: open.start, end: sentence.end };
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
 * After the last line end in the second half of `[start, limit)`, else after the last space there, else
 * between two characters.
 */
function cutAfter(text: string, start: number, limit: number): number {
  const half = start + (limit - start) / 2;
  // A slice, because otherwise the search runs back to the beginning of the text.
  const window = text.slice(half, limit);
  for (const separator of ["\n", " "]) {
    const at = window.lastIndexOf(separator);
    if (at >= 0) return half + at + 1;
  }
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}
