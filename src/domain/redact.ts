import { readableText } from "../text/readable-text.ts";

/** Replaces quotes and names of deleted documents in an answer. */
export const REDACTED = "[deleted]";

/** Shorter names occur inside too many words. */
const MIN_NAME_CHARS = 3;

/** A quote of a deleted document, its name, and the answer's own sentences that rest on it, one per line. */
export interface DeletedQuote {
  readonly quote: string;
  readonly displayName: string;
  readonly said: string;
}

/** The texts to redact in an answer: sentences first, because names may occur inside them. */
export function textsToRedact(gone: readonly DeletedQuote[]): string[] {
  const said = gone.flatMap((each) => each.said.split("\n")).toSorted((one, other) => other.length - one.length);
  const quotes = gone.flatMap(({ quote, displayName }) => {
    const name = readableText(displayName);
    return [quote, readableText(quote), ...(name.length < MIN_NAME_CHARS ? [] : [name])];
  });
  return [...new Set([...said, ...quotes])].filter((spelling) => spelling !== "");
}

/** Redacts quotes and names of deleted documents. */
export function redact(content: string, gone: readonly DeletedQuote[]): string {
  return textsToRedact(gone).reduce((text, spelling) => text.replaceAll(spelling, () => REDACTED), content);
}
