import { basename } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { WEIGHTS } from "../../../src/knowledge-index/ranking/answerability/weights.ts";
import { fromCaller } from "../options.ts";

const USAGE = `npm run eval -- fit --data DIR [--data DIR]... [options]
Fits the weights of the answerability rule on questions whose documents are in the index or held out, in indexes of several sizes.
The report is cross-validated: each half of the document groups is judged by the weights of the other. It starts no service.
  --data DIR         a set (layout: tools/eval/README.md)
  --rule NAME        words, similarWords or sentences; repeatable (all three)
  --sign NAME        a feature without a weight so far; repeatable
  --keep             fit only the features of --sign and keep the other weights
  --near SHARE       add near misses, for which half of the answers are removed from the texts; weight of each (0)
  --weigh SET:SHARE  weight of each question of a set (1)
  --limit N          at most N questions of each kind, in each index (250)
  --seed N           (1)
  --write            write the weights into the service's code`;

export interface FitOptions {
  readonly data: readonly string[];
  readonly rules: readonly (keyof typeof WEIGHTS)[];
  readonly signs: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  readonly limit: number;
  readonly seed: number;
  readonly keep: boolean;
  /** Weight of a near-miss question; 0 disables near misses. */
  readonly near: number;
  readonly write: boolean;
  /** The command line, with folders by name. */
  readonly command: string;
}

/** @throws Failure for unknown or invalid options */
export function readFitOptions(args: readonly string[]): FitOptions {
  const many = { type: "string", multiple: true, default: [] as string[] } as const;
  const options = readOptions(
    {
      data: many,
      rule: many,
      sign: many,
      weigh: many,
      limit: { type: "string", default: "250" },
      seed: { type: "string", default: "1" },
      keep: { type: "boolean", default: false },
      near: { type: "string", default: "0" },
      write: { type: "boolean", default: false },
    },
    USAGE,
    args,
  );
  if (options.data.length === 0) throw new Failure(`--data is missing. Usage: ${USAGE.split("\n", 1)[0]}`);
  const rules = options.rule.length === 0 ? Object.keys(WEIGHTS) : options.rule;
  const wrong = rules.find((rule) => !(rule in WEIGHTS));
  if (wrong !== undefined)
    throw new Failure(`--rule must be words, similarWords or sentences, not "${wrong}".`);
  if (options.keep && options.sign.length === 0) throw new Failure("--keep requires at least one --sign.");
  const named = args.map((arg, at) => (args[at - 1] === "--data" ? nameOf(arg) : arg));
  return {
    data: options.data.map(fromCaller),
    rules: rules as (keyof typeof WEIGHTS)[],
    signs: options.sign,
    weights: new Map(options.weigh.map(weighed)),
    limit: whole("limit", options.limit),
    seed: whole("seed", options.seed),
    keep: options.keep,
    near: shareOf("near", options.near),
    write: options.write,
    command: ["npm run eval -- fit", ...named.filter((arg) => arg !== "--write")].join(" "),
  };
}

function nameOf(folder: string): string {
  return basename(folder).length > 3
    ? basename(folder)
    : folder.split("/").filter(Boolean).slice(-2).join("/");
}

function whole(name: string, given: string): number {
  const value = Number(given);
  if (!/^\d{1,7}$/.test(given) || value < 1)
    throw new Failure(`--${name} must be a number from 1 to 9999999, not "${given}".`);
  return value;
}

function shareOf(name: string, given: string): number {
  const share = Number(given);
  if (given.trim() === "" || !(share >= 0 && share <= 100))
    throw new Failure(`--${name} must be a share from 0 to 100, not "${given}".`);
  return share;
}

function weighed(given: string): [string, number] {
  const at = given.lastIndexOf(":");
  const share = Number(given.slice(at + 1));
  if (at < 1 || !(share > 0 && share <= 100))
    throw new Failure(`--weigh must be SET:SHARE with a share above 0 and up to 100, not "${given}".`);
  return [given.slice(0, at), share];
}
