import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { opennessOf } from "./openness.ts";
import { replyAtOnce } from "./reply-at-once.ts";
import { interpretationOf, understand } from "./understand.ts";

export const MAX_SUGGESTIONS = 5;

/** A word of a prompt, and what it may have been meant to be: the likeliest first, never none. */
export interface Respelled {
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  readonly spellings: readonly string[];
}

export interface Enhanced {
  readonly prompt: string;
  /** Other readings of it, the likelier first; none of them is `prompt`. */
  readonly suggestions: readonly string[];
}

/**
 * What can be made of a prompt without a language model: slips are mended by the words of the documents, and what continues from the conversation
 * is written out as it would be understood. What may be meant as it stands is left so, and offered otherwise.
 */
export function enhance(prompt: string, conversation: readonly PastTurn[], words: readonly Respelled[]): Enhanced {
  if (replyAtOnce(prompt) !== null) return { prompt, suggestions: [] };
  const slips = words.filter((word) => !isName(prompt, word));
  const mended = respell(prompt, slips, []);
  const { topic } = understand(mended, conversation);
  const isUnsure = opennessOf(mended).kind === "unsure";
  const written = (text: string): string => (isUnsure ? text : interpretationOf(text, topic) || text);
  const others = words.flatMap((word) => {
    const isMended = slips.includes(word);
    return word.spellings.slice(isMended ? 1 : 0).map((spelling) => written(respell(prompt, slips, [{ ...word, spellings: [spelling] }])));
  });
  const joined = isUnsure && topic !== "" ? [interpretationOf(mended, topic)] : [];
  const kept = slips.length > 0 ? [written(prompt)] : [];
  const suggestions = new Set([...joined, ...others, ...kept]);
  suggestions.delete(written(mended));
  return { prompt: written(mended), suggestions: [...suggestions].slice(0, MAX_SUGGESTIONS) };
}

/** What is written with a capital letter behind the beginning may be somebody's name, which no document holds. */
function isName(prompt: string, { surface, start }: Respelled): boolean {
  if (prompt === prompt.toUpperCase()) return false;
  const before = prompt.slice(0, start).trimEnd();
  return /^\p{Lu}/u.test(surface) && before !== "" && !/[.?!:;…"“«(]$/u.test(before);
}

/** @param instead words whose spelling counts in place of the one among `words` */
function respell(prompt: string, words: readonly Respelled[], instead: readonly Respelled[]): string {
  const all = new Map([...words, ...instead].map((word) => [word.start, word]));
  let text = prompt;
  for (const { surface, start, end, spellings } of [...all.values()].toSorted((one, other) => other.start - one.start)) {
    const [spelling = surface] = spellings;
    text = text.slice(0, start) + writtenLike(surface, spelling) + text.slice(end);
  }
  return text;
}

function writtenLike(surface: string, spelling: string): string {
  if (surface.length > 1 && surface === surface.toUpperCase()) return spelling.toUpperCase();
  return /^\p{Lu}/u.test(surface) ? spelling.replace(/^./u, (first) => first.toUpperCase()) : spelling;
}
