import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import type { Quote } from "../../domain/retrieval.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { readableText } from "../../text/readable-text.ts";
import { abstentionSentence, nothingFitsSentence, pendingSentence } from "../abstention.ts";
import type { AnswerLimits } from "../answer-limits.ts";
import type { WrittenAnswer } from "../answerer.ts";
import { countWords } from "../count-words.ts";
import { centralSentences } from "./central-sentences.ts";
import { type OverviewInput, type QuotedSpan, quoteOfSpan, spanText } from "./overview-input.ts";

/** Number of sentences of a single document. Each of several documents gets one. */
const SENTENCES_OF_ONE = 5;

interface Asked {
  readonly question: string;
  readonly limits: AnswerLimits;
  /** Number of unprocessed documents in scope. */
  readonly pendingAssets: number;
}

/** A line of an overview. The renderer writes a line completely or not at all. */
interface Line {
  /** Text before the quotes, such as a name. */
  readonly lead: string;
  readonly spans: readonly QuotedSpan[];
}

/** Composes an overview. Each line quotes sentences or rows of a document verbatim. */
export function composeOverview(
  input: OverviewInput,
  { question, limits, pendingAssets }: Asked,
): WrittenAnswer {
  const language = questionLanguage(question);
  const isEmpty = input.documents.length === 0;
  const lines = isEmpty ? [{ lead: abstentionSentence(language), spans: [] }] : linesOf(input);
  if (pendingAssets > 0) lines.push({ lead: pendingSentence(language, pendingAssets), spans: [] });
  const { parts, quotes } = render(lines, isEmpty ? { ...limits, maxTokens: 0, stop: [] } : limits);
  const written = parts.length > 0 ? parts : [nothingFitsSentence(language)];
  const read = input.documents.flatMap(({ passages }) => passages);
  return {
    model: EXTRACTIVE_MODEL,
    parts: written,
    quotes,
    suggestions: [],
    inputTokens: countWords(question) + read.reduce((sum, { text }) => sum + countWords(text), 0),
    outputTokens: countWords(written.join("")),
  };
}

function linesOf({ documents, total, found }: OverviewInput): Line[] {
  if (found !== undefined) return [...found.rows, found.header].map((span) => ({ lead: "", spans: [span] }));
  const limit = documents.length === 1 ? SENTENCES_OF_ONE : 1;
  const lines = documents.map((read): Line => {
    // A name is untrusted, so it may not contain marks that look like the answer's own.
    const name = readableText(read.document.displayName);
    const spans = centralSentences(read, limit);
    return { lead: `${documents.length === 1 ? "" : "- "}${name}${spans.length === 0 ? "" : ":"}`, spans };
  });
  const isPart = total !== null && total > documents.length;
  return isPart ? [...lines, { lead: `… (${documents.length}/${total})`, spans: [] }] : lines;
}

/** Renders the lines with their markers until the limits are reached. */
function render(
  lines: readonly Line[],
  { maxTokens, stop }: AnswerLimits,
): { readonly parts: string[]; readonly quotes: Quote[] } {
  const parts: string[] = [];
  const quotes: Quote[] = [];
  const stops = stop.filter((each) => each !== "");
  let tokens = 0;
  for (const { lead, spans } of lines) {
    const quoted = spans.map((span, at) => `${readableText(spanText(span))} [${quotes.length + at + 1}]`);
    const part = `${parts.length === 0 ? "" : "\n"}${[lead, ...quoted].filter((each) => each !== "").join(" ")}`;
    tokens += countWords(part);
    const said = parts.join("") + part;
    if ((maxTokens > 0 && tokens > maxTokens) || stops.some((each) => said.includes(each))) break;
    parts.push(part);
    quotes.push(...spans.map(quoteOfSpan));
  }
  return { parts, quotes };
}
