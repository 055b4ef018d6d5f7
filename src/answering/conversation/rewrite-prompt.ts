import { type ModelUsage, UNSPENT } from "../../domain/usage.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { newNonce } from "../generation/compose-prompt.ts";
import { rewritePromptByModel } from "./rewrite-prompt-by-model.ts";
import { contextDependenceOf } from "./context-dependence.ts";
import { cannedReply } from "./canned-reply.ts";
import type { SpellingCorrection } from "./spelling-correction.ts";
import { interpretationOf, rewriteQuery } from "./rewrite-query.ts";

const MAX_SUGGESTIONS = 5;

export interface PromptRewrite {
  readonly prompt: string;
  /** Other versions of `prompt`, likeliest first. */
  readonly suggestions: readonly string[];
}

/**
 * Rewrites a prompt without a language model. Corrects its spelling with the documents' vocabulary, and adds
 * context from the conversation. Uncertain changes become suggestions.
 */
export function rewritePrompt(
  prompt: string,
  conversation: readonly PastTurn[],
  words: readonly SpellingCorrection[],
): PromptRewrite {
  if (cannedReply(prompt) !== null) return { prompt, suggestions: [] };
  const slips = words.filter((word) => !isName(prompt, word));
  const mended = correctSpelling(prompt, slips, []);
  const { topic } = rewriteQuery(mended, conversation);
  const isUnsure = contextDependenceOf(mended).kind === "unsure";
  const written = (text: string): string => (isUnsure ? text : interpretationOf(text, topic) || text);
  const others = words.flatMap((word) => {
    const isMended = slips.includes(word);
    return word.spellings
      .slice(isMended ? 1 : 0)
      .map((spelling) => written(correctSpelling(prompt, slips, [{ ...word, spellings: [spelling] }])));
  });
  const joined = isUnsure && topic !== "" ? [interpretationOf(mended, topic)] : [];
  const kept = slips.length > 0 ? [written(prompt)] : [];
  const suggestions = new Set([...joined, ...others, ...kept]);
  suggestions.delete(written(mended));
  return { prompt: written(mended), suggestions: [...suggestions].slice(0, MAX_SUGGESTIONS) };
}

/**
 * Lets a model rewrite the prompt. If the model fails, returns the rewrite without a model. Otherwise adds
 * that rewrite to the suggestions.
 */
export async function rewritePromptWith(
  models: readonly LanguageModel[],
  prompt: string,
  conversation: readonly PastTurn[],
  words: readonly SpellingCorrection[],
): Promise<PromptRewrite & { readonly spent: ModelUsage }> {
  const found = rewritePrompt(prompt, conversation, words);
  if (models.length === 0 || cannedReply(prompt) !== null) return { ...found, spent: UNSPENT };
  const { prompt: written, spent } = await rewritePromptByModel(
    models,
    { prompt, conversation, words },
    newNonce(),
  );
  if (written === null) return { ...found, spent };
  const others = new Set([found.prompt, ...found.suggestions, prompt]);
  others.delete(written);
  return { prompt: written, suggestions: [...others].slice(0, MAX_SUGGESTIONS), spent };
}

/**
 * True for a capitalized word after the beginning of the prompt. It may be a name that no document contains.
 */
function isName(prompt: string, { surface, start }: SpellingCorrection): boolean {
  if (prompt === prompt.toUpperCase()) return false;
  const before = prompt.slice(0, start).trimEnd();
  return /^\p{Lu}/u.test(surface) && before !== "" && !/[.?!:;…"“«(]$/u.test(before);
}

/** @param instead corrections that take precedence over those in `words` */
function correctSpelling(
  prompt: string,
  words: readonly SpellingCorrection[],
  instead: readonly SpellingCorrection[],
): string {
  const all = new Map([...words, ...instead].map((word) => [word.start, word]));
  let text = prompt;
  for (const { surface, start, end, spellings } of [...all.values()].toSorted(
    (one, other) => other.start - one.start,
  )) {
    const [spelling = surface] = spellings;
    text = text.slice(0, start) + matchCase(surface, spelling) + text.slice(end);
  }
  return text;
}

function matchCase(surface: string, spelling: string): string {
  if (surface.length > 1 && surface === surface.toUpperCase()) return spelling.toUpperCase();
  return /^\p{Lu}/u.test(surface) ? spelling.replace(/^./u, (first) => first.toUpperCase()) : spelling;
}
