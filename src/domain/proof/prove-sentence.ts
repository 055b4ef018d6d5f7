import { coverageOf, type Coverage } from "./coverage.ts";
import { hasFigures } from "./has-figures.ts";
import { hasStrangeName } from "./has-names.ts";
import { isContrary } from "./polarity.ts";
import { hasQuotedWords } from "./quoted-words.ts";
import { isSwapped } from "./relations.ts";
import { type Known, type ProofRequest, readProofRequest } from "./proof-request.ts";
import type { Statement } from "./statement.ts";
import type { Support } from "./support.ts";

/** Why a sentence does not stay. */
export const PROOF_FAULTS = ["no_source", "figure", "name", "quoted_words", "contrary", "swapped", "not_covered"] as const;
export type ProofFault = (typeof PROOF_FAULTS)[number];

export interface Proof {
  /** Null: it does not stay. */
  readonly support: Support | null;
  /** Of each cited sentence, the first MAX_CITED; null for one that adds nothing. */
  readonly each: readonly (Support | null)[];
  /** Empty where it stays. */
  readonly faults: readonly ProofFault[];
}

/**
 * Whether the sentences that a sentence of an answer cites say what it says. Figures, dates, names and quoted words must stand there; nothing may
 * be denied that they say, or said of another; and its words must be covered. Time is linear in the texts; of each the first 2,000 characters count.
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

/** One that covers all alone supports it; of several that do so together each one is a part. */
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

/** Word for word, case, marks and accents aside. */
function isQuoted(said: Statement, source: Statement): boolean {
  return spelled(source).includes(spelled(said)) && hasFigures(said, [source], []);
}
