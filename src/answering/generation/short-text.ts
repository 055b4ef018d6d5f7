import {
  type LanguageModel,
  ModelError,
  samplingAtZero,
  type TextRequest,
} from "../../models/language-model.ts";

/** A model that writes more characters per token ignores its token limit. */
const CHARS_PER_TOKEN = 32;

type ShortTextRequest = Pick<TextRequest, "messages" | "signal" | "onUsage"> & {
  readonly maxTokens: number;
};

/**
 * Lets a model write a short text at temperature 0, which nobody reads before it is complete.
 * @throws ModelError, or the reason of the abort signal
 */
export async function writeShortText(
  model: LanguageModel,
  { maxTokens, ...order }: ShortTextRequest,
): Promise<string> {
  const sampling = samplingAtZero(maxTokens);
  let text = "";
  for await (const piece of model.write({ ...order, sampling })) {
    if (piece.kind === "part") text += piece.text;
    else if (piece.isWhole) return text;
    if (text.length > maxTokens * CHARS_PER_TOKEN) break;
  }
  throw new ModelError("cut", "The model's text broke off.");
}
