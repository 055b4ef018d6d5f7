import type { Turn } from "../data/conversation.ts";
import { holds } from "./holds.ts";

/** @returns whether a reply is correct; null without conditions */
export function judgeTurn(
  turn: Turn,
  reply: { readonly text: string; readonly quotes: readonly { readonly text: string }[] },
): boolean | null {
  const quotes = reply.quotes.map(({ text }) => text);
  const isQuoted = (words: string): boolean => quotes.some((quote) => holds(quote, words));
  const checks = [
    turn.answers?.some(isQuoted),
    turn.all?.every(isQuoted),
    turn.says?.every((words) => holds(reply.text, words)),
    turn.never?.every((words) => !isQuoted(words) && !holds(reply.text, words)),
    turn.refused === undefined ? undefined : (quotes.length === 0) === turn.refused,
  ].filter((check) => check !== undefined);
  return checks.length === 0 ? null : checks.every(Boolean);
}
