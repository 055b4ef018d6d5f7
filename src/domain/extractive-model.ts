/** The model name of answers that were written without a model. Prompts may request it. */
export const EXTRACTIVE_MODEL = "extractive";

/**
 * Whether the name is a valid author of an answer. "": the preferred model.
 * @param models the ids of the configured language models
 */
export function isAnswerModel(model: string, models: readonly string[]): boolean {
  return model === "" || model === EXTRACTIVE_MODEL || models.includes(model);
}
