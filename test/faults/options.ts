import { randomInt } from "node:crypto";
import { Failure } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";

const USAGE = "npm run test:faults -- [--rounds 50] [--seed NUMBER] [--models]";

export interface FaultOptions {
  /** How often the service is killed. */
  readonly rounds: number;
  /** Determines when it is killed, and what everybody sends. */
  readonly seed: number;
  /** Whether answers are written by language models that break off, repeat themselves and fall silent. */
  readonly models: boolean;
}

/** @throws Failure on an option that is not known, or no whole number */
export function readFaultOptions(): FaultOptions {
  const options = readOptions(
    {
      rounds: { type: "string", default: "50" },
      seed: { type: "string", default: String(randomInt(1_000_000)) },
      models: { type: "boolean", default: false },
    },
    USAGE,
  );
  return { rounds: wholeNumber("--rounds", options.rounds, 1), seed: wholeNumber("--seed", options.seed, 0), models: options.models };
}

function wholeNumber(name: string, text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Failure(`${name} must be a whole number from ${least} on, not "${text}". Usage: ${USAGE}`);
}
