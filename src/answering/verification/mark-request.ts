import { type ModelInput, parseModelInput } from "./model-input.ts";
import { parseSentence, type ParsedSentence } from "./parsed-sentence.ts";

/** A sentence of a document that a sentence of the answer cites. */
export interface CitedSentence {
  readonly text: string;
  /** Context of the sentence: title, headings and the sentence before. It may give names. */
  readonly about?: string;
}

export interface MarkRequest {
  /** The answer's sentence without citation markers. */
  readonly sentence: string;
  readonly cited: readonly CitedSentence[];
  readonly question: string;
  /** Default: the cited sentences. */
  readonly input?: ModelInput;
}

/** Maximum number of citations to check per sentence. */
export const MAX_CITED = 16;

export interface ParsedRequest {
  readonly sentence: ParsedSentence;
  readonly sources: readonly ParsedSentence[];
  readonly contexts: readonly ParsedSentence[];
  readonly question: ParsedSentence;
  readonly input: ModelInput;
}

export function parseMarkRequest({ sentence, cited: all, question, input }: MarkRequest): ParsedRequest {
  const cited = all.slice(0, MAX_CITED);
  const lines = (): string[] => [question, ...cited.flatMap(({ text, about = "" }) => [text, about])];
  return {
    sentence: parseSentence(sentence),
    sources: cited.map(({ text }) => parseSentence(text)),
    contexts: cited.map((each) => parseSentence(each.about ?? "")),
    question: parseSentence(question),
    input: input ?? parseModelInput(lines()),
  };
}
