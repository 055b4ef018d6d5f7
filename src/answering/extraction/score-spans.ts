import type { Passage } from "../../domain/retrieval.ts";
import { fillSimilarities } from "../../domain/fill-similarities.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import { stem } from "../../text/stemmer.ts";
import { queryTerms, termsOf } from "../../text/terms.ts";
import { columnNamesText, headingContextOf } from "./heading-context.ts";

/** Weight of the similarity, in proportion to the share of the question's words. */
const SIMILARITY = 10;
/** Weight of a word in the headings, the column names or the sentence before. */
const CONTEXT = 0.6;

/** A span of a passage. A heading is context for the spans below it. */
interface Scorable extends Span {
  readonly isHeading?: boolean;
  readonly header?: Span | null;
}

interface PassageSpans<S extends Scorable> {
  readonly passage: Passage;
  readonly spans: readonly S[];
}

/** A span with its score, comparable within one call. */
export interface ScoredSpan<S extends Scorable> {
  readonly passage: Passage;
  readonly span: S;
  readonly score: number;
}

/**
 * Scores spans by similarity and by the share of the question's words that they and their context contain,
 * weighted by rarity among the spans. Returns the best first.
 */
export function scoreSpans<S extends Scorable>(
  question: string,
  all: readonly PassageSpans<S>[],
): ScoredSpan<S>[] {
  const read = all.flatMap(spansWithWords);
  const weights = new Map(
    [...stemsAsked(question)].map((word) => {
      const holding = read.filter(({ said }) => said.has(word)).length;
      return [word, Math.log(1 + (read.length - holding + 0.5) / (holding + 0.5))];
    }),
  );
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const scored = read.map(({ passage, span, said, around, similarity }) => {
    let covered = 0;
    for (const [word, weight] of weights)
      covered += said.has(word) ? weight : around.some((words) => words.has(word)) ? CONTEXT * weight : 0;
    return { passage, span, words: covered / whole, similarity };
  });
  const similarities = fillSimilarities(scored);
  return scored
    .map(({ passage, span, words }, at) => {
      return { passage, span, score: words + SIMILARITY * (similarities?.[at] ?? 0) };
    })
    .toSorted((one, other) => other.score - one.score);
}

function spansWithWords<S extends Scorable>({ passage, spans }: PassageSpans<S>) {
  const similarityOf = similarities(passage);
  const document = stemsOf(`${passage.displayName} ${headingContextOf(passage)?.headings ?? ""}`);
  let [heading, before] = [new Set<string>(), new Set<string>()];
  return spans.map((span) => {
    const said = stemsOf(passage.text.slice(span.start, span.end));
    if (span.isHeading === true) heading = said;
    const above = span.header ? stemsOf(columnNamesText(passage, span.header)) : before;
    before = said;
    return { passage, span, said, around: [document, heading, above], similarity: similarityOf(span) };
  });
}

export function stemsOf(text: string): Set<string> {
  return new Set(termsOf(text).map(({ term }) => stem(term)));
}

/** The stems of the content words of a question. */
export function stemsAsked(question: string): Set<string> {
  return new Set(queryTerms(question).map(({ term }) => stem(term)));
}

/** The similarity of the best indexed sentence that a span overlaps. Null without vectors. */
function similarities({ text, similarities: known = [] }: Passage): (span: Span) => number | null {
  if (known.length === 0) return () => null;
  const sentences = splitSentences(text).slice(0, known.length);
  return ({ start, end }) =>
    sentences.reduce(
      (most, each, at) => (each.start < end && start < each.end ? Math.max(most, known[at] ?? 0) : most),
      0,
    );
}
