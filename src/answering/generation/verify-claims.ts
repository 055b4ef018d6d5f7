import { type CitedSentence, nameStems } from "../../domain/verification/verification-request.ts";
import { verifySentence } from "../../domain/verification/verify-sentence.ts";
import type { RejectedSentence } from "../../domain/verification/retry-prompt.ts";
import type { SupportLevel } from "../../domain/verification/support-level.ts";
import type { CitableSentence } from "../extraction/citable-sentences.ts";
import { headingContextOf } from "../extraction/heading-context.ts";
import { hasInjectedContent } from "./injected-content.ts";
import type { Claim } from "./parse-claims.ts";

/** An accepted sentence with the numbers of the citations that support it. */
export interface AcceptedClaim extends Claim {
  /** Support level by citation number. */
  readonly supports: ReadonlyMap<number, SupportLevel>;
}

/** A rejected sentence. If `faults` is empty, the sentence contained injected links or markup. */
export type RejectedClaim = Claim & Pick<RejectedSentence, "faults">;

export type VerifiedClaim = AcceptedClaim | RejectedClaim;

/** Verifies sentences in order and drops duplicates. */
export type VerifyClaims = (claims: readonly Claim[]) => readonly VerifiedClaim[];

export function isAccepted(claim: VerifiedClaim): claim is AcceptedClaim {
  return "supports" in claim;
}

/**
 * Returns a verifier for the sentences of a model. It accepts a sentence that cites an existing sentence, is
 * supported by that citation, and adds no link or markup of its own. Caches the results, because drafts
 * repeat sentences.
 */
export function createClaimVerifier(sentences: readonly CitableSentence[], question: string): VerifyClaims {
  const names = nameStems(sentences.map(({ text }) => text));
  const known = new Map<string, VerifiedClaim>();
  const judge = (claim: Claim): VerifiedClaim => {
    const cited = claim.numbers.flatMap((number) => {
      const sentence = sentences[number - 1];
      return sentence === undefined ? [] : [{ number, ...citedSentenceOf(sentence) }];
    });
    const texts = cited.map(({ text }) => text);
    if (hasInjectedContent(claim.text, texts)) return { ...claim, faults: [] };
    const { each, faults } = verifySentence({ sentence: claim.text, cited, question, names });
    const supports = new Map(
      cited.flatMap(({ number }, at): [number, SupportLevel][] => {
        const support = each[at] ?? null;
        return support === null ? [] : [[number, support]];
      }),
    );
    if (supports.size === 0) return { ...claim, faults };
    // A URL must come from a citation that supports the sentence. If the sentence contains a URL, drops its
    // other citations.
    const carrying = cited.filter(({ number }) => supports.has(number)).map(({ text }) => text);
    if (hasInjectedContent(claim.text, carrying)) return { ...claim, faults: [] };
    return { ...claim, numbers: [...supports.keys()], supports };
  };
  return (claims) => {
    const kept = new Set<string>();
    const seen = new Set<string>();
    return claims.flatMap((claim) => {
      const key = JSON.stringify([claim.text, claim.numbers]);
      // Small models repeat sentences.
      if (kept.has(claim.text) || seen.has(key)) return [];
      seen.add(key);
      const judged = known.get(key) ?? judge(claim);
      known.set(key, judged);
      if (isAccepted(judged)) kept.add(claim.text);
      return [{ ...judged, gap: claim.gap }];
    });
  };
}

/** Adds the context of the cited sentence. */
function citedSentenceOf({ passage, previous, text }: CitableSentence): CitedSentence {
  const about = [passage.displayName, headingContextOf(passage)?.headings ?? "", previous?.text ?? ""].filter(
    (each) => each !== "",
  );
  return { text, about: about.join("\n") };
}
