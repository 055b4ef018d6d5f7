import type { Quote } from "../../domain/retrieval.ts";
import type { AnswerSentence } from "../../domain/support.ts";
import { readableQuote, readableText } from "../../text/readable-text.ts";

/**
 * Marks the quotes of an answer that quotes documents word for word. Each quote stands before its marker
 * "[n]".
 */
export function quotedSentences(text: string, quotes: readonly Quote[]): AnswerSentence[] {
  let from = 0;
  return quotes.flatMap(({ quote }, at) => {
    const ordinal = at + 1;
    const marker = ` [${ordinal}]`;
    const end = text.indexOf(marker, from);
    if (end === -1) return [];
    const words = [readableQuote(quote), readableText(quote)].find(
      (each) => each !== "" && text.slice(from, end).endsWith(each),
    );
    from = end + marker.length;
    return words === undefined
      ? []
      : [{ start: end - words.length, end, support: "quoted", ordinals: [ordinal], reason: "" }];
  });
}
