import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { OVERLAP_FEATURES } from "../../../src/answering/verification/term-overlap.ts";
import { fitLogistic } from "./logistic.ts";
import type { JudgedCase } from "./judge-cases.ts";

const RULES_FILE = join(PROJECT_ROOT, "src/answering/verification/weights.ts");
/** Faults that coverage alone must detect; all other false kinds keep the words of their source. */
const BY_COVERAGE = new Set(["moved", "inserted", "joined"]);

/** Fits the weights on reworded true sentences and on sentences with wrong sources. Every kind counts the same. */
export function fitRule(judged: readonly JudgedCase[]): Readonly<Record<string, number>> {
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
  return Object.fromEntries(OVERLAP_FEATURES.map((name) => [name, rounded(weights[name] ?? 0)]));
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export async function writeRule(rule: Readonly<Record<string, number>>, command: string): Promise<void> {
  const weights = Object.entries(rule).map(([sign, weight]) => `  ${sign}: ${weight},`);
  await writeFile(
    RULES_FILE,
    `/** Weights of the features in \`term-overlap.ts\`. Written by \`${command}\`. */
export const VERIFICATION_WEIGHTS = {
${weights.join("\n")}
} as const;
`,
  );
}
