/**
 * Why the preferred model did not write the answer: it failed in one of eight ways, none of its text was
 * kept, or nothing fits its context window.
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

/** A model that should have written an answer and did not. */
export interface PassedOver {
  readonly model: string;
  readonly reason: (typeof PASSED_OVER_REASONS)[number];
}

/** The task of a question for a model: `fact` asks for a number, a date or a name, `explanation` for more. */
export const MODEL_TASKS = ["fact", "explanation"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];

/** A model's suitability for a question, above 0 and at most 1. */
export interface SuggestedModel {
  readonly category: ModelTask;
  readonly model: string;
  readonly score: number;
}
