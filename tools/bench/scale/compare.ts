import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { signIn, startService } from "../lib/service.ts";
import { showNumber, showTable, spreadOf } from "../lib/statistics.ts";
import { fillOrganization, type Seed, type Size } from "./fill.ts";
import { type Query, measureQueries, type Cost } from "./queries.ts";
import { budgetOf, explainExcess } from "./budgets.ts";
import { plantSeed } from "./seed.ts";

const SIZES: readonly Size[] = [
  { name: "small", collections: 10, assets: 100 },
  { name: "middle", collections: 1_000, assets: 10_000 },
  { name: "large", collections: 10_000, assets: 100_000 },
];
const USAGE = "npm run bench -- scale [--size small,middle,large] [--rounds 5]";
const HEAD = ["", "collections", "assets", "answered", "D1 trips", "rows read", "budget", "ms"];

/** Measures reads, questions, searches, lists and sign-ins in organizations of different sizes. */
export async function compareSizes(args: readonly string[]): Promise<void> {
  const { sizes, rounds } = readScaleOptions(args);
  const measured = new Map<string, Measured[]>();
  for (const size of sizes)
    for (const each of await measure(size, rounds))
      measured.set(each.name, [...(measured.get(each.name) ?? []), each]);
  const all = [...measured.values()].flat();
  const excess = new Map(all.map(({ name, excess: why }) => [name, why]));
  process.stdout.write(
    `Medians of ${rounds} calls after one warm-up. Rows are D1's own count, which includes index entries.\n\n` +
      `${showTable([HEAD, ...all.map(({ cells }) => cells)])}\n${[...excess.values()].join("")}`,
  );
}

interface Measured {
  readonly name: string;
  /** A row of the table. */
  readonly cells: readonly string[];
  /** The reason of reading more rows than the budget; "" within it. */
  readonly excess: string;
}

async function measure(size: Size, rounds: number): Promise<Measured[]> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const seed = await seedIn(stateFolder);
    fillOrganization(stateFolder, seed, size);
    const { origin, stop } = await startService(stateFolder);
    try {
      const asks = await measureQueries(origin, stateFolder, seed, size);
      const measured: Measured[] = [];
      for (const [name, ask] of Object.entries(asks)) measured.push(await costsOf(name, size, ask, rounds));
      return measured;
    } finally {
      await stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function seedIn(stateFolder: string): Promise<Seed> {
  const { origin, stop } = await startService(stateFolder);
  try {
    return await plantSeed(origin, await signIn(origin, stateFolder, "ada"));
  } finally {
    await stop();
  }
}

async function costsOf(name: string, size: Size, ask: Query, rounds: number): Promise<Measured> {
  await ask();
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await ask());
  const median = (of: (cost: Cost) => number): number => spreadOf(costs.map(of)).median;
  const listed = median((cost) => cost.answered ?? Number.NaN);
  const answered = Number.isNaN(listed) ? null : listed;
  const [rows, budget] = [median((cost) => cost.rows), budgetOf(name, answered)];
  const optional = (number: number | null): string => (number === null ? "" : showNumber(number));
  const [trips, ms] = [median((cost) => cost.trips), median((cost) => cost.ms)];
  const ofSize = [showNumber(size.collections), showNumber(size.assets), optional(answered)];
  const cells = [name, ...ofSize, showNumber(trips), showNumber(rows), optional(budget), showNumber(ms, 1)];
  return { name, cells, excess: explainExcess(name, rows, budget) };
}

function readScaleOptions(args: readonly string[]): {
  readonly sizes: readonly Size[];
  readonly rounds: number;
} {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const values = readOptions(
    { size: text(SIZES.map(({ name }) => name).join(",")), rounds: text("5") },
    USAGE,
    args,
  );
  const sizes = values.size.split(",").map((name) => SIZES.find((size) => size.name === name));
  const rounds = Number(values.rounds);
  if (!(rounds >= 1) || sizes.includes(undefined))
    throw new Failure(`Unknown size or invalid rounds. Usage: ${USAGE}`);
  return { rounds, sizes: sizes.filter((size) => size !== undefined) };
}
