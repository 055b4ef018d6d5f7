import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import { selectContext } from "../answer-limits.ts";
import { countWords } from "../count-words.ts";
import type { Answerer } from "../answerer.ts";
import { composeExtractiveAnswer } from "./compose-extractive-answer.ts";

/** Answers with verbatim sentences of the documents, without a language model. */
export const extractiveAnswerer: Answerer = {
  async *answer(request) {
    const composed = composeExtractiveAnswer(request);
    const { question, passages, limits } = request;
    const read = selectContext(question, passages, limits);
    yield {
      kind: "final",
      model: EXTRACTIVE_MODEL,
      parts: composed.parts,
      quotes: composed.quotes,
      suggestions: composed.suggestions,
      inputTokens: countWords(question) + read.reduce((sum, passage) => sum + countWords(passage.text), 0),
      outputTokens: countWords(composed.parts.join("")),
    };
  },
};
