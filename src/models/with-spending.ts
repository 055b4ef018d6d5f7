import { type LanguageModel, ModelFault } from "./language-model.ts";
import { estimatedUsage } from "./token-counts.ts";

/** The same model, whose failures tell what was spent until then: what was written is paid for, and who breaks off does not say how much that is. */
export function withSpending(model: LanguageModel): LanguageModel {
  return {
    ...model,
    write: async function* (order) {
      let text = "";
      try {
        for await (const piece of model.write(order)) {
          if (piece.kind === "part") text += piece.text;
          yield piece;
        }
      } catch (error) {
        if (!(error instanceof ModelFault) || text === "") throw error;
        throw new ModelFault(error.kind, error.message, error.retryAfterMs, estimatedUsage(order.messages, text));
      }
    },
  };
}
