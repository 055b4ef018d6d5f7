/** What answers say, and prompts may ask for, that are written without a model. */
export const EXTRACTIVE_MODEL = "extractive";

/** Whether it names who may write an answer. "": whoever is asked first. @param models the ids of the language models that are configured */
export function mayWrite(model: string, models: readonly string[]): boolean {
  return model === "" || model === EXTRACTIVE_MODEL || models.includes(model);
}
