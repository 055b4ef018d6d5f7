import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { readableText } from "../../text/readable-text.ts";
import { abstentionSentence, nothingFitsSentence, pendingSentence } from "../abstention.ts";
import type { AnswerLimits } from "../answer-limits.ts";
import type { AnswerQuote, WrittenAnswer } from "../answerer.ts";
import { countWords } from "../count-words.ts";
import { centralSentences } from "./central-sentences.ts";
import { type OverviewInput, type QuotedSpan, quoteOfSpan, spanText } from "./overview-input.ts";

/** Number of sentences of a single document. Each of several documents gets one. */
const SENTENCES_OF_ONE = 5;
const HAS_LETTER = /\p{L}/u;

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
  /** A value that comes from the quotes. Its text goes if their document is deleted. */
  readonly said?: string;
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
  if (found !== undefined) {
    const said = found.text === null ? "" : readableText(found.text);
    const rows = found.rows.map((span, at): Line => {
      return at > 0 || said === "" ? { lead: "", spans: [span] } : { lead: `${said}\n`, spans: [span], said };
    });
    return [...rows, { lead: "", spans: [found.header] }];
  }
  const limit = documents.length === 1 ? SENTENCES_OF_ONE : 1;
  const lines = documents.map((read): Line => {
    // A name is untrusted, so it may not contain marks that look like the answer's own.
    const name = readableText(read.document.displayName);
    const spans = centralSentences(read, limit);
    return { lead: `${documents.length === 1 ? "" : "- "}${name}${spans.length === 0 ? "" : ": "}`, spans };
  });
  const isPart = total !== null && total > documents.length;
  return isPart ? [...lines, { lead: `… (${documents.length}/${total})`, spans: [] }] : lines;
}

/** Renders the lines with their markers until the limits are reached. */
function render(
  lines: readonly Line[],
  { maxTokens, stop }: AnswerLimits,
): { readonly parts: string[]; readonly quotes: AnswerQuote[] } {
  const parts: string[] = [];
  const quotes: AnswerQuote[] = [];
  const stops = stop.filter((each) => each !== "");
  let tokens = 0;
  for (const { lead, spans, said: value = "" } of lines) {
    const quoted = spans.map((span, at) => `${readableText(spanText(span))} [${quotes.length + at + 1}]`);
    const part = `${parts.length === 0 ? "" : "\n"}${lead}${quoted.join(" ")}`;
    tokens += countWords(part);
    const written = parts.join("") + part;
    if ((maxTokens > 0 && tokens > maxTokens) || stops.some((each) => written.includes(each))) break;
    parts.push(part);
    // A number alone would also match the marks of quotes.
    const said = HAS_LETTER.test(value) ? [value] : [];
    quotes.push(...spans.map((span) => ({ ...quoteOfSpan(span), said })));
  }
  return { parts, quotes };
}
