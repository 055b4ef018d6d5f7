import { expect, test } from "vitest";
import { FairQueue } from "../../scripts/lib/sandbox/fair-queue.ts";

const LIMITS = { maxWaitMs: 60_000, maxWaiting: 4, maxWaitingPerOwner: 2 };

/** Runs jobs that end at once, and returns their names in the order of their starts. */
async function orderOf(jobs: readonly { readonly name: string; readonly isUrgent: boolean }[]) {
  const queue = new FairQueue(1);
  const started: string[] = [];
  const first = await queue.acquire("first", LIMITS);
  const all = jobs.map(async ({ name, isUrgent }) => {
    const slot = await queue.acquire(name[0] ?? "", { ...LIMITS, isUrgent });
    if (slot !== null) started.push(name);
    slot?.release();
  });
  first?.release();
  await Promise.all(all);
  return started;
}

test("the queue takes urgent jobs before others, and owners in turns", async () => {
  const jobs = [
    { name: "a1", isUrgent: false },
    { name: "a2", isUrgent: false },
    { name: "b1", isUrgent: false },
    { name: "a question", isUrgent: true },
    { name: "b question", isUrgent: true },
  ];
  expect(await orderOf(jobs)).toEqual(["a question", "b question", "a1", "b1", "a2"]);
});

test("the queue rejects a job beyond its limits, but counts urgent jobs apart", async () => {
  const jobs = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => ({ name, isUrgent: false }));
  expect(await orderOf([...jobs, { name: "a question", isUrgent: true }])).toEqual([
    "a question",
    "b1",
    "a1",
    "b2",
    "a2",
  ]);
});

test("an owner with many jobs waits for the turns of the others", async () => {
  const queue = new FairQueue(1);
  const served: string[] = [];
  const order = async (owner: string): Promise<void> => {
    const turn = await queue.acquire(owner);
    served.push(owner);
    turn?.release();
  };
  const first = await queue.acquire("mallory");
  const all = [...Array.from({ length: 30 }, async () => await order("mallory")), order("ada"), order("bob")];
  first?.release();
  await Promise.all(all);
  expect(served.slice(0, 3).toSorted()).toEqual(["ada", "bob", "mallory"]);
});
