import { measureTermOverlap, type TermOverlap } from "./term-overlap.ts";
import { hasCitedNumbers } from "./numbers.ts";
import { hasUnsupportedName } from "./has-unsupported-name.ts";
import { isContradiction } from "./contradiction.ts";
import { hasQuotedWords } from "./quoted-words.ts";
import { hasRoleSwap } from "./role-swap.ts";
import {
  type ParsedRequest,
  type VerificationRequest,
  parseVerificationRequest,
} from "./verification-request.ts";
import { normalizedText, type ParsedSentence } from "./parsed-sentence.ts";
import type { SupportLevel } from "./support-level.ts";

/** Reasons to reject a sentence. */
export const VERIFICATION_FAULTS = [
  "no_source",
  "figure",
  "name",
  "quoted_words",
  "contrary",
  "swapped",
  "not_covered",
] as const;
export type VerificationFault = (typeof VERIFICATION_FAULTS)[number];

export interface Verification {
  /** Support of the sentence. Null if the sentence was rejected. */
  readonly support: SupportLevel | null;
  /** Support by each of the first `MAX_CITED` cited sentences. Null for a citation that adds nothing. */
  readonly each: readonly (SupportLevel | null)[];
  /** Reasons for the rejection. Empty if the sentence was accepted. */
  readonly faults: readonly VerificationFault[];
}

/**
 * Checks if the cited sentences support a sentence of an answer. They must contain its numbers, dates, names
 * and quotations, and cover its words. The sentence must not contradict them or swap roles. Runs in linear
 * time and reads the first 2,000 code units of each text (`MAX_SENTENCE_CHARS`).
 */
export function verifySentence(request: VerificationRequest): Verification {
  const known = parseVerificationRequest(request);
  const { sentence, sources } = known;
  if (sources.length === 0 || sentence.words.length === 0) return rejected(known, ["no_source"]);
  const quoted = sources.map((source) => isQuoted(sentence, source));
  if (quoted.includes(true))
    return { support: "quoted", each: quoted.map((is) => (is ? "quoted" : null)), faults: [] };
  const covered = measureTermOverlap(known);
  const faults = faultsOf(known, covered);
  return faults.length > 0 ? rejected(known, faults) : supported(known, covered);
}

function faultsOf(known: ParsedRequest, covered: TermOverlap): VerificationFault[] {
  const { sentence, sources, contexts, question } = known;
  const checks: readonly (readonly [VerificationFault, boolean])[] = [
    ["figure", !hasCitedNumbers(sentence, sources, [...contexts, question])],
    ["name", hasUnsupportedName(known)],
    ["quoted_words", !hasQuotedWords(sentence.text, sources)],
    ["contrary", isContradiction(sentence, sources)],
    ["swapped", sources.some((source) => hasRoleSwap(sentence, source))],
    ["not_covered", covered.support === null],
  ];
  return checks.flatMap(([fault, holds]) => (holds ? [fault] : []));
}

function rejected({ sources }: ParsedRequest, faults: readonly VerificationFault[]): Verification {
  return { support: null, each: sources.map(() => null), faults };
}

/**
 * Determines the support by each citation. A citation that covers the sentence alone gets `supports`.
 * Citations that cover it only together get `partial`.
 */
function supported(known: ParsedRequest, covered: TermOverlap): Verification {
  const { support } = covered;
  const each = known.sources.map((source, at): SupportLevel | null => {
    if (known.sources.length === 1) return support;
    const alone = measureTermOverlap({
      ...known,
      sources: [source],
      contexts: known.contexts.slice(at, at + 1),
    });
    if (alone.support === "supports") return "supports";
    return alone.features.cited > 0 ? "partial" : null;
  });
  return { support, each, faults: [] };
}

/** True if the source contains the words of the sentence, ignoring case, punctuation and accents. */
function isQuoted(sentence: ParsedSentence, source: ParsedSentence): boolean {
  return (
    normalizedText(source.words).includes(normalizedText(sentence.words)) &&
    hasCitedNumbers(sentence, [source], [])
  );
}
