/** What answers say, and prompts may ask for, that are written without a model. */
export const EXTRACTIVE_MODEL = "extractive";
