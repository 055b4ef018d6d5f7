import type { Answerer } from "./answerer.ts";
import { extractiveAnswerer } from "./extraction/extractive-answerer.ts";
import { composeOverview } from "./overviews/compose-overview.ts";

/** Answers without a language model: with an overview of documents, or with sentences of the passages. */
export const offlineAnswerer: Answerer = {
  async *answer(request) {
    const { overview } = request;
    if (overview === undefined) yield* extractiveAnswerer.answer(request);
    else yield { kind: "final", ...composeOverview(overview, request) };
  },
};
