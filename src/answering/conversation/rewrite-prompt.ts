import { type ModelUsage, UNSPENT } from "../../domain/usage.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import { newNonce } from "../generation/compose-prompt.ts";
import { rewritePromptByModel } from "../generation/rewrite-prompt-by-model.ts";
import type { QuotedTurn } from "../../storage/d1/answers/conversation.ts";
import { rewriteQuery } from "./rewrite-query.ts";
import { smallTalkReply } from "./small-talk.ts";

export interface PromptRewrite {
  readonly prompt: string;
  /** Other versions of `prompt`, likeliest first. */
  readonly suggestions: readonly string[];
}

/**
 * Adds context from the conversation to a prompt without a language model. If the prompt may be complete, the
 * version with context becomes a suggestion.
 */
export function rewritePrompt(prompt: string, conversation: readonly QuotedTurn[]): PromptRewrite {
  const { topic, query, weight } = rewriteQuery(prompt, conversation);
  if (topic === "" || smallTalkReply(prompt) !== null) return { prompt, suggestions: [] };
  return weight > 0.5 ? { prompt: query, suggestions: [prompt] } : { prompt, suggestions: [query] };
}

/**
 * Lets a model rewrite the prompt. If the model fails, returns the rewrite without a model. Otherwise adds
 * that rewrite to the suggestions.
 */
export async function rewritePromptWith(
  models: readonly LanguageModel[],
  prompt: string,
  conversation: readonly QuotedTurn[],
): Promise<PromptRewrite & { readonly spent: ModelUsage }> {
  const found = rewritePrompt(prompt, conversation);
  if (models.length === 0 || smallTalkReply(prompt) !== null) return { ...found, spent: UNSPENT };
  const { prompt: written, spent } = await rewritePromptByModel(models, { prompt, conversation }, newNonce());
  if (written === null) return { ...found, spent };
  const others = new Set([found.prompt, ...found.suggestions, prompt]);
  others.delete(written);
  return { prompt: written, suggestions: [...others], spent };
}
