import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { spawnFile } from "../support/fixtures/scripts.ts";

interface Run {
  readonly set: string;
  readonly documents: number;
  readonly figures: Readonly<Record<string, number>>;
}

test("the sample's answers quote exactly, and their figures stay above the floors", async () => {
  const file = join(await newFolder(), "figures.json");
  const run = spawnFile("tools/eval/run.ts", [
    "--data",
    join(PROJECT_ROOT, "tools", "eval", "samples", "island"),
    "--json",
    file,
  ]);
  expect({ status: await run.ended, stderr: run.output.stderr }).toMatchObject({ status: 0 });
  const { runs } = JSON.parse(await readFile(file, "utf8")) as { readonly runs: readonly Run[] };
  const { set, documents, figures } = runs[0] ?? expect.fail("no run");
  expect({ set, documents }).toEqual({ set: "island", documents: 11 });
  expect(figures).toMatchObject({ answerable: 32, outside: 10, turns: 99 });
  expect(figures.quotes).toBeGreaterThan(100);
  expect(figures.exactQuotes).toBe(figures.quotes);
  // Lower limits of the figures. Raise them after an improvement.
  expect(figures.acc5).toBeGreaterThan(0.85);
  expect(figures.goldAll).toBeGreaterThan(0.6);
  expect(figures.rightTurns).toBeGreaterThanOrEqual(55);
}, 300_000);
