import type { Passage } from "../../domain/retrieval.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import { isFence } from "./citable-spans.ts";
import { mayOrderAssistants, orderToAssistants } from "./order-to-assistants.ts";
import { passageLines } from "./passage-lines.ts";

/** Matches the start of a comment in HTML or Markdown, and a comment in the form of a link definition. */
const COMMENT_START = "<!--";
const COMMENT_END = "-->";
const REMARK = /^\[[^\]\n]{0,40}\]:\s{1,4}(?:#|<>)\s/;

/**
 * Returns the parts of a passage that readers of the document do not see, and the sentences that give orders to
 * an assistant. They are no evidence, so answers do not quote them.
 */
export function untrustedSpans({ text }: Passage): readonly Span[] {
  const hasComments = text.includes(COMMENT_START) || text.includes("]:");
  return [...(hasComments ? comments(text) : []), ...(mayOrderAssistants(text) ? orders(text) : [])];
}

export function overlapsAny({ start, end }: Span, spans: readonly Span[]): boolean {
  return spans.some((span) => span.start < end && start < span.end);
}

/** Orders to assistants outside of fenced code. */
function orders(text: string): Span[] {
  const found: Span[] = [];
  const code = codeSpans(text);
  let end = 0;
  for (const span of splitSentences(text)) {
    if (span.start < end || overlapsAny(span, code)) continue;
    const order = orderToAssistants(text.slice(span.start, span.end));
    if (order === "none") continue;
    const blank = text.indexOf("\n\n", span.start);
    end = order === "sentence" ? span.end : blank < 0 ? text.length : Math.max(blank, span.end);
    found.push({ start: span.start, end });
  }
  return found;
}

/** The lines of fenced code. */
function codeSpans(text: string): Span[] {
  const found: Span[] = [];
  let isCode = false;
  for (const line of passageLines(text)) {
    if (isFence(line)) isCode = !isCode;
    else if (isCode) found.push({ start: line.start, end: line.end });
  }
  return found;
}

/** Comments outside of fenced code. A comment without an end lasts to the end of the passage. */
function comments(text: string): Span[] {
  const found: Span[] = [];
  let isCode = false;
  let end = 0;
  let next = text.indexOf(COMMENT_START);
  for (const line of passageLines(text)) {
    if (isFence(line) && line.start >= end) isCode = !isCode;
    if (!isCode && line.start >= end && REMARK.test(line.text))
      found.push({ start: line.start, end: line.end });
    while (next >= 0 && next < line.end) {
      const close = text.indexOf(COMMENT_END, next + COMMENT_START.length);
      if (isCode) end = line.end;
      else found.push({ start: next, end: (end = close < 0 ? text.length : close + COMMENT_END.length) });
      next = text.indexOf(COMMENT_START, end);
    }
  }
  return found;
}
