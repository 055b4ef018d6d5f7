import type { CitedSentence } from "../../../src/domain/verification/verification-request.ts";
import { splitSentences } from "../../../src/text/sentences.ts";
import { isStopWord, stem, termsOf } from "../../../src/text/terms.ts";

/** So many sentences are cited by one, where the set does not say which. */
const MAX_CITED = 3;

/** What a writer was given, as the service shows it to a model: sentences, each with its document's title and the sentence before it. */
export interface SourceSentences {
  readonly sentences: readonly CitedSentence[];
  readonly given: readonly string[];
  /** Of each sentence. */
  readonly words: readonly ReadonlySet<string>[];
  /** A word that few of the sentences have counts more. */
  readonly worth: ReadonlyMap<string, number>;
}

export interface SourceDocument {
  readonly title: string;
  readonly sentences: readonly string[];
}

export function sourceSentences(documents: readonly SourceDocument[]): SourceSentences {
  const sentences = documents.flatMap((document) =>
    document.sentences.map((text, at): CitedSentence => {
      const about = [document.title, document.sentences[at - 1] ?? ""].filter((each) => each !== "");
      return { text, about: about.join("\n") };
    }),
  );
  const words = sentences.map(({ text }) => contentOf(text));
  const counts = new Map<string, number>();
  for (const word of words.flatMap((own) => [...own])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const worth = new Map([...counts].map(([word, count]) => [word, Math.log(1 + sentences.length / count)]));
  return { sentences, given: sentences.map(({ text }) => text), words, worth };
}

export function sentencesOf(text: string): string[] {
  return splitSentences(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, " ").trim())
    .filter((each) => each !== "");
}

/**
 * What a sentence is taken to cite where nobody has said it: the sentence of the sources that has most of its words, then the one that has most of
 * those that are left. That is the kindest choice for what is false as well.
 */
export function citedBy(sentence: string, { sentences, words, worth }: SourceSentences): CitedSentence[] {
  const left = contentOf(sentence);
  const chosen: number[] = [];
  while (chosen.length < MAX_CITED) {
    let [best, most] = [-1, 0];
    for (const [at, own] of words.entries()) {
      let shared = 0;
      for (const word of left) if (own.has(word)) shared += worth.get(word) ?? 0;
      if (shared > most) [best, most] = [at, shared];
    }
    if (best === -1) break;
    chosen.push(best);
    for (const word of words[best] ?? []) left.delete(word);
  }
  return chosen.toSorted((one, other) => one - other).flatMap((at) => sentences[at] ?? []);
}

const contentOf = (text: string): Set<string> => new Set(termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)])));
