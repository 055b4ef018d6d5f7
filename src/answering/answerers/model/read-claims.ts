import { splitSentences } from "../../../text/sentences.ts";
import { readableText } from "../../../text/readable-text.ts";

/** A sentence of a model, and the numbers of the sentences that it says it rests on. */
export interface Claim {
  /** On one line, without its numbers. */
  readonly text: string;
  readonly numbers: readonly number[];
  /** What stands before it, where something does. */
  readonly gap: " " | "\n" | "\n\n";
}

export interface ReadClaims {
  /** Sentences that have ended. */
  readonly claims: readonly Claim[];
  /** What is being written behind them: without numbers, and without what may become one. */
  readonly tail: string;
}

const THOUGHTS = ["<think>", "</think>"] as const;
/** "[12]", "[3, 7]", "[[4]]", and in the brackets of other scripts. */
const MARKER = /[ \t]{0,3}[[【［⟨]{1,2}\s?(\d{1,5}(?:\s?[,;、]\s?\d{1,5}){0,15})\s?[\]】］⟩]{1,2}/g;
/** The last bracket that is open. */
const OPEN_BRACKET = /[ \t]{0,3}[[【［⟨][^[\]【】［］⟨⟩]{0,200}$/;
const LIST_MARK = /^(?:[-*+•]|\d{1,3}[.)])\s{1,4}/;
const ENDED = /[.!?…。！？؟।]["'”’»)\]]{0,3}\s*$/u;

/**
 * Reads what a model has written so far. A number belongs to the sentence that it stands in, or behind.
 * @param isWhole whether it has ended where it wanted to
 */
export function readClaims(written: string, isWhole: boolean): ReadClaims {
  const { text, marks } = withoutMarkers(withoutThoughts(written));
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
      claims.push({ text: said, numbers: [...new Set(numbersOf[at])], gap: gapBefore(text, spans[at - 1]?.end ?? 0, start) });
  }
  return { claims, tail };
}

/** Whether the text ends where a sentence does. */
export function endsWithSentence(written: string): boolean {
  const trimmed = written.trimEnd();
  return /[\]】］⟩]$/.test(trimmed) || ENDED.test(trimmed.slice(-8));
}

/** Models that think aloud do so first. */
export function withoutThoughts(written: string): string {
  const [begin, end] = THOUGHTS;
  const text = written.trimStart();
  if (!text.startsWith(begin)) return begin.startsWith(text) ? "" : text;
  const behind = text.indexOf(end);
  return behind === -1 ? "" : text.slice(behind + end.length);
}

function withoutMarkers(written: string): { readonly text: string; readonly marks: readonly { at: number; numbers: number[] }[] } {
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
