import { expect, test } from "vitest";
import { CallSlots } from "../../src/http/mcp/call-slots.ts";

const HOUR_MS = 3_600_000;

/** Runs all promises that can make progress. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test("calls beyond the slots wait, and run in order of arrival", async () => {
  const slots = new CallSlots({ atOnce: 2, waiting: 10, heldMs: HOUR_MS });
  const began: number[] = [];
  const releases: (() => void)[] = [];
  const calls = [0, 1, 2, 3, 4].map(async (call) => {
    releases[call] = await slots.take("ada");
    began.push(call);
  });
  await settled();
  expect(began).toEqual([0, 1]);
  releases[1]?.();
  await settled();
  expect(began).toEqual([0, 1, 2]);
  releases[0]?.();
  releases[2]?.();
  await Promise.all(calls);
  expect(began).toEqual([0, 1, 2, 3, 4]);
});

test("a caller waits only for their own calls", async () => {
  const slots = new CallSlots({ atOnce: 1, waiting: 1, heldMs: HOUR_MS });
  await slots.take("ada");
  await expect(slots.take("bob")).resolves.toBeTypeOf("function");
});

test("the service rejects a call beyond the maximum number of waiting calls immediately", async () => {
  const slots = new CallSlots({ atOnce: 1, waiting: 2, heldMs: HOUR_MS });
  const release = await slots.take("ada");
  const waiting = [slots.take("ada"), slots.take("ada")];
  await expect(slots.take("ada")).rejects.toMatchObject({ code: "resource_exhausted" });
  release();
  (await waiting[0])?.();
  (await waiting[1])?.();
  await expect(slots.take("ada")).resolves.toBeTypeOf("function");
});

test("a second release of the same slot frees no other slot", async () => {
  const slots = new CallSlots({ atOnce: 1, waiting: 5, heldMs: HOUR_MS });
  const release = await slots.take("ada");
  const began: number[] = [];
  for (const call of [1, 2]) void slots.take("ada").then(() => began.push(call));
  release();
  release();
  await settled();
  expect(began).toEqual([1]);
});

test("a slot without a release expires", async () => {
  const slots = new CallSlots({ atOnce: 1, waiting: 5, heldMs: 20 });
  await slots.take("ada");
  await expect(slots.take("ada")).resolves.toBeTypeOf("function");
});
