import { estimateTokens } from "./estimate-tokens.ts";
import type { ChatMessage, TokenUsage } from "./language-model.ts";

/** Where a provider does not say how many tokens were read and written. */
export function estimatedUsage(messages: readonly ChatMessage[], text: string): TokenUsage {
  return { inputTokens: messages.reduce((total, { content }) => total + estimateTokens(content), 0), outputTokens: estimateTokens(text) };
}

export function sumOfUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return { inputTokens: one.inputTokens + other.inputTokens, outputTokens: one.outputTokens + other.outputTokens };
}
