import { type CitedSentence, MAX_CITED } from "../verification/mark-request.ts";
import { type Mark, markSentence } from "../verification/mark-sentence.ts";
import { parseModelInput } from "../verification/model-input.ts";
import type { CitableSentence } from "../extraction/citable-sentences.ts";
import type { CleanAnswer } from "./clean-markdown.ts";
import { type CitedPart, inheritCitations } from "./inherit-citations.ts";
import { citedSentenceOf } from "./input-lines.ts";
import { parseAnswer } from "./parse-answer.ts";

/** A part of an answer with its mark. Null: the part asserts nothing. */
export interface MarkedPart extends CitedPart {
  /** The words of the part on one line, without citation numbers and emphasis. */
  readonly words: string;
  readonly mark: Mark | null;
}

type MarkedNumbers = Pick<MarkedPart, "mark" | "numbers">;

/** Marks the parts of an answer in order. */
export type MarkParts = (answer: CleanAnswer) => readonly MarkedPart[];

const FENCE_LINE = /^\s*(?:`{3,}|~{3,})/;
const EMPHASIS = /\*{1,3}|_{2,3}|~~|`/g;
const NO_SOURCE = { support: "unverified", reason: "no_source" } as const satisfies Mark;
/** A citation of hidden text warns the reader, and supports nothing. */
const HIDDEN_SOURCE = { support: "unverified", reason: "instruction" } as const satisfies Mark;

/**
 * Returns a function that marks the parts of a model's answer. It caches marks, because drafts repeat parts.
 * @param lines the input of the model, as in `inputLines`
 */
export function partMarker(
  sentences: readonly CitableSentence[],
  lines: readonly string[],
  question: string,
): MarkParts {
  const input = parseModelInput(lines);
  const text = compact(lines.join("\n"));
  const known = new Map<string, Mark>();
  const judge = (words: string, numbers: readonly number[]): Mark => {
    const cited = numbers.flatMap((number): CitedSentence[] => {
      const sentence = sentences[number - 1];
      return sentence === undefined ? [] : [citedSentenceOf(sentence)];
    });
    return markSentence({ sentence: words, cited, question, input });
  };
  const judged = (words: string, numbers: readonly number[]): Mark => {
    const key = JSON.stringify([words, numbers]);
    const mark = known.get(key) ?? judge(words, numbers);
    known.set(key, mark);
    return mark;
  };
  const isEvidence = (number: number): boolean => sentences[number - 1]?.isUntrusted === false;
  const markOf = (words: string, cited: CitedPart): MarkedNumbers => {
    const { part, isInherited } = cited;
    if (!isInherited && !cited.numbers.every(isEvidence))
      return { mark: HIDDEN_SOURCE, numbers: cited.numbers };
    const [numbers, before] = [cited.numbers.filter(isEvidence), cited.before.filter(isEvidence)];
    if (part.kind === "code") return { mark: codeMark(words, numbers, text), numbers };
    const mark = judged(words, numbers);
    const wider = [...new Set([...before, ...(isInherited ? [] : numbers)])].slice(-MAX_CITED);
    if (canRestOnEarlier(mark, isInherited) && wider.length > 0) {
      const other = judged(words, wider);
      if (isSupported(other) && (isInherited || other.reason === "computed"))
        return { mark: isInherited ? inheritedMark(other) : other, numbers: wider };
      if (mark.reason === "figure" && other.support !== "contradicted")
        return { mark: isInherited ? inheritedMark(other) : other, numbers };
    }
    return { mark: isInherited ? inheritedMark(mark) : mark, numbers };
  };
  return (answer) =>
    inheritCitations(parseAnswer(answer)).map((each): MarkedPart => {
      const { start, end, kind, isFrame } = each.part;
      const written = answer.text.slice(start, end);
      const words = kind === "code" ? written : plainWords(written);
      return isFrame ? { ...each, words, mark: null } : { ...each, words, ...markOf(words, each) };
    });
}

/** True if the sources of the sentences before may support a part: they may give its figure. */
const canRestOnEarlier = (mark: Mark, isInherited: boolean): boolean =>
  !isSupported(mark) && (isInherited || mark.reason === "figure");

/** An inherited citation can support a part, but the part need not rest on it. */
export function inheritedMark({ support, reason }: Mark): Mark {
  if (isSupported({ support, reason })) return { support, reason: reason === "" ? "inherited" : reason };
  return support === "contradicted" && reason !== "contrary" ? { support, reason } : NO_SOURCE;
}

/** Code is quoted if the input of the model contains each of its lines. */
function codeMark(code: string, numbers: readonly number[], input: string): Mark {
  const own = code.split("\n").filter((line) => !FENCE_LINE.test(line) && line.trim() !== "");
  const isQuoted = own.length > 0 && own.every((line) => input.includes(compact(line)));
  if (isQuoted) return { support: "quoted", reason: "" };
  return numbers.length === 0 ? NO_SOURCE : { support: "unverified", reason: "not_covered" };
}

/** Markdown on one line without emphasis. */
export const plainWords = (written: string): string => compact(written.replace(EMPHASIS, ""));

const compact = (text: string): string => text.replace(/\s+/g, " ").trim();

export const isSupported = ({ support }: Mark): boolean => support === "quoted" || support === "supported";
