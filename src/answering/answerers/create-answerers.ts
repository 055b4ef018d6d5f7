import { newMark } from "./model/new-mark.ts";
import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import type { Answerer } from "./answerer.ts";
import { extractiveAnswerer } from "./extractive/extractive-answerer.ts";
import { modelAnswerer } from "./model/model-answerer.ts";

export interface Answerers {
  /** Who answers a question that asks for this model; "": for none. @param own the models as its organization has them; default: the operator's */
  readonly named: (model: string, own?: readonly LanguageModel[]) => Answerer;
  /** Whether that takes no longer than finding what it answers from. */
  readonly isAtOnce: (model: string) => boolean;
}

/** @param models none: every answer is made of sentences of the documents */
export function createAnswerers(models: readonly LanguageModel[]): Answerers {
  const byModels = (own: readonly LanguageModel[]): Answerer => modelAnswerer({ models: own, otherwise: extractiveAnswerer, newMark });
  const isAtOnce = (model: string): boolean => models.length === 0 || model === EXTRACTIVE_MODEL;
  return { isAtOnce, named: (model, own = models) => (isAtOnce(model) ? extractiveAnswerer : byModels(own)) };
}
