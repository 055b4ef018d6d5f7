/**
 * Reasons why the preferred model did not write the answer: one of eight failures, no accepted sentence, or
 * no passage that fits its context window.
 */
export const PASSED_OVER_REASONS = [
  "slow",
  "limited",
  "refused",
  "cut",
  "misfit",
  "key_refused",
  "needs_key",
  "failed",
  "nothing_stays",
  "too_long",
] as const;

/** A preferred model that did not write the answer, or the reader that read no passage, with the reason. */
export interface PassedOver {
  readonly model: string;
  readonly reason: (typeof PASSED_OVER_REASONS)[number];
}

/**
 * Tasks for a model. A question with task `fact` asks for a number, a date or a name. All other questions
 * have the task `explanation`.
 */
export const MODEL_TASKS = ["fact", "explanation"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];

/** A model with its score for a question, above 0 and at most 1. */
export interface SuggestedModel {
  readonly category: ModelTask;
  readonly model: string;
  readonly score: number;
}
