import { type CitedSentence, namesIn } from "../../../domain/proof/proof-request.ts";
import { proveSentence } from "../../../domain/proof/prove-sentence.ts";
import type { SentenceCandidate } from "../extractive/sentence-candidates.ts";
import { aboveOf } from "../extractive/standing-above.ts";
import { hasForeignMatter } from "./foreign-matter.ts";
import type { Claim } from "./read-claims.ts";

/** Those that stay, each with the numbers that carry it. */
export type KeepClaims = (claims: readonly Claim[]) => readonly Claim[];

/**
 * What stays of a model's sentences: those that rest on a sentence that there is, are proven by what they cite, and bring nothing of their own that a
 * reader's client could follow or load. Each is proven once, however often it is read while the next one is written.
 */
export function claimKeeper(sentences: readonly SentenceCandidate[], question: string): KeepClaims {
  const names = namesIn(sentences.map(({ text }) => text));
  const known = new Map<string, Claim | null>();
  const proven = (claim: Claim): Claim | null => {
    const cited = claim.numbers.flatMap((number) => {
      const sentence = sentences[number - 1];
      return sentence === undefined ? [] : [{ number, ...citedOf(sentence) }];
    });
    const texts = cited.map(({ text }) => text);
    if (hasForeignMatter(claim.text, texts)) return null;
    const { each } = proveSentence({ sentence: claim.text, cited, question, names });
    const numbers = cited.flatMap(({ number }, at) => ((each[at] ?? null) === null ? [] : [number]));
    return numbers.length === 0 ? null : { ...claim, numbers };
  };
  return (claims) =>
    claims.flatMap((claim) => {
      const key = JSON.stringify([claim.text, claim.numbers]);
      const kept = known.has(key) ? known.get(key) : proven(claim);
      known.set(key, kept ?? null);
      return kept === null || kept === undefined ? [] : [{ ...kept, gap: claim.gap }];
    });
}

/** With what says what it is about. */
function citedOf({ passage, previous, text }: SentenceCandidate): CitedSentence {
  const about = [passage.displayName, aboveOf(passage)?.headings ?? "", previous?.text ?? ""].filter((each) => each !== "");
  return { text, about: about.join("\n") };
}
