import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { OVERLAP_FEATURES } from "../../../src/domain/verification/term-overlap.ts";
import { fitLogistic } from "./logistic.ts";
import type { JudgedCase } from "./judge-cases.ts";

const RULES_FILE = join(PROJECT_ROOT, "src/domain/verification/weights.ts");
/** The thresholds in `weights.ts`. */
export interface VerificationRule {
  readonly signs: Readonly<Record<string, number>>;
  readonly partialFrom: number;
  readonly supportedFrom: number;
}

/** Faults that coverage alone must detect; all other false kinds keep the words of their source. */
const BY_COVERAGE = new Set(["moved", "inserted", "joined"]);
/** Minimum share of true sentences that stay, and maximum share of the coverage faults that pass. */
const KEPT = 0.985;
const FALSELY_SUPPORTED = 0.01;

/**
 * Fits thresholds on reworded true sentences and on sentences with wrong sources. Every kind has the same
 * weight.
 */
export function fitRule(judged: readonly JudgedCase[]): VerificationRule {
  const used = judged.filter(({ case: { isTrue, kind } }) =>
    isTrue ? kind !== "copied" : BY_COVERAGE.has(kind),
  );
  const counts = new Map<string, number>();
  const kindOf = ({ case: { isTrue, kind } }: JudgedCase): string => `${isTrue} ${kind}`;
  for (const each of used) counts.set(kindOf(each), (counts.get(kindOf(each)) ?? 0) + 1);
  const observations = used.map((each) => ({
    signs: { ...each.signs },
    isTrue: each.case.isTrue,
    weight: 100 / (counts.get(kindOf(each)) ?? 1),
  }));
  const weights = fitLogistic(observations, OVERLAP_FEATURES);
  const certainty = ({ signs }: { readonly signs: Readonly<Record<string, number>> }): number =>
    1 /
    (1 +
      Math.exp(
        -Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (signs[name] ?? 0), 0),
      ));
  const weighed = (isTrue: boolean): { at: number; weight: number }[] =>
    observations
      .filter((each) => each.isTrue === isTrue)
      .map((each) => ({ at: certainty(each), weight: each.weight }))
      .toSorted((one, other) => one.at - other.at);
  return {
    signs: Object.fromEntries(OVERLAP_FEATURES.map((name) => [name, rounded(weights[name] ?? 0)])),
    partialFrom: rounded(quantile(weighed(true), 1 - KEPT)),
    supportedFrom: rounded(
      Math.max(quantile(weighed(true), 1 - KEPT), quantile(weighed(false), 1 - FALSELY_SUPPORTED)),
    ),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function quantile(
  sorted: readonly { readonly at: number; readonly weight: number }[],
  share: number,
): number {
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  for (const { at, weight } of sorted) if ((passed += weight) > whole * share) return at;
  return sorted.at(-1)?.at ?? 0;
}

export async function writeRule(
  { signs, partialFrom, supportedFrom }: VerificationRule,
  command: string,
): Promise<void> {
  const weights = Object.entries(signs).map(([sign, weight]) => `    ${sign}: ${weight},`);
  await writeFile(
    RULES_FILE,
    `/**
 * Weights of the features in \`term-overlap.ts\` and the thresholds of acceptance and full support. Written by
 * \`${command}\`.
 */
export const VERIFICATION_WEIGHTS = {
  features: {
${weights.join("\n")}
  },
  partialFrom: ${partialFrom},
  supportedFrom: ${supportedFrom},
} as const;
`,
  );
}
