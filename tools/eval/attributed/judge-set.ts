import { parseClaims } from "../../../src/answering/generation/parse-claims.ts";
import { isFittedOn } from "../proof/halves.ts";
import { type Judged, judgeCases } from "../proof/judge-cases.ts";
import type { AttributedSentence } from "./attributed-sentence.ts";

export type JudgedSentence = Judged<AttributedSentence>;

export interface LabelShare {
  readonly label: string;
  readonly isSupported: boolean | null;
  readonly sentences: number;
  readonly kept: number;
}

/** In the service a sentence stays when one of those that it cites carries it. */
export const isKept = ({ proof }: JudgedSentence): boolean => proof.each.some((support) => support !== null);

/** The half of a set that may be looked at while the proof is changed, and the half that is reported. */
export function judgeSet(sentences: readonly AttributedSentence[]): {
  readonly seen: JudgedSentence[];
  readonly reported: JudgedSentence[];
} {
  const judged = judgeCases(sentences.flatMap(asClaim));
  const { seen = [], reported = [] } = Object.groupBy(judged, ({ case: { group } }) => (isFittedOn(group) ? "seen" : "reported"));
  return { seen, reported };
}

/** As the service reads what a model has written: "1. ", "- " and markers are no part of a sentence. Where nothing else is, there is none. */
function asClaim(one: AttributedSentence): AttributedSentence[] {
  const sentence = parseClaims(one.sentence, true)
    .claims.map(({ text }) => text)
    .join(" ");
  return /\p{L}/u.test(sentence) ? [{ ...one, sentence }] : [];
}

/** By label: first what is supported, then what is not, then what is neither. */
export function sharesOf(judged: readonly JudgedSentence[]): LabelShare[] {
  const shares = [...Map.groupBy(judged, ({ case: { label } }) => label)].map(([label, own]): LabelShare => {
    return { label, isSupported: own[0]?.case.isSupported ?? null, sentences: own.length, kept: own.filter(isKept).length };
  });
  const order = ({ isSupported }: LabelShare): number => (isSupported === null ? 2 : isSupported ? 0 : 1);
  return shares.toSorted((one, other) => order(one) - order(other) || other.sentences - one.sentences);
}

/** Of all sets or of one: kept of what is supported, caught of what is not. */
export function sumsOf(shares: readonly LabelShare[]): { readonly kept: string; readonly caught: string } {
  const cell = (isSupported: boolean): string => {
    const own = shares.filter((share) => share.isSupported === isSupported);
    const sentences = own.reduce((sum, share) => sum + share.sentences, 0);
    const kept = own.reduce((sum, share) => sum + share.kept, 0);
    return shareOf(isSupported ? kept : sentences - kept, sentences);
  };
  return { kept: cell(true), caught: cell(false) };
}

export function shareOf(some: number, all: number): string {
  return all === 0 ? "" : `${(some / all).toFixed(3).replace(/^0/, "")} of ${all}`;
}
