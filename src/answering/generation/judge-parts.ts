import type { LanguageModel, TextRequest } from "../../models/language-model.ts";
import type { CitableSentence } from "../extraction/citable-sentences.ts";
import type { CitedSentence } from "../verification/mark-request.ts";
import type { Mark } from "../verification/mark-sentence.ts";
import { judgeSentences } from "../verification/judge-sentences.ts";
import { citedSentenceOf } from "./input-lines.ts";
import { inheritedMark, type MarkedPart } from "./mark-parts.ts";

/** A language model that judges the marks of an answer. */
export interface Verifier {
  readonly model: LanguageModel;
  /** Random word that fences the sentences. */
  readonly nonce: string;
  readonly onUsage: NonNullable<TextRequest["onUsage"]>;
}

/**
 * Lets the verifier judge the marked sentences of an answer. Code keeps its mark.
 * @throws the reason of the abort signal
 */
export async function judgeParts(
  parts: readonly MarkedPart[],
  sources: readonly CitableSentence[],
  verifier: Verifier,
  signal: AbortSignal,
): Promise<readonly MarkedPart[]> {
  const asked = parts.flatMap((each) => {
    const { mark, part, words, numbers } = each;
    if (mark === null || part.kind === "code") return [];
    const cited = numbers.flatMap((number) => sources[number - 1] ?? []);
    return [{ each, judged: { sentence: words, quotes: cited.map(citedSentenceOf).map(quoteOf), mark } }];
  });
  const marks = await judgeSentences(
    asked.map(({ judged }) => judged),
    { ...verifier, signal },
  );
  const changed = new Map(
    asked.flatMap(({ each, judged }, at): [MarkedPart, Mark][] => {
      const mark = marks[at] ?? judged.mark;
      if (mark === judged.mark) return [];
      return [[each, each.isInherited ? inheritedMark(mark) : mark]];
    }),
  );
  return parts.map((each) => ({ ...each, mark: changed.get(each) ?? each.mark }));
}

/** The source with its title, headings and the sentence before, so that the verifier knows its subject. */
const quoteOf = ({ text, about = "" }: CitedSentence): string =>
  about === "" ? text : `${text}\nContext: ${about}`;
