import type { Turn } from "../data/conversation.ts";
import { containsText } from "./contains-text.ts";

/** @returns whether a reply is correct; null without conditions */
export function gradeTurn(
  turn: Turn,
  reply: { readonly text: string; readonly quotes: readonly { readonly text: string }[] },
): boolean | null {
  const quotes = reply.quotes.map(({ text }) => text);
  const isQuoted = (words: string): boolean => quotes.some((quote) => containsText(quote, words));
  const checks = [
    turn.answers?.some(isQuoted),
    turn.all?.every(isQuoted),
    turn.says?.every((words) => containsText(reply.text, words)),
    turn.never?.every((words) => !isQuoted(words) && !containsText(reply.text, words)),
    turn.refused === undefined ? undefined : (quotes.length === 0) === turn.refused,
  ].filter((check) => check !== undefined);
  return checks.length === 0 ? null : checks.every(Boolean);
}
