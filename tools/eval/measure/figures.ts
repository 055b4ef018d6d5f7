import type { AskedQuestion, AskedTurn } from "./ask-questions.ts";
import { containsText } from "./contains-text.ts";
import { hit, ndcg, recall } from "./ranking.ts";
import { auroc, falseAnswersAt } from "./auroc.ts";

/** False answers are compared at this share of wrong refusals. */
const COMPARED_AT = 0.07;

/** Shares from 0 to 1; null without questions of that kind. */
export interface Figures {
  readonly answerable: number;
  readonly ndcg10: number | null;
  readonly recall100: number | null;
  readonly acc1: number | null;
  readonly acc5: number | null;
  /**
   * Share of the questions with known answers, refused ones included, whose answer is in the first quote, the
   * first three, or any.
   */
  readonly gold1: number | null;
  readonly gold3: number | null;
  readonly goldAll: number | null;
  readonly quotesAnAnswer: number | null;
  /** Share of answerable questions without an answer. */
  readonly refused: number | null;
  readonly outside: number;
  /** Share of out-of-scope questions with an answer. */
  readonly falseAnswers: number | null;
  readonly impossible: number;
  /** Share of `impossible` questions with an answer. */
  readonly trickedAnswers: number | null;
  /** Separation of answerable and out-of-scope questions by the best passage's score. */
  readonly auroc: number | null;
  readonly falseAnswersAt7: number | null;
  readonly quotes: number;
  readonly exactQuotes: number;
  readonly turns: number;
  readonly rightTurns: number;
  readonly turnsByKind: Readonly<Record<string, { readonly right: number; readonly turns: number }>>;
  readonly searchMs: number | null;
  readonly answerMs: number | null;
}

export function figuresOf(asked: readonly AskedQuestion[], turns: readonly AskedTurn[]): Figures {
  const of = (kind: string): AskedQuestion[] => asked.filter(({ question }) => question.kind === kind);
  const [answerable, outside, impossible] = [of("answerable"), of("outside"), of("impossible")];
  const known = answerable.filter(({ question }) => question.answers.length > 0);
  const ranking = (measure: typeof ndcg | typeof recall | typeof hit, depth: number): number | null =>
    mean(
      answerable.map(({ question, search }) => Number(measure(search.documents, question.relevance, depth))),
    );
  const gold = (quotes: number): number | null =>
    mean(known.map((each) => Number(isAnsweredBy(each, quotes))));
  const quotes = [...asked, ...turns].flatMap(({ reply }) => reply.quotes);
  const scores = (some: readonly AskedQuestion[]): number[] => some.map(({ search }) => search.score);
  return {
    answerable: answerable.length,
    ndcg10: ranking(ndcg, 10),
    recall100: ranking(recall, 100),
    acc1: ranking(hit, 1),
    acc5: ranking(hit, 5),
    gold1: gold(1),
    gold3: gold(3),
    goldAll: gold(Infinity),
    quotesAnAnswer: mean(answerable.filter(isAnswered).map(({ reply }) => reply.quotes.length)),
    refused: mean(answerable.map((each) => Number(!isAnswered(each)))),
    outside: outside.length,
    falseAnswers: mean(outside.map((each) => Number(isAnswered(each)))),
    impossible: impossible.length,
    trickedAnswers: mean(impossible.map((each) => Number(isAnswered(each)))),
    auroc: orNull(auroc(scores(answerable), scores(outside))),
    falseAnswersAt7: orNull(falseAnswersAt(COMPARED_AT, scores(answerable), scores(outside))),
    quotes: quotes.length,
    exactQuotes: quotes.filter(({ isExact }) => isExact).length,
    ...turnFigures(turns),
    searchMs: median(asked.map(({ search }) => search.ms)),
    answerMs: median(asked.map(({ reply }) => reply.ms)),
  };
}

/** Whether one of the first quotes comes from a relevant document and contains the answer. */
export function isAnsweredBy({ question, reply }: AskedQuestion, quotes: number): boolean {
  const relevant = reply.quotes.slice(0, quotes).filter(({ document }) => question.relevance.has(document));
  return relevant.some(({ text }) => question.answers.some((answer) => containsText(text, answer)));
}

function isAnswered({ reply }: AskedQuestion): boolean {
  return reply.quotes.length > 0;
}

function turnFigures(turns: readonly AskedTurn[]): Pick<Figures, "turns" | "rightTurns" | "turnsByKind"> {
  const judged = turns.filter(({ isRight }) => isRight !== null);
  const count = (some: readonly AskedTurn[]) => ({
    right: some.filter(({ isRight }) => isRight).length,
    turns: some.length,
  });
  const byKind = [...Map.groupBy(judged, ({ kind }) => kind)].map(
    ([kind, some]) => [kind, count(some)] as const,
  );
  return { turns: judged.length, rightTurns: count(judged).right, turnsByKind: Object.fromEntries(byKind) };
}

function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function median(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? null;
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
