/** Why a model that was asked first did not write the answer: it failed in one of eight ways, nothing of its text stayed, or nothing fits its window. */
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

/** A model that was to write an answer, and did not. */
export interface PassedOver {
  readonly model: string;
  readonly reason: (typeof PASSED_OVER_REASONS)[number];
}

/** What a question is to a model: `fact` asks for a number, a date or a name, `explanation` for more. */
export const MODEL_TASKS = ["fact", "explanation"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];

/** How well a model would do for a question: above 0 where it may, at most 1. */
export interface SuggestedModel {
  readonly category: ModelTask;
  readonly model: string;
  readonly score: number;
}
