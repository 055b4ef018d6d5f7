import { weakestSupport, type AnswerSentence, type Support } from "../../domain/support.ts";
import type { AnswerQuote } from "../answerer.ts";
import type { CitableSentence } from "../extraction/citable-sentences.ts";
import { quoteOf } from "../extraction/quote-of.ts";
import type { CleanAnswer } from "./clean-markdown.ts";
import type { MarkedPart } from "./mark-parts.ts";
import { type RenderedAnswer, renderAnswer } from "./render-answer.ts";

/** The text of a model's answer with its quotes and marks. */
export interface VerifiedAnswer {
  readonly text: string;
  readonly quotes: readonly AnswerQuote[];
  readonly sentences: readonly AnswerSentence[];
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * @param parts the marked parts of the answer
 * @param hasMarks false to return no marks
 */
export function verifiedAnswer(
  answer: CleanAnswer,
  parts: readonly MarkedPart[],
  sources: readonly CitableSentence[],
  hasMarks: boolean,
): VerifiedAnswer {
  const rendered = renderAnswer(answer);
  const ordinals = new Map(rendered.numbers.map((number, at) => [number, at + 1]));
  const citing = new Map(rendered.numbers.map((number): [number, MarkedPart[]] => [number, []]));
  for (const part of parts) for (const number of restsOn(part)) citing.get(number)?.push(part);
  return {
    text: rendered.text,
    quotes: rendered.numbers.flatMap((number): AnswerQuote[] => {
      const source = sources[number - 1];
      const all = citing.get(number) ?? [];
      const support = hasMarks ? supportOf(number, all) : "";
      return source === undefined ? [] : [{ ...quoteOf(source), said: saidBy(all, rendered), support }];
    }),
    sentences: hasMarks ? parts.flatMap((part) => sentenceOf(part, rendered, ordinals)) : [],
  };
}

/** The sentence numbers that the mark of a part rests on. */
function restsOn({ mark, numbers, isInherited }: MarkedPart): readonly number[] {
  return isInherited && mark?.reason === "no_source" ? [] : numbers;
}

/** The weakest support among the parts that cite the number themselves, or else among those that inherit it. */
function supportOf(number: number, all: readonly MarkedPart[]): Support {
  const own = all.filter(({ part }) => part.numbers.includes(number));
  const supports = (own.length > 0 ? own : all).flatMap(({ mark }) => mark?.support ?? []);
  return supports.length === 0 ? "unverified" : supports.reduce(weakestSupport);
}

function saidBy(parts: readonly MarkedPart[], { text, place }: RenderedAnswer): string[] {
  return parts
    .flatMap(({ part }) => {
      const { start, end } = place(part);
      return text.slice(start, end).split("\n");
    })
    .filter((line) => LETTER_OR_DIGIT.test(line));
}

function sentenceOf(
  part: MarkedPart,
  { place }: RenderedAnswer,
  ordinals: ReadonlyMap<number, number>,
): AnswerSentence[] {
  if (part.mark === null) return [];
  const cited = restsOn(part).flatMap((number) => ordinals.get(number) ?? []);
  return [{ ...place(part.part), ...part.mark, ordinals: cited }];
}
