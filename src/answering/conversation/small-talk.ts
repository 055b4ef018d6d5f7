import { normalizeText } from "../../text/terms.ts";
import {
  FILLERS,
  SMALL_TALK_PHRASES,
  type SmallTalkKind,
  type SmallTalkLanguage,
} from "./small-talk-phrases.ts";
import { smallTalkReply } from "./small-talk-reply.ts";

/** Longer messages are no small talk. The service does not search them for phrases. */
const MAX_CHARS = 80;
const MAX_WORDS = 10;
const MAX_PHRASE_WORDS = 6;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

interface Phrase {
  readonly language: SmallTalkLanguage;
  readonly kind: SmallTalkKind;
}

const fillers = new Set(FILLERS.split(" "));
const phrases = new Map<string, Phrase>();
for (const [language, kinds] of Object.entries(SMALL_TALK_PHRASES)) {
  for (const [kind, all] of Object.entries(kinds)) {
    for (const phrase of all.split("|")) {
      const key = wordsOf(phrase).join(" ");
      if (!phrases.has(key))
        phrases.set(key, { language: language as SmallTalkLanguage, kind: kind as SmallTalkKind });
    }
  }
}

/**
 * Returns the reply to a greeting, thanks, a farewell or a question about the assistant. All words of the
 * message must be small talk. "Hi, when does it open?" is a question, so the function returns null.
 */
export function replyToSmallTalk(message: string): string | null {
  if (message.length > MAX_CHARS) return null;
  const words = wordsOf(message);
  if (words.length > MAX_WORDS) return null;
  const found: Phrase[] = [];
  for (let at = 0; at < words.length;) {
    const { phrase, length } = longestPhrase(words, at);
    if (phrase !== null) found.push(phrase);
    else if (!fillers.has(words[at] ?? "")) return null;
    at += length;
  }
  const said = found.find(({ kind }) => kind === "about") ?? found[0];
  return said === undefined ? null : smallTalkReply(said.language, said.kind);
}

function longestPhrase(
  words: readonly string[],
  at: number,
): { readonly phrase: Phrase | null; readonly length: number } {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - at); length > 0; length -= 1) {
    const phrase = phrases.get(words.slice(at, at + length).join(" "));
    if (phrase !== undefined) return { phrase, length };
  }
  return { phrase: null, length: 1 };
}

function wordsOf(message: string): string[] {
  return normalizeText(message).match(WORD) ?? [];
}
