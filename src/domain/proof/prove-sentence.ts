import { coverageOf, type Coverage } from "./coverage.ts";
import { hasFigures } from "./has-figures.ts";
import { hasStrangeName } from "./has-names.ts";
import { isContrary } from "./polarity.ts";
import { hasQuotedWords } from "./quoted-words.ts";
import { isSwapped } from "./relations.ts";
import { type Known, type ProofRequest, readProofRequest } from "./proof-request.ts";
import type { Statement } from "./statement.ts";
import type { Support } from "./support.ts";

/** Reasons to reject a sentence. */
export const PROOF_FAULTS = ["no_source", "figure", "name", "quoted_words", "contrary", "swapped", "not_covered"] as const;
export type ProofFault = (typeof PROOF_FAULTS)[number];

export interface Proof {
  /** Null for a rejected sentence. */
  readonly support: Support | null;
  /** Support per cited sentence, up to `MAX_CITED`. Null when a citation adds nothing. */
  readonly each: readonly (Support | null)[];
  /** Empty for an accepted sentence. */
  readonly faults: readonly ProofFault[];
}

/**
 * Checks whether the cited sentences support a sentence of an answer. Its numbers, dates, names and
 * quotations must occur there, it must not contradict them or swap roles, and they must cover its words. Runs
 * in linear time and reads the first 2,000 characters of each text (`MAX_CHARS`).
 */
export function proveSentence(request: ProofRequest): Proof {
  const known = readProofRequest(request);
  const { said, sources } = known;
  if (sources.length === 0 || said.words.length === 0) return failed(known, ["no_source"]);
  const quoted = sources.map((source) => isQuoted(said, source));
  if (quoted.includes(true)) return { support: "quoted", each: quoted.map((is) => (is ? "quoted" : null)), faults: [] };
  const covered = coverageOf(known);
  const faults = faultsOf(known, covered);
  return faults.length > 0 ? failed(known, faults) : supported(known, covered);
}

function faultsOf(known: Known, covered: Coverage): ProofFault[] {
  const { said, sources, about, question } = known;
  const checks: readonly (readonly [ProofFault, boolean])[] = [
    ["figure", !hasFigures(said, sources, [...about, question])],
    ["name", hasStrangeName(known)],
    ["quoted_words", !hasQuotedWords(said.text, sources)],
    ["contrary", isContrary(said, sources)],
    ["swapped", sources.some((source) => isSwapped(said, source))],
    ["not_covered", covered.support === null],
  ];
  return checks.flatMap(([fault, holds]) => (holds ? [fault] : []));
}

function failed({ sources }: Known, faults: readonly ProofFault[]): Proof {
  return { support: null, each: sources.map(() => null), faults };
}

/**
 * A citation that covers the sentence alone gets `supports`. Citations that cover it only together get
 * `partial`.
 */
function supported(known: Known, covered: Coverage): Proof {
  const { support } = covered;
  const each = known.sources.map((source, at): Support | null => {
    if (known.sources.length === 1) return support;
    const alone = coverageOf({ ...known, sources: [source], about: known.about.slice(at, at + 1) });
    if (alone.support === "supports") return "supports";
    return alone.signs.said > 0 ? "partial" : null;
  });
  return { support, each, faults: [] };
}

const spelled = ({ words }: Statement): string => ` ${words.map(({ term }) => term).join(" ")} `;

/** Compares words without case, punctuation and accents. */
function isQuoted(said: Statement, source: Statement): boolean {
  return spelled(source).includes(spelled(said)) && hasFigures(said, [source], []);
}
