import { splitSentences } from "../../text/sentences.ts";
import { readableText } from "../../text/readable-text.ts";

/** A sentence of the model with the sentence numbers that it cites. */
export interface Claim {
  /** The sentence on one line, without citation numbers. */
  readonly text: string;
  readonly numbers: readonly number[];
  /** Whitespace before the sentence. */
  readonly gap: " " | "\n" | "\n\n";
}

export interface ParsedClaims {
  /** Complete sentences of the text. */
  readonly claims: readonly Claim[];
  /** The incomplete sentence at the end, without citation numbers and without the start of one. */
  readonly tail: string;
}

const REASONING = ["<think>", "</think>"] as const;
/** Matches citation numbers: "[12]", "[3, 7]", "[[4]]". Also matches brackets of other scripts. */
const MARKER = /[ \t]{0,3}[[【［⟨]{1,2}\s?(\d{1,5}(?:\s?[,;、]\s?\d{1,5}){0,15})\s?[\]】］⟩]{1,2}/g;
/** Matches an unclosed bracket at the end. */
const OPEN_BRACKET = /[ \t]{0,3}[[【［⟨][^[\]【】［］⟨⟩]{0,200}$/;
const LIST_MARK = /^(?:[-*+•]|\d{1,3}[.)])\s{1,4}/;
const ENDED = /[.!?…。！？؟।]["'”’»)\]]{0,3}\s*$/u;

/**
 * Parses the text that the model has written so far. A citation number belongs to the sentence that contains
 * the number or ends before it.
 * @param isWhole true if the model has finished
 */
export function parseClaims(written: string, isWhole: boolean): ParsedClaims {
  const { text, marks } = withoutMarkers(stripReasoning(written));
  const spans = splitSentences(text);
  const numbersOf = spans.map((): number[] => []);
  let owner = -1;
  for (const { at, numbers } of marks) {
    while ((spans[owner + 1]?.start ?? Infinity) < at) owner += 1;
    numbersOf[owner]?.push(...numbers);
  }
  const last = spans.length - 1;
  const claims: Claim[] = [];
  let tail = "";
  for (const [at, { start, end }] of spans.entries()) {
    const said = readableText(text.slice(start, end)).replace(LIST_MARK, "");
    if (at === last && !isWhole) tail = said;
    else if (said !== "")
      claims.push({
        text: said,
        numbers: [...new Set(numbersOf[at])],
        gap: gapBefore(text, spans[at - 1]?.end ?? 0, start),
      });
  }
  return { claims, tail };
}

/** True if the text ends with a complete sentence. */
export function endsWithSentence(written: string): boolean {
  const trimmed = written.trimEnd();
  return /[\]】］⟩]$/.test(trimmed) || ENDED.test(trimmed.slice(-8));
}

/** Removes the reasoning that some models write before the answer. */
export function stripReasoning(written: string): string {
  const [begin, end] = REASONING;
  const text = written.trimStart();
  if (!text.startsWith(begin)) return begin.startsWith(text) ? "" : text;
  const behind = text.indexOf(end);
  return behind === -1 ? "" : text.slice(behind + end.length);
}

function withoutMarkers(written: string): {
  readonly text: string;
  readonly marks: readonly { at: number; numbers: number[] }[];
} {
  const marks: { at: number; numbers: number[] }[] = [];
  let text = "";
  let from = 0;
  for (const match of written.matchAll(MARKER)) {
    text += written.slice(from, match.index);
    marks.push({ at: text.trimEnd().length, numbers: (match[1] ?? "").split(/[,;、]/).map(Number) });
    from = match.index + match[0].length;
  }
  return { text: (text + written.slice(from)).replace(OPEN_BRACKET, ""), marks };
}

function gapBefore(text: string, from: number, to: number): Claim["gap"] {
  const lines = text.slice(from, to).split("\n").length;
  return lines > 2 ? "\n\n" : lines === 2 ? "\n" : " ";
}
