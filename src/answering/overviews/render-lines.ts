import type { Quote } from "../../domain/retrieval.ts";
import type { AnswerLimits } from "../answer-limits.ts";
import { readableText } from "../../text/readable-text.ts";
import { countWords } from "../count-words.ts";
import { type QuotedSpan, quoteOfSpan, spanText } from "./overview-input.ts";

/** A line of an overview. The renderer writes a line completely or not at all. */
export interface OverviewLine {
  /** Separator before this line. */
  readonly gap: string;
  /** Text before the quotes, such as a name or a count. */
  readonly lead: string;
  readonly spans: readonly QuotedSpan[];
  /** Separator between two quotes of the line. */
  readonly between?: string;
}

export interface RenderedLines {
  readonly parts: readonly string[];
  readonly quotes: readonly Quote[];
}

/** Returns a name on one line without marks that look like the answer's own, because names are untrusted. */
export function displayedName(name: string): string {
  return readableText(name);
}

/** Renders the lines with their markers until the limits are reached. */
export function renderLines(
  lines: readonly OverviewLine[],
  { maxTokens, stop }: AnswerLimits,
): RenderedLines {
  const parts: string[] = [];
  const quotes: Quote[] = [];
  const stops = stop.filter((each) => each !== "");
  let said = "";
  let tokens = 0;
  for (const { gap, lead, spans, between = " " } of lines) {
    const quoted = spans.map((span, at) => `${readableText(spanText(span))} [${quotes.length + at + 1}]`);
    const text = `${lead}${lead !== "" && quoted.length > 0 ? " " : ""}${quoted.join(between)}`;
    const part = `${said === "" ? "" : gap}${text}`;
    tokens += countWords(part);
    if ((maxTokens > 0 && tokens > maxTokens) || stops.some((each) => `${said}${part}`.includes(each))) break;
    said += part;
    parts.push(part);
    quotes.push(...spans.map(quoteOfSpan));
  }
  return { parts, quotes };
}
