import type { Quote } from "../../domain/retrieval.ts";
import type { AnswerLimits } from "../answer-limits.ts";
import { readableText } from "../../text/readable-text.ts";
import { countWords } from "../count-words.ts";
import { type QuotedSpan, quoteOf, textOf } from "./material.ts";

/** A part of an overview that is said whole or not at all. */
export interface Line {
  /** Stands between what was said before and this. */
  readonly gap: string;
  /** Said before the quotes: a name, a count. */
  readonly lead: string;
  readonly spans: readonly QuotedSpan[];
  /** Stands between two quotes. */
  readonly between?: string;
}

export interface Written {
  readonly parts: readonly string[];
  readonly quotes: readonly Quote[];
}

/** Names come from anybody: on one line, without marks that look like the answer's own. */
export function shownName(name: string): string {
  return readableText(name);
}

/** The lines one after the other with the markers of their quotes, as long as the answer keeps its limits. */
export function writeLines(lines: readonly Line[], { maxTokens, stop }: AnswerLimits): Written {
  const parts: string[] = [];
  const quotes: Quote[] = [];
  const stops = stop.filter((each) => each !== "");
  let said = "";
  let tokens = 0;
  for (const { gap, lead, spans, between = " " } of lines) {
    const quoted = spans.map((span, at) => `${readableText(textOf(span))} [${quotes.length + at + 1}]`);
    const text = `${lead}${lead !== "" && quoted.length > 0 ? " " : ""}${quoted.join(between)}`;
    const part = `${said === "" ? "" : gap}${text}`;
    tokens += countWords(part);
    if ((maxTokens > 0 && tokens > maxTokens) || stops.some((each) => `${said}${part}`.includes(each))) break;
    said += part;
    parts.push(part);
    quotes.push(...spans.map(quoteOf));
  }
  return { parts, quotes };
}
