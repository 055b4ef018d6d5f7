import { readStatement, type Statement } from "./statement.ts";

/** A sentence of a document that a sentence of an answer cites. */
export interface CitedSentence {
  readonly text: string;
  /** What says what it is about: the document's name, the headings above it, the sentence before it. Names may stand there alone. */
  readonly about?: string;
}

export interface ProofRequest {
  /** As it was written, without its markers. */
  readonly sentence: string;
  readonly cited: readonly CitedSentence[];
  readonly question: string;
  /** Stems of the names in all that the writer was given (`namesIn`): a sentence may begin with one. */
  readonly names?: ReadonlySet<string>;
}

/** So many of the sentences that one cites are looked at. */
export const MAX_CITED = 16;

/** All that a proof rests on, read once. */
export interface Known {
  readonly said: Statement;
  readonly sources: readonly Statement[];
  readonly about: readonly Statement[];
  readonly question: Statement;
  readonly names: ReadonlySet<string>;
}

/** @returns what is compared, each text read once */
export function readProofRequest({ sentence, cited: all, question, names }: ProofRequest): Known {
  const cited = all.slice(0, MAX_CITED);
  return {
    said: readStatement(sentence),
    sources: cited.map(({ text }) => readStatement(text)),
    about: cited.map((each) => readStatement(each.about ?? "")),
    question: readStatement(question),
    names: names ?? new Set(),
  };
}

/** Stems of the names in texts: what is written like one within a sentence, in German every noun. */
export function namesIn(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) =>
      readStatement(text).words.flatMap(({ kind, stem }, at) => (kind === "name" || (kind === "capital" && at > 0) ? [stem] : [])),
    ),
  );
}
