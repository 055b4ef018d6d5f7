import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { hostileFiles } from "../../../test/hostile/files.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { type ReadingCost, readingCost, type StageCost } from "./stage-cost.ts";

const DEFAULTS = { seconds: [10], honest: [1, 25] };
const READ_ONE = join(import.meta.dirname, "read-one.ts");
/** Node prints the failing line of a minified parser, which is long. */
const MAX_OUTPUT = 64 * 1024 * 1024;
const STAGES = ["text", "chunks", "tokens", "keywords", "summary"] as const;
const HEAD = ["file", "bytes", ...STAGES, "CPU ms", "longest hold", "outcome"];
const EXPLAINED =
  "CPU milliseconds of each stage, and the longest time that a stage blocked the thread. Text extraction has its own process,\n" +
  "which may block; later stages must yield. A robots.txt has one stage.\n";

/**
 * Measures each hostile file, and ordinary text of several MiB. Each file has its own process, which is
 * killed at the time limit.
 */
export async function compareTexts(args: readonly string[]): Promise<void> {
  const { seconds, honest } = readNumberOptions(args, DEFAULTS, "npm run bench -- text");
  const limitMs = (seconds[0] ?? 0) * 1000;
  const honestNames = honest.map((mebibytes) => ({
    name: `honest-${mebibytes}`,
    length: mebibytes * 1024 * 1024,
  }));
  const files = [
    ...honestNames,
    ...hostileFiles().map((file) => ({ name: file.name, length: file.bytes.length })),
  ];
  const rows = [HEAD];
  for (const { name, length } of files)
    rows.push([name, showNumber(length), ...rowOf(await costOf(name, limitMs), limitMs)]);
  process.stdout.write(`${showTable(rows)}\n${EXPLAINED}`);
}

/** Null after the time limit. */
async function costOf(name: string, limitMs: number): Promise<ReadingCost | null> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [READ_ONE, name], {
      timeout: limitMs,
      killSignal: "SIGKILL",
      maxBuffer: MAX_OUTPUT,
    });
    return readingCost.parse(JSON.parse(stdout));
  } catch (error) {
    if (!(error instanceof Error && "killed" in error)) throw error;
    return error.killed === true ? null : { stages: [], outcome: "its process broke down" };
  }
}

function rowOf(cost: ReadingCost | null, limitMs: number): string[] {
  if (cost === null) return [...STAGES.map(() => ""), `> ${showNumber(limitMs)}`, "", "ended"];
  const of = (name: string): string => {
    const known = cost.stages.find(({ stage }) => stage === name);
    return known === undefined ? "" : showNumber(known.cpuMs);
  };
  const total = cost.stages.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  return [...STAGES.map(of), showNumber(total), holdOf(cost.stages), cost.outcome];
}

function holdOf(stages: readonly StageCost[]): string {
  const longest = stages.toSorted((a, b) => b.longestHoldMs - a.longestHoldMs)[0];
  return longest === undefined ? "" : `${showNumber(longest.longestHoldMs)} (${longest.stage})`;
}
