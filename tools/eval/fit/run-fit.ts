import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WEIGHTS } from "../../../src/knowledge-index/ranking/answerability/weights.ts";
import { Failure } from "../../../scripts/lib/failure.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { readDataSet } from "../data/read-data-set.ts";
import { LocalSemantic } from "../offline/local-semantic.ts";
import type { Level } from "../offline/offline-index.ts";
import { collectFeatures, type ObservedQuestion } from "./collect-features.ts";
import { readFitOptions } from "./fit-options.ts";
import { fitAll, type Judged, judgeFit, ratesOf, type Weights } from "./judge-fit.ts";

type Rule = keyof typeof WEIGHTS;

const WEIGHTS_FILE = join(PROJECT_ROOT, "src/knowledge-index/ranking/answerability/weights.ts");
/** The semantic level of each rule. */
const LEVELS: Readonly<Record<Rule, Level>> = { words: "off", similarWords: "words", sentences: "on" };
const THRESHOLDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/**
 * `npm run eval -- fit`: fits the weights of the answerability rule and reports its error rates on held-out
 * questions.
 */
export async function runFit(
  args: readonly string[],
  write: (text: string) => void,
  tell: (line: string) => void,
): Promise<void> {
  const options = readFitOptions(args);
  const sets = await Promise.all(options.data.map(readDataSet));
  const unknown = [...options.weights.keys()].find((name) => sets.every((set) => set.name !== name));
  if (unknown !== undefined) throw new Failure(`--weigh names ${unknown}, which is not a set of --data.`);
  const semantic = await LocalSemantic.load();
  const fitted: Record<string, Weights> = { ...WEIGHTS };
  for (const rule of options.rules) {
    const seen: ObservedQuestion[] = [];
    for (const set of sets)
      seen.push(
        ...(await collectFeatures(semantic, set, {
          ...options,
          near: options.near > 0,
          level: LEVELS[rule],
          tell,
        })),
      );
    const own = seen.filter((question) => question.rule === rule);
    if (own.length < 100)
      throw new Failure(
        `Only ${own.length} questions fall under the rule "${rule}": too few to fit anything.`,
      );
    const names = options.keep
      ? options.signs
      : [...new Set([...Object.keys(WEIGHTS[rule]), ...options.signs])];
    const weightOf = ({ set, isNear }: ObservedQuestion): number =>
      (options.weights.get(set) ?? 1) * (isNear ? options.near : 1);
    const { weights, heldOut } = fitAll(own, names, weightOf, options.keep ? WEIGHTS[rule] : {});
    fitted[rule] = weights;
    write(accountOf(rule, { weights, now: judgeFit(own, WEIGHTS[rule]), heldOut }));
  }
  if (options.write) await writeFile(WEIGHTS_FILE, weightsFile(fitted, options.command));
}

interface Account {
  readonly weights: Weights;
  readonly now: Judged;
  readonly heldOut: Judged;
}

function accountOf(rule: string, { weights, now, heldOut }: Account): string {
  const scenes = Map.groupBy(heldOut, ({ question: { set, scenario: scene } }) => `${set}, ${scene}`);
  const before = Map.groupBy(now, ({ question: { set, scenario: scene } }) => `${set}, ${scene}`);
  const lines = [...scenes].map(([name, judged]) =>
    rateLine(name, ratesOf(before.get(name) ?? []), ratesOf(judged)),
  );
  const curve = THRESHOLDS.map((threshold) => {
    const { refused, answered } = ratesOf(heldOut, threshold);
    return `${threshold.toFixed(1).padEnd(10)} ${three(refused)}  ${three(answered)}`;
  });
  return [
    `${rule}: ${JSON.stringify(weights)}`,
    "",
    `${"scene".padEnd(28)} ${"questions".padEnd(11)} refused        false          AUROC      the weights of now → held out`,
    ...lines,
    rateLine("all", ratesOf(now), ratesOf(heldOut)),
    "",
    "threshold  refused false   held out",
    ...curve,
    "",
    "",
  ].join("\n");
}

function rateLine(
  name: string,
  before: ReturnType<typeof ratesOf>,
  after: ReturnType<typeof ratesOf>,
): string {
  const pair = (one: number | null, other: number | null): string =>
    `${three(one)} → ${three(other)}`.padEnd(14);
  const count = `${after.answerable}+${after.outside}`.padEnd(11);
  return `${name.padEnd(28)} ${count} ${pair(before.refused, after.refused)} ${pair(before.answered, after.answered)} ${pair(before.auroc, after.auroc)}`;
}

function three(share: number | null): string {
  return share === null ? "    " : share.toFixed(3).replace(/^0/, "");
}

function weightsFile(weights: Readonly<Record<string, Weights>>, command: string): string {
  const rules = Object.entries(weights).map(([rule, list]) => {
    const lines = Object.entries(list).map(([sign, weight]) => `    ${sign}: ${weight},`);
    return `  ${rule}: {\n${lines.join("\n")}\n  },`;
  });
  return `/** A sign's weight in the log-odds. */
export type Weights = Readonly<Record<string, number>>;

/**
 * What each sign of certainty.ts counts: where nobody can tell what words mean, where words alike are known, and where sentences are compared.
 * Written by \`${command}\`.
 */
export const WEIGHTS = {
${rules.join("\n")}
} as const satisfies Readonly<Record<string, Weights>>;
`;
}
