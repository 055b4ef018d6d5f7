import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { YieldTimer } from "../../../src/jobs/yield-timer.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs, purgeNow, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const TEXT = "The zephyr engine was built in 1871 by a clerk called Marrow.";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

interface Cost {
  readonly steps: number;
  readonly trips: number;
  readonly read: number;
  readonly written: number;
}

/** The D1 cost of a whole job, excluding jobs that it enqueues. */
async function costOf(job: Job): Promise<Cost> {
  const db = createDatabase(testEnv.DB);
  const handle = jobHandlerOf({ db, platform: platformOf(testEnv) });
  let [steps, written] = [0, 0];
  interceptBatches(async (_, run) => {
    const results = await run();
    for (const { meta } of results) written += meta.rows_written;
    return results;
  });
  for (let next: Job | null = job; next !== null; steps += 1) next = await handle(next);
  vi.restoreAllMocks();
  return { steps, trips: db.meter.trips, read: db.meter.rowsRead, written };
}

/** The cost of a due purge. */
async function costOfAsset(ada: Person, assetId: Id<"asset">): Promise<Cost> {
  await tombstone(ada, "asset", [assetId]);
  await runAllJobs();
  await testEnv.DB.prepare("UPDATE assets SET purge_at = 0 WHERE id = ?").bind(assetId).run();
  return await costOf({ kind: "purge_asset", assetId, after: null });
}

/** Checks that each figure is within its budget. */
function expectWithin(cost: Cost, budget: Cost): void {
  const over = (Object.keys(budget) as (keyof Cost)[]).filter((name) => cost[name] > budget[name]);
  expect({ over, cost }).toEqual({ over: [], cost });
}

test("purging an asset costs the same among many assets as alone, and a quoted asset costs a few rows more", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const add = async (name: string) => (await addReadyAsset(ada, home, TEXT, { name })) as Id<"asset">;
  const [alone, among, quoted] = [await add("alone.txt"), await add("among.txt"), await add("quoted.txt")];
  const first = await costOfAsset(ada, alone);
  expectWithin(first, { steps: 1, trips: 3, read: 45, written: 15 });
  await insertAssets(ada, home, 500, () => ({}));
  const second = await costOfAsset(ada, among);
  expect({ steps: second.steps, trips: second.trips }).toEqual({ steps: first.steps, trips: first.trips });
  expect(second.read - first.read).toBeLessThanOrEqual(20);
  const threadId = (await startThread(ada, home, { assetIds: [quoted] })) as Id<"thread">;
  await sendMessage(ada, threadId, "Who built the zephyr engine?");
  expectWithin(await costOfAsset(ada, quoted), { steps: 2, trips: 6, read: 80, written: 24 });
  await tombstone(ada, "thread", [threadId]);
  await runAllJobs();
  await testEnv.DB.prepare("UPDATE threads SET purge_at = 0 WHERE id = ?").bind(threadId).run();
  expectWithin(await costOf({ kind: "purge_thread", threadId }), {
    steps: 1,
    trips: 2,
    read: 60,
    written: 30,
  });
});

test("a run of many purges sleeps as long as it has worked, sleep excluded", async () => {
  const ada = await signUp();
  const assetIds = [
    await addReadyAsset(ada, ada.personalId, TEXT),
    await addReadyAsset(ada, ada.personalId, TEXT, { name: "second.txt" }),
  ];
  await tombstone(ada, "asset", assetIds);
  await runAllJobs();
  await testEnv.DB.prepare("UPDATE assets SET purge_at = 1 WHERE id = ?").bind(assetIds[0]).run();
  const give = vi.spyOn(YieldTimer.prototype, "yield");
  await purgeNow(assetIds[1]!);
  const resting = give.mock.contexts.slice(0, 8);
  expect([resting.length, new Set(resting).size]).toEqual([8, 1]);
});

test("a deletion step handles a hundred assets in four D1 round trips, within a row budget for each", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  await insertAssets(ada, home, 150, () => ({}));
  const deletionId = await beginDeletion(ada, home);
  const db = createDatabase(testEnv.DB);
  const job = { kind: "purge_collections", deletionId } as const;
  expect(await jobHandlerOf({ db, platform: platformOf(testEnv) })(job)).toEqual(job);
  // The jobs that the step enqueues do not run here.
  await testEnv.DB.prepare("DELETE FROM outbox").run();
  expect(db.meter.trips).toBeLessThanOrEqual(4);
  expect(db.meter.rowsRead).toBeLessThanOrEqual(100 * 120);
});

/** Deletes the collection without purging its contents yet. */
async function beginDeletion(ada: Person, collectionId: string): Promise<Id<"op">> {
  const { DB } = testEnv;
  const deletionId = "op_01h455vb4pex5vsknk084sn02q" as Id<"op">;
  await DB.batch([
    DB.prepare(
      "INSERT INTO deletions (id, organization_id, requested_by, requested_at, plan) VALUES (?, ?, ?, 1, '{}')",
    ).bind(deletionId, ada.organizationId, ada.userId),
    DB.prepare("INSERT INTO deletion_items (deletion_id, kind, target_id) VALUES (?, 'collection', ?)").bind(
      deletionId,
      collectionId,
    ),
    DB.prepare("UPDATE collections SET lifecycle_state = 'deleted', deleted_at = 1 WHERE id = ?").bind(
      collectionId,
    ),
  ]);
  return deletionId;
}
