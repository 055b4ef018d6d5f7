import { newMark } from "./model/new-mark.ts";
import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import type { Answerer } from "./answerer.ts";
import { extractiveAnswerer } from "./extractive/extractive-answerer.ts";
import { modelAnswerer } from "./model/model-answerer.ts";

export interface Answerers {
  /** Who answers a question that asks for this model; "": for none. */
  readonly named: (model: string) => Answerer;
  /** Whether that takes no longer than finding what it answers from. */
  readonly isAtOnce: (model: string) => boolean;
}

/** @param models none: every answer is made of sentences of the documents */
export function createAnswerers(models: readonly LanguageModel[]): Answerers {
  const byModel = modelAnswerer({ models, otherwise: extractiveAnswerer, newMark });
  const isAtOnce = (model: string): boolean => models.length === 0 || model === EXTRACTIVE_MODEL;
  return { isAtOnce, named: (model) => (isAtOnce(model) ? extractiveAnswerer : byModel) };
}
