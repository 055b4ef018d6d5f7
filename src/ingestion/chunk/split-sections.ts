import { splitSentences } from "../../text/sentences.ts";

/**
 * A paragraph, list or table with its headings: the span `[start, end)` of the text without surrounding white
 * space.
 */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** End of the headings; equal to `start` without headings. */
  readonly bodyStart: number;
}

interface TextBlock {
  readonly start: number;
  readonly end: number;
  readonly isHeading: boolean;
  /** True for fenced code, with the caption that ends directly above it. */
  readonly isCode?: boolean;
}

/** Fenced code whose end is not known yet. */
interface OpenCode {
  readonly start: number;
  readonly fence: string;
  /** The blocks of the code as plain text, in case that it has no end. */
  readonly plain: TextBlock[];
}

const MAX_HEADING_CHARS = 160;
/** A longer sequence of headings is a table of contents, whose entries need no body. */
const MAX_HEADINGS = 3;
const LINES_PER_STEP = 500;
const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/;
/** Longer code is split like other text. */
const MAX_CODE_CHARS = 6_000;
const ATX_HEADING = /^[ \t]{0,3}#{1,6}(?:[ \t]|\r?$)/;
/** A longer paragraph is text of its own, even if it introduces a list. */
const MAX_LEAD_CHARS = 400;
const INTRODUCES = /[:：]["'”’»)\]*_]{0,4}$/u;
const SETEXT_HEADING = /\n[ \t]{0,3}(?:=+|-+)[ \t]*$/;
/** End of a statement. A question mark is missing here, because the reply below belongs to its question. */
const ENDS_SENTENCE = /[.!,;。！،۔।]["'”’»)\]]*$/u;

/**
 * Yields the sections of `[start, end)` in order. Together they contain all non-blank characters. Linear
 * time. Yields undefined during long searches so that callers can yield to the event loop.
 */
export function* splitSections(text: string, start: number, end: number): Generator<Section | undefined> {
  const headings: TextBlock[] = [];
  let held: TextBlock | null = null;
  for (const block of blocksOf(text, start, end)) {
    if (block === undefined) {
      yield;
      continue;
    }
    if (held !== null) {
      if (block.isCode === true) yield* addCaption(text, headings, held);
      else yield* closeSection(headings, held);
      held = null;
    }
    if (block.isHeading) yield* joinHeadings(headings, block);
    else held = block;
  }
  if (held !== null) yield* closeSection(headings, held);
  for (const heading of headings) yield { start: heading.start, end: heading.end, bodyStart: heading.start };
}

/** Adds a short paragraph above code, or the last sentence of a long one, as the caption of the code. */
function* addCaption(text: string, headings: TextBlock[], block: TextBlock): Generator<Section> {
  const { start, end } = block;
  if (end - start <= MAX_LEAD_CHARS) return yield* joinHeadings(headings, block);
  const from = end - MAX_LEAD_CHARS;
  const [, ...sentences] = splitSentences(text.slice(from, end), from);
  const caption = sentences.at(-1);
  if (caption === undefined) return yield* closeSection(headings, block);
  const before = text.slice(start, caption.start).trimEnd().length;
  yield* closeSection(headings, { start, end: start + before, isHeading: false });
  yield* joinHeadings(headings, { ...caption, isHeading: true });
}

function* joinHeadings(headings: TextBlock[], heading: TextBlock): Generator<Section> {
  headings.push(heading);
  const first = headings.length > MAX_HEADINGS ? headings.shift() : undefined;
  if (first !== undefined) yield { start: first.start, end: first.end, bodyStart: first.start };
}

function* closeSection(headings: TextBlock[], block: TextBlock): Generator<Section> {
  yield { start: headings[0]?.start ?? block.start, end: block.end, bodyStart: block.start };
  headings.length = 0;
}

/**
 * Yields the blocks of `[start, end)` in order. Together they contain all non-blank characters. Fenced code is
 * one block. Otherwise blank lines and form feeds end a block, and a Markdown heading is its own block. A single
 * short line that does not end like a statement is a heading, and so is a paragraph that introduces the next
 * block with a colon.
 */
function* blocksOf(text: string, start: number, end: number): Generator<TextBlock | undefined> {
  let open: { start: number; end: number } | null = null;
  let code: OpenCode | null = null;
  let lines = 0;
  for (const line of linesOf(text, start, end)) {
    lines += 1;
    if (lines % LINES_PER_STEP === 0) yield;
    const content = text.slice(line.start, line.end);
    const lead = content.length - content.trimStart().length;
    const trimmed = { start: line.start + lead, end: line.start + content.trimEnd().length };
    const isBlank = trimmed.start >= trimmed.end;
    const fence = FENCE.exec(content)?.[1] ?? "";
    if (code !== null && fence.startsWith(code.fence) && trimmed.end - trimmed.start === fence.length) {
      yield { start: code.start, end: trimmed.end, isHeading: false, isCode: true };
      [open, code] = [null, null];
      continue;
    }
    if (code !== null && (text[line.start] === "\f" || trimmed.end - code.start > MAX_CODE_CHARS)) {
      yield* code.plain;
      code = null;
    }
    if (code === null && fence !== "") code = { start: open?.start ?? trimmed.start, fence, plain: [] };
    const isAtx = !isBlank && trimmed.end - trimmed.start <= MAX_HEADING_CHARS && ATX_HEADING.test(content);
    if (open !== null && (isBlank || isAtx || text[line.start] === "\f")) {
      if (code === null) yield asBlock(text, open);
      else code.plain.push(asBlock(text, open));
      open = null;
    }
    if (isBlank) continue;
    if (isAtx && code === null) yield { ...trimmed, isHeading: true };
    else if (isAtx) code?.plain.push({ ...trimmed, isHeading: true });
    else if (open === null) open = trimmed;
    else open.end = trimmed.end;
  }
  if (code !== null) yield* code.plain;
  if (open !== null) yield asBlock(text, open);
}

function asBlock(text: string, block: { start: number; end: number }): TextBlock {
  const length = block.end - block.start;
  if (length > MAX_LEAD_CHARS) return { ...block, isHeading: false };
  const content = text.slice(block.start, block.end);
  if (INTRODUCES.test(content)) return { ...block, isHeading: true };
  if (length > MAX_HEADING_CHARS) return { ...block, isHeading: false };
  const isTitleLine = !content.includes("\n") && !ENDS_SENTENCE.test(content);
  return { ...block, isHeading: isTitleLine || SETEXT_HEADING.test(content) };
}

function* linesOf(text: string, start: number, end: number): Generator<{ start: number; end: number }> {
  // Searches a slice, because otherwise the search on each page would run to the end of the text.
  const part = text.slice(start, end);
  for (let at = 0; at < part.length;) {
    const lineFeed = part.indexOf("\n", at);
    const next = lineFeed < 0 ? part.length : lineFeed + 1;
    yield { start: start + at, end: start + next };
    at = next;
  }
}
