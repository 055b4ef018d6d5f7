import { Failure } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";

const USAGE = "npm run bench -- harm [--rounds 10] [--wait 60] [--minutes 30] [--only a-part-of-the-name]";

export interface HarmOptions {
  /** Of twenty PDFs at once. */
  readonly rounds: number;
  /** How long a file may take to come to its end. */
  readonly waitMs: number;
  /** When no file is begun any more; the rounds are run all the same. */
  readonly deadline: number;
  /** The files whose names hold it. */
  readonly only: string;
}

/** @throws Failure, Help */
export function readHarmOptions(args: readonly string[]): HarmOptions {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const options = { rounds: text("10"), wait: text("60"), minutes: text("30"), only: text("") };
  const { rounds, wait, minutes, only } = readOptions(options, USAGE, args);
  const deadline = Date.now() + numberOf("minutes", minutes) * 60_000;
  return { rounds: numberOf("rounds", rounds), waitMs: numberOf("wait", wait) * 1_000, deadline, only };
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Failure(`--${name} takes a number, not "${text}". Usage: ${USAGE}`);
  return Number(text);
}
