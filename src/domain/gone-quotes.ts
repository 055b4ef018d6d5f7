import { readableText } from "../text/readable-text.ts";

/** What an answer says where it quoted or named a document that is deleted. */
export const QUOTE_GONE = "[deleted]";

/** A name that is shorter stands in too many words. */
const MIN_NAME_CHARS = 3;

/** A quote of a deleted document, its name, and the sentences of the answer, on a line each, that rest on it in other words. */
export interface GoneQuote {
  readonly quote: string;
  readonly displayName: string;
  readonly said: string;
}

/** How the text of an answer spells what it has of the documents: sentences before the names that stand in them. */
export function spellingsOf(gone: readonly GoneQuote[]): string[] {
  const said = gone.flatMap((each) => each.said.split("\n")).toSorted((one, other) => other.length - one.length);
  const quotes = gone.flatMap(({ quote, displayName }) => {
    const name = readableText(displayName);
    return [quote, readableText(quote), ...(name.length < MIN_NAME_CHARS ? [] : [name])];
  });
  return [...new Set([...said, ...quotes])].filter((spelling) => spelling !== "");
}

/** The text without what it quotes and names of deleted documents. */
export function withoutGone(content: string, gone: readonly GoneQuote[]): string {
  return spellingsOf(gone).reduce((text, spelling) => text.replaceAll(spelling, () => QUOTE_GONE), content);
}
