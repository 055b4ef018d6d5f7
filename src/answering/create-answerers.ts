import { newNonce } from "./generation/compose-prompt.ts";
import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import type { LanguageModel } from "../models/language-model.ts";
import type { Answerer } from "./answerer.ts";
import { extractiveAnswerer } from "./extraction/extractive-answerer.ts";
import { modelAnswerer } from "./generation/model-answerer.ts";

export interface Answerers {
  /**
   * Returns the answerer for a model id. An empty id selects the first configured model.
   * @param own models of the organization; default: the operator's models
   */
  readonly named: (model: string, own?: readonly LanguageModel[]) => Answerer;
  /** True if the answerer calls no language model. */
  readonly isAtOnce: (model: string) => boolean;
}

/** @param models language models of the operator; if the list is empty, every answer is extractive */
export function createAnswerers(models: readonly LanguageModel[]): Answerers {
  const byModels = (own: readonly LanguageModel[]): Answerer =>
    modelAnswerer({ models: own, fallback: extractiveAnswerer, newNonce });
  const isAtOnce = (model: string): boolean => models.length === 0 || model === EXTRACTIVE_MODEL;
  return { isAtOnce, named: (model, own = models) => (isAtOnce(model) ? extractiveAnswerer : byModels(own)) };
}
