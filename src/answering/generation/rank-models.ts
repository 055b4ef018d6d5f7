import type { ModelTask, SuggestedModel } from "../../domain/model-choice.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import { hasShortAnswer } from "../is-broad-question.ts";
import { type PromptRequest, shareThatFits } from "./compose-prompt.ts";

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
  const category: ModelTask = hasShortAnswer(request.windows ?? []) ? "fact" : "explanation";
  const shareOf = shareThatFits(request);
  return models
    .map(({ id, contextWindow, tasks }) => {
      const fit = tasks === undefined ? FIT.any : tasks.includes(category) ? FIT.named : FIT.other;
      return { category, model: id, score: Math.round(shareOf(contextWindow) * fit * 100) / 100 };
    })
    .toSorted((one, other) => other.score - one.score);
}
