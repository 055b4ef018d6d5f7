import type { RetryPolicy } from "../../src/domain/retry-policy.ts";
import { type LanguageModel, ModelError, type TextRequest, type TextSampling } from "../../src/models/language-model.ts";

export const SENTENCE = "The confidential harbour opened in 1871.";
export const MESSAGES = [
  { role: "system", content: "Answer." },
  { role: "user", content: `⟨1⟩ ${SENTENCE}\n\nQuestion: When did the harbour open?` },
] as const;
/** The usual number of attempts without the delays. */
export const AT_ONCE: RetryPolicy = { attempts: 3, delaysMs: [1] };
export const PLAIN: TextSampling = {
  temperature: 0,
  topP: null,
  frequencyPenalty: null,
  presencePenalty: null,
  logitBias: null,
  stop: [],
  maxTokens: 100,
};
export async function textOf(model: LanguageModel, sampling = PLAIN, more: Partial<TextRequest> = {}) {
  let text = "";
  for await (const piece of model.write({ messages: MESSAGES, sampling, signal: new AbortController().signal, ...more })) {
    if (piece.kind === "end") return { text, ...piece };
    text += piece.text;
  }
  throw new Error("it has no end");
}

export async function faultOf(model: LanguageModel): Promise<ModelError> {
  const fault = await textOf(model).catch((error: unknown) => error);
  if (!(fault instanceof ModelError)) throw new Error("it did not fail as it should", { cause: fault });
  return fault;
}
