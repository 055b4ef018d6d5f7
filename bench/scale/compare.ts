import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";
import { signIn, startService } from "../lib/service.ts";
import { showNumber, showTable, spreadOf } from "../lib/statistics.ts";
import { fillOrganization, type Seed, type Size } from "./fill.ts";
import { type Ask, asksOf, type Cost } from "./asks.ts";
import { plantSeed } from "./seed.ts";

const SIZES: readonly Size[] = [
  { name: "small", collections: 10, assets: 100 },
  { name: "middle", collections: 1_000, assets: 10_000 },
  { name: "large", collections: 10_000, assets: 100_000 },
];
const USAGE = "npm run bench -- scale [--size small,middle,large] [--rounds 5]";
const HEAD = ["", "collections", "assets", "answered", "D1 trips", "rows read", "ms"];

/** What reads, questions, searches, lists and sign-ins cost in organizations of different sizes. */
export async function compareSizes(args: readonly string[]): Promise<void> {
  const { sizes, rounds } = readScaleOptions(args);
  const measured = new Map<string, string[][]>();
  for (const size of sizes) for (const [name, row] of await measure(size, rounds)) measured.set(name, [...(measured.get(name) ?? []), row]);
  const table = showTable([HEAD, ...[...measured.values()].flat()]);
  process.stdout.write(
    `${rounds} calls each after one that warms up; medians. Rows are D1's own count, entries of its indexes among them.\n\n${table}`,
  );
}

/** @returns a row of the table for each ask */
async function measure(size: Size, rounds: number): Promise<Map<string, string[]>> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const seed = await seedIn(stateFolder);
    fillOrganization(stateFolder, seed, size);
    const { origin, stop } = await startService(stateFolder);
    try {
      const asks = await asksOf(origin, stateFolder, seed, size);
      const rows = new Map<string, string[]>();
      for (const [name, ask] of Object.entries(asks))
        rows.set(name, [name, showNumber(size.collections), showNumber(size.assets), ...(await costsOf(ask, rounds))]);
      return rows;
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

async function costsOf(ask: Ask, rounds: number): Promise<string[]> {
  await ask();
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await ask());
  const median = (of: (cost: Cost) => number): number => spreadOf(costs.map(of)).median;
  const answered = median((cost) => cost.answered ?? Number.NaN);
  const shown = [median((cost) => cost.trips), median((cost) => cost.rows)].map((number) => showNumber(number));
  return [
    Number.isNaN(answered) ? "" : showNumber(answered),
    ...shown,
    showNumber(
      median((cost) => cost.ms),
      1,
    ),
  ];
}

function readScaleOptions(args: readonly string[]): { readonly sizes: readonly Size[]; readonly rounds: number } {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const values = readOptions({ size: text(SIZES.map(({ name }) => name).join(",")), rounds: text("5") }, USAGE, args);
  const sizes = values.size.split(",").map((name) => SIZES.find((size) => size.name === name));
  const rounds = Number(values.rounds);
  if (!(rounds >= 1) || sizes.includes(undefined)) throw new Failure(`A size is not known, or the rounds are none. Usage: ${USAGE}`);
  return { rounds, sizes: sizes.filter((size) => size !== undefined) };
}
