import { ALL_PARTS, type Pointer, senseKey, type Synset, type WordNet } from "./word-net.ts";

const INFLECTION = 1;
const SYNONYM = 0.9;
const DERIVATION = 0.6;
const BROADER_OR_NARROWER = 0.5;
/** Weights of a word's senses by rank; later senses count nothing. */
const SENSE_FACTORS = [1, 0.7, 0.5];
const BROADER_NARROWER_KINDS = new Set(["@", "@i", "~", "~i"]);
/** Endings and their replacements in a lemma: the rules of detachment of the manual page morphy(7WN). */
const DETACHED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  noun: [
    ["s", ""],
    ["ses", "s"],
    ["xes", "x"],
    ["zes", "z"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["men", "man"],
    ["ies", "y"],
  ],
  verb: [
    ["s", ""],
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ],
  adj: [
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
  ],
  adv: [],
};

/** The words that WordNet relates to each word, with a weight. Inflections count in both directions. */
export function relatedWords(words: readonly string[], wordnet: WordNet): Map<number, number>[] {
  const numbers = new Map(words.map((word, at) => [word, at]));
  const related = words.map(() => new Map<number, number>());
  const relate = (from: number, to: string, weight: number): void => {
    const other = numbers.get(to);
    if (other === undefined || other === from) return;
    related[from]?.set(other, Math.max(weight, related[from]?.get(other) ?? 0));
  };
  for (const [number, word] of words.entries()) {
    for (const lemma of lemmasOf(word, wordnet)) {
      relate(number, lemma, INFLECTION);
      const other = numbers.get(lemma);
      if (other !== undefined) relate(other, word, INFLECTION);
    }
    for (const part of ALL_PARTS) {
      const senses = wordnet.senses.get(senseKey(part, word)) ?? [];
      for (const [at, factor] of SENSE_FACTORS.entries()) {
        const synset = wordnet.synsets.get(senses[at] ?? "");
        if (synset !== undefined)
          relateSense({ word, synset, wordnet }, (to, weight) => relate(number, to, weight * factor));
      }
    }
  }
  return related;
}

interface Sense {
  readonly word: string;
  readonly synset: Synset;
  readonly wordnet: WordNet;
}

function relateSense({ word, synset, wordnet }: Sense, relate: (to: string, weight: number) => void): void {
  for (const synonym of synset.words) relate(synonym, SYNONYM);
  const place = synset.words.indexOf(word) + 1;
  for (const pointer of synset.pointers) {
    const target = wordnet.synsets.get(pointer.to);
    if (target === undefined) continue;
    if (pointer.kind === "+" && pointer.fromWord === place) relate(wordAt(target, pointer), DERIVATION);
    if (BROADER_NARROWER_KINDS.has(pointer.kind))
      for (const other of target.words) relate(other, BROADER_OR_NARROWER);
  }
}

function wordAt(target: Synset, { toWord }: Pointer): string {
  return target.words[toWord - 1] ?? "";
}

function lemmasOf(word: string, wordnet: WordNet): Set<string> {
  const lemmas = new Set<string>();
  for (const part of ALL_PARTS) {
    for (const [ending, instead] of DETACHED[part] ?? []) {
      if (!word.endsWith(ending)) continue;
      const base = word.slice(0, -ending.length);
      const doubled = /([bdfglmnprt])\1$/.test(base) && part !== "noun" ? [base.slice(0, -1)] : [];
      for (const lemma of [base + instead, ...doubled]) {
        if (lemma.length > 1 && wordnet.senses.has(senseKey(part, lemma))) lemmas.add(lemma);
      }
    }
  }
  return lemmas;
}
