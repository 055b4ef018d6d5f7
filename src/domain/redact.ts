import { readableQuote, readableText } from "../text/readable-text.ts";

/** Text that replaces quotes and names of deleted documents in an answer. */
export const REDACTED = "[deleted]";

/** Minimum length of a document name to redact. Shorter names occur inside too many words. */
const MIN_NAME_CHARS = 3;

/**
 * A quote of a deleted document, the name of the document, and the sentences of the answer that cite it, one
 * per line.
 */
export interface DeletedQuote {
  readonly quote: string;
  readonly displayName: string;
  readonly said: string;
}

/** Returns the texts to redact in an answer. Sentences come first, because they may contain names. */
export function textsToRedact(gone: readonly DeletedQuote[]): string[] {
  const said = gone
    .flatMap((each) => each.said.split("\n"))
    .toSorted((one, other) => other.length - one.length);
  const quotes = gone.flatMap(({ quote, displayName }) => {
    const name = readableText(displayName);
    return [
      quote,
      readableQuote(quote),
      readableText(quote),
      ...(name.length < MIN_NAME_CHARS ? [] : [name]),
    ];
  });
  return [...new Set([...said, ...quotes])].filter((spelling) => spelling !== "");
}

/** Replaces quotes and names of deleted documents in an answer. */
export function redact(content: string, gone: readonly DeletedQuote[]): string {
  return textsToRedact(gone).reduce((text, spelling) => text.replaceAll(spelling, () => REDACTED), content);
}
