import { type CitedSentence, namesIn } from "../../../domain/proof/proof-request.ts";
import { proveSentence } from "../../../domain/proof/prove-sentence.ts";
import type { FailedSentence } from "../../../domain/proof/repair-request.ts";
import type { Support } from "../../../domain/proof/support.ts";
import type { SentenceCandidate } from "../extractive/sentence-candidates.ts";
import { aboveOf } from "../extractive/standing-above.ts";
import { hasForeignMatter } from "./foreign-matter.ts";
import type { Claim } from "./read-claims.ts";

/** A sentence that stays, with the numbers that carry it. */
export interface KeptClaim extends Claim {
  /** By number: how that sentence stands to this one. */
  readonly supports: ReadonlyMap<number, Support>;
}

/** A sentence that does not stay; no faults: it brings what nobody is to follow or load. */
export type DroppedClaim = Claim & Pick<FailedSentence, "faults">;

export type JudgedClaim = KeptClaim | DroppedClaim;

/** Each sentence with what it is worth, in the order in which they come; one that stands already is left out. */
export type JudgeClaims = (claims: readonly Claim[]) => readonly JudgedClaim[];

export function isKept(claim: JudgedClaim): claim is KeptClaim {
  return "supports" in claim;
}

/**
 * What stays of a model's sentences, none of them twice: those that rest on a sentence that there is, are proven by what they cite, and bring nothing of their own that a
 * reader's client could follow or load. Each is proven once, however often it is read while the next one is written.
 */
export function claimJudge(sentences: readonly SentenceCandidate[], question: string): JudgeClaims {
  const names = namesIn(sentences.map(({ text }) => text));
  const known = new Map<string, JudgedClaim>();
  const judge = (claim: Claim): JudgedClaim => {
    const cited = claim.numbers.flatMap((number) => {
      const sentence = sentences[number - 1];
      return sentence === undefined ? [] : [{ number, ...citedOf(sentence) }];
    });
    const texts = cited.map(({ text }) => text);
    if (hasForeignMatter(claim.text, texts)) return { ...claim, faults: [] };
    const { each, faults } = proveSentence({ sentence: claim.text, cited, question, names });
    const supports = new Map(
      cited.flatMap(({ number }, at): [number, Support][] => {
        const support = each[at] ?? null;
        return support === null ? [] : [[number, support]];
      }),
    );
    if (supports.size === 0) return { ...claim, faults };
    // An address of a sentence that carries nothing would be cited nowhere.
    const carrying = cited.filter(({ number }) => supports.has(number)).map(({ text }) => text);
    if (hasForeignMatter(claim.text, carrying)) return { ...claim, faults: [] };
    return { ...claim, numbers: [...supports.keys()], supports };
  };
  return (claims) => {
    const kept = new Set<string>();
    const seen = new Set<string>();
    return claims.flatMap((claim) => {
      const key = JSON.stringify([claim.text, claim.numbers]);
      // Small models say the same over and over.
      if (kept.has(claim.text) || seen.has(key)) return [];
      seen.add(key);
      const judged = known.get(key) ?? judge(claim);
      known.set(key, judged);
      if (isKept(judged)) kept.add(claim.text);
      return [{ ...judged, gap: claim.gap }];
    });
  };
}

/** With what says what it is about. */
function citedOf({ passage, previous, text }: SentenceCandidate): CitedSentence {
  const about = [passage.displayName, aboveOf(passage)?.headings ?? "", previous?.text ?? ""].filter((each) => each !== "");
  return { text, about: about.join("\n") };
}
