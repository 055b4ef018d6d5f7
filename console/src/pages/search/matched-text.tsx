import type { VNode } from "preact";

/** A text with its matched words marked. Words of a language without spaces match inside of others too. */
export function MatchedText({ text, words }: { text: string; words: readonly string[] }): VNode {
  return (
    <>
      {splitMatched(text, words).map(({ piece, isMatched }, at) =>
        isMatched ? <mark key={at}>{piece}</mark> : piece,
      )}
    </>
  );
}

/** Cuts a text at the words, whatever their case. */
export function splitMatched(
  text: string,
  words: readonly string[],
): readonly { readonly piece: string; readonly isMatched: boolean }[] {
  const wanted = words.filter((word) => word !== "").toSorted((one, other) => other.length - one.length);
  if (wanted.length === 0) return [{ piece: text, isMatched: false }];
  const either = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/gu, String.raw`\$&`)).join("|");
  return text
    .split(new RegExp(`(${either})`, "giu"))
    .map((piece, at) => ({ piece, isMatched: at % 2 === 1 }))
    .filter(({ piece }) => piece !== "");
}
