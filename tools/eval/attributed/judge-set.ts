import { parseClaims } from "../../../src/answering/generation/parse-claims.ts";
import { isInTrainSplit } from "../verification/train-split.ts";
import { type Judged, judgeCases } from "../verification/judge-cases.ts";
import type { AttributedSentence } from "./attributed-sentence.ts";

export type JudgedSentence = Judged<AttributedSentence>;

export interface LabelShare {
  readonly label: string;
  readonly isSupported: boolean | null;
  readonly sentences: number;
  readonly kept: number;
}

/** As in the service, a sentence stays if at least one of its citations supports it. */
export const isKept = ({ proof }: JudgedSentence): boolean => proof.each.some((support) => support !== null);

/** Judges both halves of a set: the development half, which may guide changes, and the report half. */
export function judgeSet(sentences: readonly AttributedSentence[]): {
  readonly seen: JudgedSentence[];
  readonly reported: JudgedSentence[];
} {
  const judged = judgeCases(sentences.flatMap(asClaim));
  const { seen = [], reported = [] } = Object.groupBy(judged, ({ case: { group } }) =>
    isInTrainSplit(group) ? "seen" : "reported",
  );
  return { seen, reported };
}

/** Strips list markers and citation markers as the service does. Returns nothing if no text is left. */
function asClaim(one: AttributedSentence): AttributedSentence[] {
  const sentence = parseClaims(one.sentence, true)
    .claims.map(({ text }) => text)
    .join(" ");
  return /\p{L}/u.test(sentence) ? [{ ...one, sentence }] : [];
}

/** Counts by label: supported, then unsupported, then neither. */
export function sharesOf(judged: readonly JudgedSentence[]): LabelShare[] {
  const shares = [...Map.groupBy(judged, ({ case: { label } }) => label)].map(([label, own]): LabelShare => {
    return {
      label,
      isSupported: own[0]?.case.isSupported ?? null,
      sentences: own.length,
      kept: own.filter(isKept).length,
    };
  });
  const order = ({ isSupported }: LabelShare): number => (isSupported === null ? 2 : isSupported ? 0 : 1);
  return shares.toSorted((one, other) => order(one) - order(other) || other.sentences - one.sentences);
}

/** Totals of one or all sets: the share of supported sentences kept and of unsupported ones caught. */
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
