import { newNonce } from "./generation/compose-prompt.ts";
import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import {
  type RequestedVerification,
  type VerificationMode,
  verificationOf,
} from "../domain/verification-mode.ts";
import type { LanguageModel } from "../models/language-model.ts";
import type { Answerer } from "./answerer.ts";
import { offlineAnswerer } from "./offline-answerer.ts";
import { modelAnswerer } from "./generation/model-answerer.ts";

interface AnswererOptions {
  /** Models of the organization. Default: the models of the operator. */
  readonly own?: readonly LanguageModel[];
  /** Verification that the question requests. Default: the verification of the operator. */
  readonly verification?: RequestedVerification;
}

export interface Answerers {
  /** Returns the answerer for a model id. An empty id selects the first configured model. */
  readonly named: (model: string, options?: AnswererOptions) => Answerer;
  /** True if the answerer calls no language model. */
  readonly isAtOnce: (model: string) => boolean;
}

/**
 * @param models language models of the operator; if the list is empty, every answer is extractive
 * @param verification the weakest verification of the models' answers
 */
export function createAnswerers(models: readonly LanguageModel[], verification: VerificationMode): Answerers {
  const byModels = ({ own = models, verification: requested = "" }: AnswererOptions): Answerer => {
    const mode = verificationOf(verification, requested);
    return modelAnswerer({ models: own, fallback: offlineAnswerer, verification: mode, newNonce });
  };
  const isAtOnce = (model: string): boolean => models.length === 0 || model === EXTRACTIVE_MODEL;
  return {
    isAtOnce,
    named: (model, options = {}) => (isAtOnce(model) ? offlineAnswerer : byModels(options)),
  };
}
