import { randomInt } from "node:crypto";
import { Failure } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";

const USAGE = "npm run test:faults -- [--rounds 50] [--seed NUMBER] [--models] [--model-process]";

export interface FaultOptions {
  /** Number of kills of the service. */
  readonly rounds: number;
  /** Determines the times of the kills and the messages. */
  readonly seed: number;
  /** Whether the answers come from language models that break off, repeat themselves and hang. */
  readonly models: boolean;
  /** Whether the kills hit only the process of the embedding model and the reader. */
  readonly modelProcess: boolean;
}

/** @throws Failure for an unknown option, or a value that is no whole number */
export function readFaultOptions(): FaultOptions {
  const options = readOptions(
    {
      rounds: { type: "string", default: "50" },
      seed: { type: "string", default: String(randomInt(1_000_000)) },
      models: { type: "boolean", default: false },
      "model-process": { type: "boolean", default: false },
    },
    USAGE,
  );
  return {
    rounds: wholeNumber("--rounds", options.rounds, 1),
    seed: wholeNumber("--seed", options.seed, 0),
    models: options.models,
    modelProcess: options["model-process"],
  };
}

function wholeNumber(name: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Failure(`${name} must be a whole number from ${least} on, not "${text}". Usage: ${USAGE}`);
}
