import { estimateTokens } from "./estimate-tokens.ts";
import type { ChatMessage, ProviderPart, TokenUsage } from "./language-model.ts";

/** Counts the tokens of one text. Uses the provider's counts and estimates the rest. */
export class TokenMeter {
  readonly #messages: readonly ChatMessage[];
  #hasBegun = false;
  #inputTokens: number | null = null;
  #outputTokens = 0;
  /** Text and reasoning since the provider last reported output tokens. */
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

  /** Returns null while the provider has not started to respond. */
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
