import { readableText } from "../text/readable-text.ts";

/** What an answer says where it quoted or named a document that is deleted. */
export const QUOTE_GONE = "[deleted]";

/** A name that is shorter stands in too many words. */
const LEAST_NAME_CHARS = 3;

/** A quote of a deleted document, and its name. */
export interface GoneQuote {
  readonly quote: string;
  readonly displayName: string;
}

/** How the text of an answer spells what it has of the document. */
export function spellingsOf({ quote, displayName }: GoneQuote): string[] {
  const name = readableText(displayName);
  const spellings = [quote, readableText(quote), ...(name.length < LEAST_NAME_CHARS ? [] : [name])];
  return [...new Set(spellings)].filter((spelling) => spelling !== "");
}

/** The text without what it quotes and names of deleted documents. */
export function withoutGone(content: string, gone: readonly GoneQuote[]): string {
  return gone.flatMap(spellingsOf).reduce((text, spelling) => text.replaceAll(spelling, () => QUOTE_GONE), content);
}
