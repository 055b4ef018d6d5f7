import { cleanMarkdown } from "../../../src/answering/generation/clean-markdown.ts";
import { addressBook } from "../../../src/answering/generation/injected-content.ts";
import { plainWords } from "../../../src/answering/generation/mark-parts.ts";
import { parseAnswer } from "../../../src/answering/generation/parse-answer.ts";
import { isInTrainSplit } from "../verification/train-split.ts";
import { isMarkedSupported, type Judged, judgeCases } from "../verification/judge-cases.ts";
import type { AttributedSentence } from "./attributed-sentence.ts";

export type JudgedSentence = Judged<AttributedSentence>;

export interface LabelShare {
  readonly label: string;
  readonly isSupported: boolean | null;
  readonly sentences: number;
  /** Sentences with the mark `quoted` or `supported`. */
  readonly supported: number;
  readonly contradicted: number;
}

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
  const known = addressBook([one.sentence]);
  const clean = cleanMarkdown(one.sentence, { known, isCitable: () => true, isWhole: true });
  const sentence = parseAnswer(clean)
    .flatMap(({ parts }) => parts.map(({ start, end }) => plainWords(clean.text.slice(start, end))))
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
      supported: own.filter(isMarkedSupported).length,
      contradicted: own.filter(({ mark }) => mark.support === "contradicted").length,
    };
  });
  const order = ({ isSupported }: LabelShare): number => (isSupported === null ? 2 : isSupported ? 0 : 1);
  return shares.toSorted((one, other) => order(one) - order(other) || other.sentences - one.sentences);
}

/** Totals of one or all sets. */
export interface SetTotals {
  /** Share of the supported sentences that are marked so. */
  readonly supported: string;
  /** Share of the other sentences that are `unverified` or `contradicted`. */
  readonly doubted: string;
  /** Mean of both shares. */
  readonly balanced: string;
  /** Share of sentences with the mark `contradicted`, of the supported and of the other ones. */
  readonly contradicted: readonly [supported: string, others: string];
}

export function totalsOf(shares: readonly LabelShare[]): SetTotals {
  const [right, wrong] = [true, false].map((isSupported) => {
    const own = shares.filter((share) => share.isSupported === isSupported);
    const sum = (of: (share: LabelShare) => number): number =>
      own.reduce((total, share) => total + of(share), 0);
    const sentences = sum((share) => share.sentences);
    return {
      sentences,
      supported: sum(({ supported }) => supported),
      contradicted: sum(({ contradicted }) => contradicted),
    };
  }) as [Totals, Totals];
  const balanced = (right.supported / right.sentences + 1 - wrong.supported / wrong.sentences) / 2;
  return {
    supported: shareOf(right.supported, right.sentences),
    doubted: shareOf(wrong.sentences - wrong.supported, wrong.sentences),
    balanced: Number.isNaN(balanced) ? "" : decimal(balanced),
    contradicted: [
      shareOf(right.contradicted, right.sentences),
      shareOf(wrong.contradicted, wrong.sentences),
    ],
  };
}

interface Totals {
  readonly sentences: number;
  readonly supported: number;
  readonly contradicted: number;
}

const decimal = (share: number): string => share.toFixed(3).replace(/^0/, "");

export function shareOf(some: number, all: number): string {
  return all === 0 ? "" : `${decimal(some / all)} of ${all}`;
}
