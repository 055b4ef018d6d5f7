import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import { nothingFitsSentence, pendingSentence } from "../abstention.ts";
import type { AnswerLimits } from "../answer-limits.ts";
import type { WrittenAnswer } from "../answerer.ts";
import { countWords } from "../count-words.ts";
import { overviewTemplate } from "./overview-templates.ts";
import { headingsOf } from "./headings.ts";
import type { ComparedSide, OverviewInput, ReadDocument } from "./overview-input.ts";
import { mainSentences } from "./main-sentences.ts";
import { type OverviewLine, displayedName, type RenderedLines, renderLines } from "./render-lines.ts";

/**
 * Number of sentences in the summary of one document, number of sentences for each of a few documents, and
 * the maximum number that counts as a few.
 */
const [SENTENCES_OF_ONE, SENTENCES_OF_FEW, FEW] = [6, 2, 4];
const [HEADINGS_OF_ONE, HEADINGS_LISTED] = [12, 40];
const MAX_SUGGESTIONS = 3;
const MAX_NAME_CHARS = 80;

interface Asked {
  readonly question: string;
  readonly limits: AnswerLimits;
  /** Number of unprocessed documents in scope. */
  readonly pendingAssets: number;
}

/** Composes an overview. Each part quotes sentences, headings or rows of a document verbatim. */
export function composeOverview(
  input: OverviewInput,
  { question, limits, pendingAssets }: Asked,
): WrittenAnswer {
  const { request, documents } = input;
  const { language } = request;
  const read = documents.flatMap(({ passages }) => passages);
  const isNothing = documents.length === 0;
  const inputTokens = countWords(question) + read.reduce((sum, { text }) => sum + countWords(text), 0);
  const finish = ({ parts, quotes }: RenderedLines, suggestions: readonly string[]): WrittenAnswer => {
    return {
      model: EXTRACTIVE_MODEL,
      parts,
      quotes,
      suggestions,
      inputTokens,
      outputTokens: countWords(parts.join("")),
    };
  };
  const pending = pendingAssets === 0 ? [] : [textLine(pendingSentence(language, pendingAssets))];
  if (isNothing) {
    const nothing = textLine(overviewTemplate(language, "nothing"));
    return finish(
      renderLines([nothing, ...unreadableLine(input), ...spaced(pending)], {
        ...limits,
        maxTokens: 0,
        stop: [],
      }),
      [],
    );
  }
  const written = renderLines([...linesOf(input), ...paragraph(pending)], limits);
  if (written.parts.length === 0) return finish({ parts: [nothingFitsSentence(language)], quotes: [] }, []);
  return finish(written, language === "en" ? suggestionsOf(input) : []);
}

function linesOf(input: OverviewInput): OverviewLine[] {
  const { request, documents, compared, items, found } = input;
  const [only] = documents;
  if (found !== undefined)
    return [...found.rows, found.header].map((span) => ({ gap: "\n", lead: "", spans: [span] }));
  if (compared !== undefined) return compared.flatMap(comparedLines);
  if (items !== undefined) return items.map((item) => ({ gap: "\n", lead: "-", spans: [item] }));
  if (request.kind === "sections") return documents.flatMap((read) => sectionLines(read, input));
  const isOfOne =
    documents.length === 1 && only !== undefined && request.kind !== "documents" && request.kind !== "news";
  return isOfOne ? linesOfOne(only, input) : linesOfMany(input);
}

/** Returns the overview of one document: name, content, sections. */
function linesOfOne(read: ReadDocument, input: OverviewInput): OverviewLine[] {
  const name = displayedName(read.document.displayName);
  const sentences = mainSentences(read, SENTENCES_OF_ONE);
  const [first, ...others] = sentences;
  const headings = headingsOf(read, HEADINGS_OF_ONE);
  const sections = `${overviewTemplate(input.request.language, "sections")}:`;
  return [
    { gap: "", lead: `${name}:`, spans: first === undefined ? [] : [first] },
    ...others.map((sentence) => ({ gap: " ", lead: "", spans: [sentence] })),
    ...(headings.length > 1 ? [{ gap: "\n\n", lead: sections, spans: headings, between: " · " }] : []),
  ];
}

/** Returns the overview of several documents: their number and one line for each. */
function linesOfMany(input: OverviewInput): OverviewLine[] {
  const { request, documents, isNarrowed } = input;
  const isNews = request.kind === "news";
  const sentences = request.kind === "overview" && documents.length <= FEW ? SENTENCES_OF_FEW : 1;
  const lines = documents.map((read): OverviewLine => {
    const name = displayedName(read.document.displayName);
    const date = isNews ? `${new Date(read.document.createdAt).toISOString().slice(0, 10)} · ` : "";
    const spans = mainSentences(read, sentences);
    return { gap: "\n", lead: `- ${date}${name}${spans.length === 0 ? "" : ":"}`, spans };
  });
  return isNarrowed ? lines : [...countLines(input), ...lines];
}

function countLines({ request: { language }, documents, counts, ...input }: OverviewInput): OverviewLine[] {
  const total = `${counts.isRough ? "~" : ""}${counts.total}`;
  const isPart = counts.total > documents.length + counts.unreadable;
  return [
    textLine(overviewTemplate(language, "inAll", total)),
    ...unreadableLine({ request: { language }, counts, ...input } as OverviewInput),
    ...(isPart ? spaced([textLine(overviewTemplate(language, "newest", documents.length))]) : []),
  ];
}

function unreadableLine({ request, counts }: OverviewInput): OverviewLine[] {
  return counts.unreadable === 0
    ? []
    : spaced([textLine(overviewTemplate(request.language, "unreadable", counts.unreadable))]);
}

function sectionLines(read: ReadDocument, { documents }: OverviewInput): OverviewLine[] {
  const headings = headingsOf(read, documents.length === 1 ? HEADINGS_LISTED : HEADINGS_OF_ONE);
  if (headings.length < 2) return [];
  const name: OverviewLine = { gap: "\n\n", lead: `${displayedName(read.document.displayName)}:`, spans: [] };
  return [name, ...headings.map((heading) => ({ gap: "\n", lead: "-", spans: [heading] }))];
}

/** Renders the two sides of each aspect on adjacent lines, with a blank line after each pair. */
function comparedLines(sides: readonly ComparedSide[]): OverviewLine[] {
  return sides.map(({ name, spans }, at) => ({
    gap: at === 0 ? "\n\n" : "\n",
    lead: `- ${displayedName(name)}:`,
    spans,
  }));
}

const textLine = (lead: string): OverviewLine => ({ gap: "", lead, spans: [] });
const spaced = (lines: readonly OverviewLine[]): OverviewLine[] =>
  lines.map((line) => ({ ...line, gap: " " }));
const paragraph = (lines: readonly OverviewLine[]): OverviewLine[] =>
  lines.map((line) => ({ ...line, gap: "\n\n" }));

function suggestionsOf({ documents, compared, items }: OverviewInput): string[] {
  if (documents.length < 2 || compared !== undefined || items !== undefined) return [];
  const names = documents
    .map(({ document }) => displayedName(document.displayName))
    .filter((name) => name !== "" && name.length <= MAX_NAME_CHARS);
  return names.slice(0, MAX_SUGGESTIONS).map((name) => `Summarize ${name}`);
}
