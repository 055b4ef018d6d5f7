import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";

const USAGE =
  "npm run bench -- noisy-neighbor [--rounds 10] [--wait 60] [--minutes 30] [--purge 10000] [--folder 150] [--only a-part-of-the-name]";

export interface NoisyNeighborOptions {
  /** Rounds of twenty concurrent PDFs. */
  readonly rounds: number;
  /** Time limit of one file. */
  readonly waitMs: number;
  /** No file starts after this time; the rounds run anyway. */
  readonly deadline: number;
  /** Number of assets past their retention; 0 skips the measurement. */
  readonly purge: number;
  /** Time limit of their purge. */
  readonly purgeMs: number;
  /** Number of copies of a PDF, sequential and concurrent; 0 skips the measurement. */
  readonly folder: number;
  /** Substring that selects files by name. */
  readonly only: string;
}

/** @throws Failure, Help */
export function readNoisyNeighborOptions(args: readonly string[]): NoisyNeighborOptions {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const options = {
    rounds: text("10"),
    wait: text("60"),
    minutes: text("30"),
    purge: text("10000"),
    folder: text("150"),
    only: text(""),
  };
  const { rounds, wait, minutes, purge, folder, only } = readOptions(options, USAGE, args);
  const purgeMs = numberOf("minutes", minutes) * 60_000;
  const deadline = Date.now() + purgeMs;
  return {
    rounds: numberOf("rounds", rounds),
    waitMs: numberOf("wait", wait) * 1_000,
    deadline,
    purge: numberOf("purge", purge),
    purgeMs,
    folder: numberOf("folder", folder),
    only,
  };
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Failure(`--${name} takes a number, not "${text}". Usage: ${USAGE}`);
  return Number(text);
}
