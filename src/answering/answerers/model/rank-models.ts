import type { ModelTask, SuggestedModel } from "../../../domain/model-choice.ts";
import type { LanguageModel } from "../../../models/language-model.ts";
import { questionKind } from "../extractive/question-kind.ts";
import { type PromptRequest, shareThatFits } from "./compose-prompt.ts";

/** What a model counts that is for this, for anything, for something else. */
const FIT = { named: 1, any: 0.5, other: 0.25 } as const;

/**
 * The models, the best for the question first; those that do as well as each other in their order. A score is the share of what was found that
 * the model can read, times how far it is for such questions.
 */
export function rankModels(models: readonly LanguageModel[], request: PromptRequest): readonly SuggestedModel[] {
  const category: ModelTask = questionKind(request.question) === null ? "explanation" : "fact";
  const shareOf = shareThatFits(request);
  return models
    .map(({ id, contextWindow, tasks }) => {
      const fit = tasks === undefined ? FIT.any : tasks.includes(category) ? FIT.named : FIT.other;
      return { category, model: id, score: Math.round(shareOf(contextWindow) * fit * 100) / 100 };
    })
    .toSorted((one, other) => other.score - one.score);
}
