import { estimateTokens } from "./estimate-tokens.ts";
import type { ChatMessage, ProviderPart, TokenUsage } from "./language-model.ts";

/** Counts the tokens of one text: as its provider says, and of what it does not say by an estimate. */
export class TokenMeter {
  readonly #messages: readonly ChatMessage[];
  #hasBegun = false;
  #inputTokens: number | null = null;
  #outputTokens = 0;
  /** What was written, thoughts too, since the provider said last how much that is. */
  #untold = "";

  constructor(messages: readonly ChatMessage[]) {
    this.#messages = messages;
  }

  take({ text, thought = "", told = {} }: ProviderPart): void {
    this.#hasBegun = true;
    this.#inputTokens = told.inputTokens ?? this.#inputTokens;
    this.#untold += thought + text;
    if (told.outputTokens === undefined) return;
    this.#outputTokens = told.outputTokens;
    this.#untold = "";
  }

  /** Null: the provider has not begun to answer. */
  usage(): TokenUsage | null {
    if (!this.#hasBegun) return null;
    const written = estimateTokens(this.#untold);
    const read = this.#inputTokens === null ? this.#messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) : 0;
    return {
      inputTokens: this.#inputTokens ?? read,
      outputTokens: this.#outputTokens + written,
      estimatedTokens: read + written,
    };
  }
}
