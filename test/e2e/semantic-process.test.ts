import { Request } from "miniflare";
import { afterEach, expect, test, vi } from "vitest";
import { type LocalSemantic, startSemantic } from "../../scripts/lib/sandbox/local-semantic.ts";
import { createSemanticClient } from "../../src/semantic/semantic-client.ts";
import { guardRuntimes } from "../../scripts/lib/runtime-guard.ts";

// Ends the sandbox processes of these tests with the test process.
guardRuntimes();

const running: LocalSemantic[] = [];

afterEach(() => {
  for (const { stop } of running.splice(0)) stop();
});

async function started(isOn: boolean) {
  const local = await startSemantic(isOn);
  running.push(local);
  const binding = { fetch: async (url: string, init: object) => await local.answer(new Request(url, init)) };
  return { local, semantic: createSemanticClient(binding as unknown as Fetcher, "on") };
}

test("the semantic process returns related words, and so does its successor after it ends", async () => {
  const { local, semantic } = await started(true);
  // On a busy machine the process takes longer to start than a question waits.
  await vi.waitUntil(async () => (await semantic.nearestWords(["boat"], 5)) !== null, { timeout: 60_000 });
  const near = await semantic.nearestWords(["ferry"], 5);
  expect(near?.get("ferry")?.map(({ word }) => word)).toContain("boat");
  local.stop();
  const both = await Promise.all([semantic.encode(["It rains."]), semantic.encode(["It rains."])]);
  expect(both[0]).toHaveLength(1);
  expect(both[1]).toEqual(both[0]);
});

test("a disabled semantic process starts nothing and returns nothing", async () => {
  const { semantic } = await started(false);
  expect(await semantic.nearestWords(["ferry"], 5)).toBeNull();
});
