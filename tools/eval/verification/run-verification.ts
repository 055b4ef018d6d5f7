import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { showTable } from "../../bench/lib/statistics.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { readDataSet } from "../data/read-data-set.ts";
import { runAttributed } from "../attributed/run-attributed.ts";
import { fromCaller } from "../options.ts";
import { fitRule, writeRule } from "./fit-rule.ts";
import { isInTrainSplit } from "./train-split.ts";
import { isMarkedSupported, type JudgedCase, judgeCases } from "./judge-cases.ts";
import { makeCases } from "./make-cases.ts";
import { FALSE_KINDS, type StatementCase, TRUE_KINDS } from "./statement-case.ts";

const SAMPLES = ["harbour", "island"].map((name) => join(PROJECT_ROOT, "tools", "eval", "samples", name));
const USAGE = `npm run eval -- proof [--data DIR]... [options]
Measures the verification of sentences without a model, on paraphrases of source sentences and on the same with a known fault.
The weights are fitted on half of the document groups; the report covers the other half. It starts no service.
  --data DIR      a set (layout: tools/eval/README.md); repeatable (the project's two samples)
  --limit N       at most N source sentences per set (150)
  --seed N        (1)
  --fit           print the fitted weights
  --write         fit and write them into the service's code
  --json FILE     write every case, its result and the shares
  --show KIND     print the misjudged cases of a kind; repeatable
npm run eval -- proof attributed --help: the same on public sets of annotated answers`;

/** `npm run eval -- proof` */
export async function runVerification(args: readonly string[], write: (text: string) => void): Promise<void> {
  const [first, ...rest] = args;
  if (first === "attributed") return await runAttributed(rest, write);
  const options = readProofOptions(args);
  const cases: StatementCase[] = [];
  for (const folder of options.data)
    cases.push(...(await makeCases(await readDataSet(folder), folder, options)));
  const judged = judgeCases(cases);
  const [own = [], others = []] = [true, false].map((half) =>
    judged.filter(({ case: { group } }) => isInTrainSplit(group) === half),
  );
  if (options.fit) write(`${JSON.stringify(fitRule(own), null, 2)}\n`);
  if (options.write) await writeRule(fitRule(own), options.command);
  write(`${others.length} sentences of the held-out half.\n${showTable(tableOf(others))}`);
  for (const kind of options.show) write(wrongOnes(own, kind));
  if (options.json !== null) {
    const all = judged.map((each) => ({ ...each, isInTrainSplit: isInTrainSplit(each.case.group) }));
    await writeJson(options.json, {
      seed: options.seed,
      limit: options.limit,
      shares: sharesOf(others),
      cases: all,
    });
  }
}

interface Share {
  readonly set: string;
  readonly isTrue: boolean;
  readonly kind: string;
  readonly sentences: number;
  /** True sentences that are marked as supported, or false ones that are not. */
  readonly right: number;
}

const isRight = (judged: JudgedCase): boolean => isMarkedSupported(judged) === judged.case.isTrue;

function sharesOf(judged: readonly JudgedCase[]): Share[] {
  const groups = Map.groupBy(judged, ({ case: { set, isTrue, kind } }) =>
    JSON.stringify([set, isTrue, kind]),
  );
  return [...groups.values()].flatMap((own): Share[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { set, isTrue, kind } = first.case;
    return [{ set, isTrue, kind, sentences: own.length, right: own.filter(isRight).length }];
  });
}

/** One row per kind, one column per set. The totals exclude copies. */
function tableOf(judged: readonly JudgedCase[]): string[][] {
  const shares = sharesOf(judged);
  const sets = [...new Set(shares.map(({ set }) => set))];
  const lines = [
    ...TRUE_KINDS.map((kind) => ({
      name: `supported: ${kind}`,
      holds: (share: Share) => share.isTrue && share.kind === kind,
    })),
    { name: "supported: all but copied", holds: (share: Share) => share.isTrue && share.kind !== "copied" },
    ...FALSE_KINDS.map((kind) => ({
      name: `doubted: ${kind}`,
      holds: (share: Share) => !share.isTrue && share.kind === kind,
    })),
    { name: "doubted: all", holds: (share: Share) => !share.isTrue },
  ];
  const cell = (some: readonly Share[]): string => {
    const sentences = some.reduce((sum, share) => sum + share.sentences, 0);
    const right = some.reduce((sum, share) => sum + share.right, 0);
    return sentences === 0 ? "" : `${(right / sentences).toFixed(3).replace(/^0/, "")} of ${sentences}`;
  };
  return [
    ["", ...sets, "all sets"],
    ...lines.map(({ name, holds }) => {
      const own = shares.filter(holds);
      return [name, ...sets.map((set) => cell(own.filter((share) => share.set === set))), cell(own)];
    }),
  ];
}

/** Lists errors of the fitting half only, so that the other half stays unseen. */
function wrongOnes(judged: readonly JudgedCase[], kind: string): string {
  const wrong = judged.filter((each) => each.case.kind === kind && !isRight(each));
  return wrong
    .map(({ case: { isTrue, sentence, cited }, mark: { support, reason } }) =>
      [
        `${isTrue ? "true" : "false"}, ${support} ${reason}: ${sentence}`,
        ...cited.map(({ text }) => `    ${text}`),
        "",
      ].join("\n"),
    )
    .join("");
}

interface ProofOptions {
  readonly data: readonly string[];
  readonly limit: number;
  readonly seed: number;
  readonly fit: boolean;
  readonly write: boolean;
  /** The command line, with folders by name. */
  readonly command: string;
  readonly json: string | null;
  readonly show: readonly string[];
}

function readProofOptions(args: readonly string[]): ProofOptions {
  const many = { type: "string", multiple: true, default: [] as string[] } as const;
  const options = readOptions(
    {
      data: many,
      limit: { type: "string", default: "150" },
      seed: { type: "string", default: "1" },
      fit: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      json: { type: "string" },
      show: many,
    },
    USAGE,
    args,
  );
  const whole = (name: "limit" | "seed"): number => {
    if (!/^\d{1,7}$/.test(options[name]))
      throw new Failure(`--${name} must be a number from 0 to 9999999, not "${options[name]}".`);
    return Number(options[name]);
  };
  return {
    data: options.data.length === 0 ? SAMPLES : options.data.map(fromCaller),
    limit: whole("limit"),
    seed: whole("seed"),
    fit: options.fit,
    write: options.write,
    command: [
      "npm run eval -- proof",
      ...args.filter((arg) => arg !== "--write").map((arg) => (arg.includes("/") ? setName(arg) : arg)),
    ].join(" "),
    json: options.json === undefined ? null : fromCaller(options.json),
    show: options.show,
  };
}

const setName = (folder: string): string => folder.split("/").filter(Boolean).slice(-2).join("/");

async function writeJson(file: string, report: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`).catch((error: unknown) => {
    throw new Failure(`Cannot write ${file}: ${firstLine(error)}`);
  });
}
