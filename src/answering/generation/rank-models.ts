import type { ModelTask, SuggestedModel } from "../../domain/model-choice.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import { countWords } from "../count-words.ts";
import { type PromptRequest, shareThatFits } from "./compose-prompt.ts";

/** Maximum number of words of a fact, such as a name, a number or a date. */
const MAX_FACT_WORDS = 8;
/** Factors for models whose configuration lists this task, lists no task, or lists other tasks only. */
const FIT = { named: 1, any: 0.5, other: 0.25 } as const;

/**
 * Ranks the models for a question. The score is the proportion of the retrieved passages that fits the
 * context window, times the task factor. Models with equal scores keep their order.
 */
export function rankModels(
  models: readonly LanguageModel[],
  request: PromptRequest,
): readonly SuggestedModel[] {
  const category: ModelTask = isFact(request) ? "fact" : "explanation";
  const shareOf = shareThatFits(request);
  return models
    .map(({ id, contextWindow, tasks }) => {
      const fit = tasks === undefined ? FIT.any : tasks.includes(category) ? FIT.named : FIT.other;
      return { category, model: id, score: Math.round(shareOf(contextWindow) * fit * 100) / 100 };
    })
    .toSorted((one, other) => other.score - one.score);
}

/** True if the reader found a short answer. */
function isFact({ windows = [] }: PromptRequest): boolean {
  const [best] = windows;
  const words = best?.words ?? null;
  return (
    best !== undefined &&
    words !== null &&
    countWords(best.passage.text.slice(words.start, words.end)) <= MAX_FACT_WORDS
  );
}
