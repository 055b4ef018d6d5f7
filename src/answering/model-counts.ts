import { EXTRACTIVE_MODEL } from "../domain/extractive-model.ts";
import type { Support } from "../domain/support.ts";
import type { ModelCounts } from "../domain/usage.ts";
import type { WrittenAnswer } from "./answerer.ts";

/** Counts an answer for the metrics of language models. The sentences of an extractive answer do not count. */
export function modelCounts(written: WrittenAnswer): ModelCounts {
  const { model, sentences = [], droppedSentences = 0, repairs = 0, passedOver = [] } = written;
  const isOfModel = model !== EXTRACTIVE_MODEL;
  const count = (support: Support): number =>
    isOfModel ? sentences.filter((sentence) => sentence.support === support).length : 0;
  return {
    modelAnswers: Number(isOfModel),
    modelAbstentions: Number(isOfModel && written.isAbstention === true),
    modelRepairs: repairs,
    modelFailures: passedOver.length,
    quotedSentences: count("quoted"),
    supportedSentences: count("supported"),
    unverifiedSentences: count("unverified"),
    contradictedSentences: count("contradicted"),
    droppedSentences,
  };
}
