import { expect, test } from "vitest";
import { runDryRunScenario } from "../../support/reference-models/dry-run-scenario.ts";
import { scaled } from "../../support/setup/scaled.ts";

const WORLDS = scaled({ whole: 50, share: 1 });
const STEPS = 25;

test("a dry run and the change itself agree for any change and caller", { timeout: 900_000 }, async () => {
  const { tried, refused } = await runDryRunScenario(WORLDS, STEPS);
  expect(tried).toBeGreaterThan(WORLDS * STEPS * 0.8);
  expect(tried - refused).toBeGreaterThan(tried / 4);
  console.info(`${tried} changes, ${refused} of them refused`);
});
