import { parseSentence, type ParsedSentence } from "./parsed-sentence.ts";

/** A sentence of a document that a sentence of the answer cites. */
export interface CitedSentence {
  readonly text: string;
  /**
   * Context of the sentence: document name, headings and the sentence before. The verifier uses it only for
   * names.
   */
  readonly about?: string;
}

export interface VerificationRequest {
  /** The answer's sentence without citation markers. */
  readonly sentence: string;
  readonly cited: readonly CitedSentence[];
  readonly question: string;
  /**
   * Stems of all names in the input of the model (`nameStems`). They identify a name at the start of a
   * sentence.
   */
  readonly names?: ReadonlySet<string>;
}

/** Maximum number of citations to check per sentence. */
export const MAX_CITED = 16;

/** Parsed input of an attribution check. */
export interface ParsedRequest {
  readonly sentence: ParsedSentence;
  readonly sources: readonly ParsedSentence[];
  readonly contexts: readonly ParsedSentence[];
  readonly question: ParsedSentence;
  readonly names: ReadonlySet<string>;
}

export function parseVerificationRequest({
  sentence,
  cited: all,
  question,
  names,
}: VerificationRequest): ParsedRequest {
  const cited = all.slice(0, MAX_CITED);
  return {
    sentence: parseSentence(sentence),
    sources: cited.map(({ text }) => parseSentence(text)),
    contexts: cited.map((each) => parseSentence(each.about ?? "")),
    question: parseSentence(question),
    names: names ?? new Set(),
  };
}

/**
 * Returns the stems of the names in texts: words capitalized inside a sentence. In German this includes every
 * noun.
 */
export function nameStems(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) =>
      parseSentence(text).words.flatMap(({ kind, stem }, at) =>
        kind === "name" || (kind === "capital" && at > 0) ? [stem] : [],
      ),
    ),
  );
}
