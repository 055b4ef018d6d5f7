import { probabilityOf, logOdds } from "../../../src/knowledge-index/ranking/answerability/classifier.ts";
import { MIN_CONFIDENCE } from "../../../src/domain/retrieval.ts";
import { auroc } from "../measure/auroc.ts";
import type { ObservedQuestion } from "./collect-features.ts";
import { fitLogistic } from "./logistic.ts";

export type Weights = Readonly<Record<string, number>>;
export type Judged = readonly { readonly question: ObservedQuestion; readonly certainty: number }[];

/** Error rates of a rule as shares from 0 to 1; null without questions of that kind. */
export interface Rates {
  readonly answerable: number;
  readonly outside: number;
  /** Share of answerable questions without an answer. */
  readonly refused: number | null;
  /** Share of out-of-scope questions with an answer. */
  readonly answered: number | null;
  readonly auroc: number | null;
}

export interface Fitted {
  /** Fitted on all questions. */
  readonly weights: Weights;
  /** Cross-validation: each half is judged with the weights of the other. */
  readonly heldOut: Judged;
}

/**
 * @param weightOf weight of a question
 * @param kept fixed weights; those of `names` are fitted beside them
 */
export function fitAll(
  seen: readonly ObservedQuestion[],
  names: readonly string[],
  weightOf: (question: ObservedQuestion) => number,
  kept: Weights = {},
): Fitted {
  const fixed = Object.fromEntries(Object.entries(kept).filter(([name]) => !names.includes(name)));
  const fit = (some: readonly ObservedQuestion[]): Weights => ({
    ...fixed,
    ...fitLogistic(
      some.map((question) => ({
        signs: question.features,
        isTrue: question.isAnswerable,
        weight: weightOf(question),
        known: logOdds(fixed, question.features),
      })),
      names,
    ),
  });
  const byHalf = [fit(seen.filter(({ half }) => half === 1)), fit(seen.filter(({ half }) => half === 0))];
  return {
    weights: rounded(fit(seen)),
    heldOut: seen.map((question) => judge(question, byHalf[question.half] ?? {})),
  };
}

export function judgeFit(seen: readonly ObservedQuestion[], weights: Weights): Judged {
  return seen.map((question) => judge(question, weights));
}

function judge(question: ObservedQuestion, weights: Weights) {
  return { question, certainty: probabilityOf(weights, question.features) };
}

export function ratesOf(judged: Judged, threshold = MIN_CONFIDENCE): Rates {
  const of = (isAnswerable: boolean): number[] =>
    judged.filter(({ question }) => question.isAnswerable === isAnswerable).map(({ certainty }) => certainty);
  const [answerable, outside] = [of(true), of(false)];
  const share = (some: readonly number[], counts: (certainty: number) => boolean): number | null =>
    some.length === 0 ? null : some.filter(counts).length / some.length;
  const separation = auroc(answerable, outside);
  return {
    answerable: answerable.length,
    outside: outside.length,
    refused: share(answerable, (certainty) => certainty < threshold),
    answered: share(outside, (certainty) => certainty >= threshold),
    auroc: Number.isNaN(separation) ? null : separation,
  };
}

function rounded(weights: Weights): Weights {
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 100) / 100]),
  );
}
