import type { CitedSentence } from "../../../src/answering/verification/mark-request.ts";
import { splitSentences } from "../../../src/text/sentences.ts";
import { stem } from "../../../src/text/stemmer.ts";
import { isStopWord, termsOf } from "../../../src/text/terms.ts";

/** Assumed maximum of citations per sentence if the set does not name them. */
const MAX_CITED = 3;

/**
 * A writer's context in the form that the service shows to models: sentences with their document's title and
 * the previous sentence.
 */
export interface SourceSentences {
  readonly sentences: readonly CitedSentence[];
  readonly given: readonly string[];
  /** One set per sentence. */
  readonly words: readonly ReadonlySet<string>[];
  /** Words in few sentences weigh more. */
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
 * Guesses a sentence's citations: the source sentence that covers most of its words, then the one that covers
 * most of the rest. The guess favors unsupported sentences too.
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

const contentOf = (text: string): Set<string> =>
  new Set(termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)])));
