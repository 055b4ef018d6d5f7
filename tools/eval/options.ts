import { resolve } from "node:path";
import { Failure } from "../../scripts/lib/failure.ts";
import { readCliSettings } from "../../scripts/lib/cli-settings.ts";
import { readOptions } from "../../scripts/lib/options.ts";

const USAGE = `npm run eval -- --data DIR [--data DIR]... [options]
Measures search and answers on questions with known answers. It runs against a temporary instance of the service.
  --data DIR            a set: docs.jsonl with queries.jsonl, conversations.jsonl or both (layout: tools/eval/README.md),
                        or XQuAD's files, one set per language
  --ask-in LANGUAGE     ask XQuAD's questions in this language, such as de (that of the documents)
  --own                 one index per document, with its questions and as many about other documents
  --hold-out PERCENT    share of the document groups to hold out; their questions are out of scope (0)
  --limit N             at most N questions of each kind, sampled by the seed (all)
  --seed N              seed of all samples (1)
  --var KEY:VALUE       setting of the service in all runs
  --variant NAME=KEY:VALUE,KEY:VALUE...
                        one more run with these settings
  --settle SECONDS      delay after the last document is ready, for background work (0)
  --at-once N           concurrent requests (4)
  --json FILE           write every figure, question, answer and quote
  --plot FILE           draw the figures as SVG
npm run eval -- offline --help: the same without a service, faster
npm run eval -- proof --help: measure the verification of answers
npm run eval -- model-answers --help: measure the answers of language models
npm run eval -- extract --help, npm run eval -- suites --help: measure text extraction
npm run eval -- rules: count the code that decides by patterns, word lists or thresholds`;

export interface Variant {
  readonly name: string;
  readonly vars: Readonly<Record<string, string>>;
}

export interface EvalOptions {
  readonly data: readonly string[];
  /** Language of the questions to XQuAD's documents; null: that of the documents. */
  readonly askIn: string | null;
  readonly own: boolean;
  readonly holdOut: number;
  readonly limit: number;
  readonly seed: number;
  /** The given variants of the settings; the first is the baseline. */
  readonly variants: readonly Variant[];
  readonly settleMs: number;
  readonly atOnce: number;
  readonly json: string | null;
  readonly plot: string | null;
}

/** @throws Failure for unknown or invalid options */
export function readEvalOptions(args: readonly string[]): EvalOptions {
  const text = { type: "string" } as const;
  const many = { type: "string", multiple: true, default: [] as string[] } as const;
  const options = readOptions(
    {
      data: many,
      "ask-in": text,
      own: { type: "boolean", default: false },
      "hold-out": text,
      limit: text,
      seed: text,
      var: many,
      variant: many,
      settle: text,
      "at-once": text,
      json: text,
      plot: text,
    },
    USAGE,
    args,
  );
  if (options.data.length === 0) throw new Failure(`--data is missing. Usage: ${USAGE.split("\n", 1)[0]}`);
  const number = (
    name: "hold-out" | "limit" | "seed" | "settle" | "at-once",
    otherwise: number,
    least: number,
    most: number,
  ): number => {
    const given = options[name];
    const value = given === undefined ? otherwise : Number(given);
    if (given !== undefined && !(/^\d+$/.test(given) && value >= least && value <= most))
      throw new Failure(`--${name} must be a number from ${least} to ${most}, not "${given}".`);
    return value;
  };
  const holdOut = number("hold-out", 0, 0, 99) / 100;
  if (options.own && holdOut > 0)
    throw new Failure("--hold-out and --own exclude each other: --own holds out all documents but one.");
  return {
    data: options.data.map(fromCaller),
    askIn: options["ask-in"] ?? null,
    own: options.own,
    holdOut,
    limit: number("limit", Infinity, 1, 1_000_000),
    seed: number("seed", 1, 0, 4_294_967_295),
    variants: readVariants(options.var, options.variant),
    settleMs: number("settle", 0, 0, 86_400) * 1_000,
    atOnce: number("at-once", 4, 1, 64),
    json: options.json === undefined ? null : fromCaller(options.json),
    plot: options.plot === undefined ? null : fromCaller(options.plot),
  };
}

function readVariants(vars: readonly string[], variants: readonly string[]): Variant[] {
  const settings = (some: readonly string[]): Record<string, string> =>
    readCliSettings({ vars: some, environment: {}, file: undefined });
  const base = { name: "base", vars: settings(vars) };
  const others = variants.map((text): Variant => {
    const [, name = "", list = ""] = /^([^=:]+)=(.+)$/s.exec(text) ?? [];
    if (name === "") throw new Failure(`--variant must be NAME=KEY:VALUE,KEY:VALUE..., not "${text}".`);
    // Values may contain commas: the next setting begins after a comma before an uppercase name.
    return { name, vars: { ...base.vars, ...settings(list.split(/,(?=[A-Z][A-Z0-9_]*:)/)) } };
  });
  const all = [base, ...others];
  const twice = all.find(({ name }, place) => all.findIndex((each) => each.name === name) !== place);
  if (twice !== undefined) throw new Failure(`Two variants have the name ${twice.name}.`);
  return all;
}

/** npm runs a script in the project folder and passes the caller's folder in a variable. */
export function fromCaller(path: string): string {
  return resolve(
    (process.env["npm_lifecycle_event"] === "eval" ? process.env["INIT_CWD"] : undefined) ?? process.cwd(),
    path,
  );
}
