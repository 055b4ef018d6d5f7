import { estimateTokens } from "./estimate-tokens.ts";
import type { ChatMessage, ProviderPart, TokenUsage } from "./language-model.ts";

/** Counts the tokens of one text. Uses the counts of the provider and estimates missing ones. */
export class TokenCounter {
  readonly #messages: readonly ChatMessage[];
  #hasStarted = false;
  #inputTokens: number | null = null;
  #outputTokens = 0;
  /** Text and reasoning after the last report of output tokens by the provider. */
  #unreported = "";

  constructor(messages: readonly ChatMessage[]) {
    this.#messages = messages;
  }

  take({ text, reasoning = "", reported = {} }: ProviderPart): void {
    this.#hasStarted = true;
    this.#inputTokens = reported.inputTokens ?? this.#inputTokens;
    this.#unreported += reasoning + text;
    if (reported.outputTokens === undefined) return;
    this.#outputTokens = reported.outputTokens;
    this.#unreported = "";
  }

  /** Returns null if the provider has not started to respond. */
  usage(): TokenUsage | null {
    if (!this.#hasStarted) return null;
    const written = estimateTokens(this.#unreported);
    const read =
      this.#inputTokens === null
        ? this.#messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
        : 0;
    return {
      inputTokens: this.#inputTokens ?? read,
      outputTokens: this.#outputTokens + written,
      estimatedTokens: read + written,
    };
  }
}
