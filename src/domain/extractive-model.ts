/** Model name of answers that were written without a language model. Prompts may request it. */
export const EXTRACTIVE_MODEL = "extractive";

/**
 * True if the name is a valid choice for the author of an answer. An empty name selects the preferred model.
 * @param models ids of the configured language models
 */
export function isAnswerModel(model: string, models: readonly string[]): boolean {
  return model === "" || model === EXTRACTIVE_MODEL || models.includes(model);
}
