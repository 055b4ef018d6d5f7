import { afterEach, expect, test, vi } from "vitest";
import { type Id, newId } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import {
  createFolderToDelete,
  deletePermanently,
  getBody,
  remainingRecords,
  linkAsset,
  PLAN,
} from "../../support/http/folder-to-delete.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { JobCutOff, crashJobAt } from "../../support/faults/crash-job-at.ts";
import { signUp } from "../../support/http/person.ts";
import { openEvents } from "../../support/http/threads.ts";
import { WAIT } from "../../support/setup/wait.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(runAllJobs);

test("a dry run reports deleted and remaining records and changes nothing", async () => {
  const { ada, folder, other, gone, stays, threadId } = await createFolderToDelete();
  const { body, trips } = await deletePermanently(ada, [folder], "?dryRun=true");
  expect({ trips, eventKey: body.eventKey, done: body.done }).toEqual({ trips: 1, eventKey: "", done: true });
  expect(body.data).toMatchObject({
    ...PLAN,
    dryRun: true,
    deletionId: "",
    staying: [{ assetId: stays, collectionIds: [other] }],
  });
  for (const path of [`/v1/collections/${folder}`, `/v1/assets/${gone}`, `/v1/threads/${threadId}`])
    expect((await getBody(ada, path)).code).toBe("ok");
});

test("deleting a collection hides its subtree immediately and then removes it from every store, and the receipt confirms it", async () => {
  const { ada, folder, below, other, gone, stays, threadId, beside } = await createFolderToDelete();
  const listener = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  const { body, trips } = await deletePermanently(ada, [folder]);
  expect({ trips, done: body.done, dryRun: body.data.dryRun }).toEqual({
    trips: 2,
    done: false,
    dryRun: false,
  });
  expect(body.data).toMatchObject(PLAN);
  const missing = [
    `/v1/collections/${folder}`,
    `/v1/collections/${below}`,
    `/v1/assets/${gone}`,
    `/v1/threads/${threadId}`,
  ];
  for (const path of missing)
    expect({ path, code: (await getBody(ada, path)).code }).toEqual({ path, code: "not_found" });
  expect((await getBody(ada, `/v1/assets/${stays}`)).code).toBe("ok");
  expect(await listener.closed).toBe(4403);
  const receiptOf = async () => (await getBody(ada, `/v1/deletions/${body.data.deletionId}`)).data;
  await vi.waitUntil(async () => (await receiptOf()).finishedAt !== null, WAIT);
  await runAllJobs();
  const receipt = await receiptOf();
  expect(receipt).toMatchObject({
    ...PLAN,
    collectionIds: [folder],
    finishedAt: expect.stringMatching(/^\d{4}-/),
  });
  expect(receipt.removed).toMatchObject({
    collections: { records: 2, left: 0, r2: 0, index: 0, rooms: 0 },
    threads: { records: 1, left: 0, rooms: 1 },
    assets: { records: 1, left: 0, r2: 4, index: 1, rooms: 2 },
  });
  await vi.waitFor(
    async () => expect(await remainingRecords(ada, body.data.deletionId)).toEqual({ checked: 4, left: [] }),
    WAIT,
  );
  const asset = (await getBody(ada, `/v1/assets/${stays}`)).data;
  expect(asset.collectionIds).toHaveLength(1);
  const { messages } = (await getBody(ada, `/v1/threads/${beside}`)).data;
  expect(messages.at(-1).content).toContain("[deleted]");
  expect((await getBody(ada, `/v1/collection/${other}/assets`)).data.pagination.count).toBe(1);
  expect(
    (await call("searchPassages", { token: ada.token, body: { query: "zephyr engine ferry" } })).body.data
      .passages,
  ).toHaveLength(1);
});

test("a small deletion finishes soon after the response, and the cron run continues a large one", async () => {
  const finished = async (count: number) => {
    const ada = await signUp();
    const folder = await createCollection(ada, ada.rootId, "Folder");
    await insertAssets(ada, folder, count, (at) => ({ name: `asset ${at}` }));
    const { deletionId } = (await deletePermanently(ada, [folder])).body.data;
    const receipt = async () => (await getBody(ada, `/v1/deletions/${deletionId}`)).data;
    return { receipt, left: async () => (await remainingRecords(ada, deletionId)).left };
  };
  const [little, much] = [await finished(20), await finished(21)];
  await vi.waitUntil(async () => (await little.receipt()).finishedAt !== null, WAIT);
  expect((await little.receipt()).removed).toMatchObject({
    collections: { records: 1, left: 0 },
    assets: { records: 20, left: 0 },
  });
  await vi.waitFor(async () => expect(await little.left()).toEqual([]), WAIT);
  expect((await much.receipt()).removed.assets.left).toBe(21);
  await runAllJobs();
  expect((await much.receipt()).removed).toMatchObject({
    collections: { records: 1, left: 0 },
    assets: { records: 21, left: 0 },
  });
});

test("the receipt counts records once that several parallel runs remove", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const [once, twice] = await insertAssets(ada, folder, 21, () => ({}));
  const { deletionId } = (await deletePermanently(ada, [folder])).body.data;
  const begun = async () =>
    (await testEnv.DB.prepare("SELECT purge_at AS at FROM assets WHERE id = ?")
      .bind(twice)
      .first<number>("at")) === 0;
  await vi.waitUntil(begun, WAIT);
  const purge = async (assetId: string | undefined) => {
    const job: Job = { kind: "purge_asset", assetId: assetId as Id<"asset">, after: null };
    await jobHandlerOf({ db: createDatabase(testEnv.DB), platform: platformOf(testEnv) })(job);
  };
  await purge(once);
  await Promise.all([purge(twice), purge(twice), purge(twice)]);
  const rowsOf = async (assetId: string | undefined) =>
    await testEnv.DB.prepare("SELECT rows FROM deletion_items WHERE deletion_id = ? AND target_id = ?")
      .bind(deletionId, assetId)
      .first<number>("rows");
  expect(await rowsOf(twice)).toBe(await rowsOf(once));
  expect(await rowsOf(once)).toBeGreaterThan(0);
});

test("a deletion requires own, rejects the service's collections, and takes effect once for one key", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.rootId, "Folder");
  expect((await deletePermanently(bob, [folder])).body.code).toBe("not_found");
  await share(ada, folder, bob, ["write", "share"]);
  expect([
    (await deletePermanently(bob, [folder])).body.code,
    (await deletePermanently(bob, [folder], "?dryRun=true")).body.code,
  ]).toEqual(["permission_denied", "permission_denied"]);
  expect([
    (await deletePermanently(ada, [ada.personalId])).body.code,
    (await deletePermanently(ada, [ada.rootId], "?dryRun=true")).body.code,
  ]).toEqual(["failed_precondition", "failed_precondition"]);
  await share(ada, folder, bob, ["own"]);
  const headers = { "idempotency-key": newId("req") };
  const first = await deletePermanently(bob, [folder], "", headers);
  const again = await deletePermanently(bob, [folder], "", headers);
  expect({
    code: first.body.code,
    deletionId: again.body.data.deletionId,
    eventKey: again.body.eventKey,
  }).toEqual({
    code: "ok",
    deletionId: first.body.data.deletionId,
    eventKey: first.body.eventKey,
  });
  expect((await deletePermanently(bob, [folder])).body.code).toBe("not_found");
});

test("parallel and nested deletions remove each record once", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const below = await createCollection(ada, folder, "Below");
  const ids = await insertAssets(ada, below, 3, () => ({}));
  for (const id of ids) await linkAsset(ada, folder, id);
  const both = await Promise.all([deletePermanently(ada, [folder]), deletePermanently(ada, [below])]);
  expect(both.some(({ body }) => body.code === "ok")).toBe(true);
  await runAllJobs();
  const rows = await testEnv.DB.prepare(
    "SELECT (SELECT count(*) FROM assets WHERE organization_id = ?1) + (SELECT count(*) FROM collections WHERE id IN (?2, ?3)) AS n",
  )
    .bind(ada.organizationId, folder, below)
    .first<number>("n");
  const kept = await testEnv.DB.prepare("SELECT collection_count AS n FROM organizations WHERE id = ?")
    .bind(ada.organizationId)
    .first<number>("n");
  const really = await testEnv.DB.prepare("SELECT count(*) AS n FROM collections WHERE organization_id = ?")
    .bind(ada.organizationId)
    .first<number>("n");
  expect({ rows, kept }).toEqual({ rows: 0, kept: really });
});

test.each(["before", "after"] as const)(
  "the next run completes a deletion that is cut off %s any store call",
  async (when) => {
    const { ada, folder, stays } = await createFolderToDelete();
    const jobs: Job[] = [];
    const { deletionId } = (await deletePermanently(ada, [folder])).body.data;
    jobs.push({ kind: "purge_collections", deletionId });
    for (let nth = 1, isDone = false; !isDone; nth += 1) {
      const { ctx } = crashJobAt(nth, when);
      try {
        for (let next: Job | null = jobs[0] ?? null; next !== null;) next = await jobHandlerOf(ctx)(next);
        isDone = true;
      } catch (error) {
        if (!(error instanceof JobCutOff)) throw error;
      }
    }
    await runAllJobs();
    await vi.waitFor(
      async () => expect(await remainingRecords(ada, deletionId)).toEqual({ checked: 4, left: [] }),
      WAIT,
    );
    expect((await getBody(ada, `/v1/assets/${stays}`)).code).toBe("ok");
  },
);
