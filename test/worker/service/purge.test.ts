import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, type Id } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { JobCutOff, crashJobAt } from "../../support/faults/crash-job-at.ts";
import {
  remainingRowsOfAsset,
  remainingRowsOfThread,
  NO_ROWS_OF_ASSET,
  NO_ROWS_OF_THREAD,
} from "../../support/assertions/remaining-rows.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const TEXT = "The zephyr engine was built in 1871 by a clerk called Marrow.";
const QUESTION = "Who built the zephyr engine?";
const DAY_MS = 86_400_000;
const { DB } = testEnv;

afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

interface Place {
  readonly ada: Person;
  readonly assetId: Id<"asset">;
  readonly threadId: Id<"thread">;
}

/**
 * Creates a document that a thread has in scope and quotes, with every kind of reference to document and
 * thread.
 */
async function furnish(): Promise<Place> {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = (await addReadyAsset(ada, home, TEXT)) as Id<"asset">;
  const threadId = (await startThread(ada, home, { assetIds: [assetId] })) as Id<"thread">;
  await sendMessage(ada, threadId, QUESTION);
  await makeLink(ada, threadId);
  await runAllJobs();
  return { ada, assetId, threadId };
}

const purgeAt = async (table: string, id: string): Promise<number> =>
  (await DB.prepare(`SELECT purge_at FROM ${table} WHERE id = ?`).bind(id).first<number>("purge_at")) ?? -1;

async function maintain(at: number): Promise<void> {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await runScheduledMaintenance(platformOf(testEnv), new Date(at));
  await runAllJobs();
  vi.restoreAllMocks();
}

test("the cron run purges deleted records when their organization's retention ends, and not before", async () => {
  const place = await furnish();
  const { ada, assetId, threadId } = place;
  await DB.prepare("UPDATE organizations SET retention_days = 3 WHERE id = ?").bind(ada.organizationId).run();
  const before = Date.now();
  await tombstone(ada, "asset", [assetId]);
  await tombstone(ada, "thread", [threadId]);
  await runAllJobs();
  const ends = await purgeAt("assets", assetId);
  const made = await testEnv.BUCKET.list({ prefix: `${ada.organizationId}/${assetId}/artifacts/made/` });
  expect(made.objects).toHaveLength(1);
  expect(ends).toBeGreaterThanOrEqual(before + 3 * DAY_MS);
  expect(ends).toBeLessThanOrEqual(Date.now() + 3 * DAY_MS);
  await maintain(ends - 1);
  expect((await remainingRowsOfAsset(place)).objects).toBeGreaterThan(0);
  await maintain(await purgeAt("threads", threadId));
  expect(await remainingRowsOfAsset(place)).toEqual(NO_ROWS_OF_ASSET);
  expect(await remainingRowsOfThread(place)).toEqual(NO_ROWS_OF_THREAD);
});

test("a purge removes every file, whatever their number and location", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const folder = `${ada.organizationId}/${assetId}/`;
  const elsewhere = `${ada.organizationId}/texts/${assetId}`;
  const many = Array.from({ length: 1_001 }, (_, nth) => `${folder}artifacts/${nth}`);
  await Promise.all([...many, elsewhere].map(async (key) => await testEnv.BUCKET.put(key, "")));
  await DB.prepare("UPDATE asset_texts SET chunks_key = ?2 WHERE asset_id = ?1")
    .bind(assetId, elsewhere)
    .run();
  await tombstone(ada, "asset", [assetId]);
  await DB.prepare("UPDATE assets SET purge_at = 1 WHERE id = ?").bind(assetId).run();
  await maintain(Date.now());
  expect([
    (await testEnv.BUCKET.list({ prefix: folder })).objects.length,
    await testEnv.BUCKET.head(elsewhere),
  ]).toEqual([0, null]);
}, 60_000);

test("restoring works until the retention ends, and not after it, even if the cron run is late", async () => {
  const { ada, assetId, threadId } = await furnish();
  for (const [kind, table, id] of [
    ["asset", "assets", assetId],
    ["thread", "threads", threadId],
  ] as const) {
    await tombstone(ada, kind, [id]);
    await DB.prepare(`UPDATE ${table} SET purge_at = ? WHERE id = ?`)
      .bind(Date.now() + 60_000, id)
      .run();
    expect((await restore(ada, kind, [id])).body.code).toBe("ok");
    await tombstone(ada, kind, [id]);
    await DB.prepare(`UPDATE ${table} SET purge_at = ? WHERE id = ?`).bind(Date.now(), id).run();
    expect([
      (await restore(ada, kind, [id])).body.code,
      (await tombstone(ada, kind, [id])).body.code,
    ]).toEqual(["not_found", "not_found"]);
  }
});

test("an answer keeps its text without quotes of a purged document, and its room sends a resync to returning clients", async () => {
  const place = await furnish();
  const { ada, assetId, threadId } = place;
  const room = platformOf(testEnv).room(threadId);
  expect(await room.countStored()).toBeGreaterThan(0);
  await tombstone(ada, "asset", [assetId]);
  await DB.prepare("UPDATE assets SET purge_at = 1 WHERE id = ?").bind(assetId).run();
  await maintain(Date.now());
  const { messages, knowledgeProvenance } = (
    await call("GET", `/v1/threads/${threadId}`, { token: ada.token })
  ).body.data;
  const contents = messages.map(({ content }: { content: string }) => content);
  expect([contents[0], contents[1].includes("[deleted]"), contents[1].includes("Marrow")]).toEqual([
    QUESTION,
    true,
    false,
  ]);
  expect([knowledgeProvenance.citations, await room.countStored()]).toEqual([{}, 0]);
  expect(idFromBytes("thread", messages[0].threadId)).toBe(threadId);
});

/** Runs the job to completion, as the outbox would. */
async function runToTheEnd(ctx: ReturnType<typeof crashJobAt>["ctx"], job: Job): Promise<void> {
  for (let next: Job | null = job; next !== null;) next = await jobHandlerOf(ctx)(next);
}

test.each(["before", "after"] as const)(
  "the next run completes a purge that is cut off %s any store call",
  async (when) => {
    const place = await furnish();
    const { ada, assetId, threadId } = place;
    await tombstone(ada, "asset", [assetId]);
    await tombstone(ada, "thread", [threadId]);
    await runAllJobs();
    await DB.batch([
      DB.prepare("UPDATE assets SET purge_at = 0 WHERE id = ?").bind(assetId),
      DB.prepare("UPDATE threads SET purge_at = 0 WHERE id = ?").bind(threadId),
    ]);
    for (const job of [
      { kind: "purge_asset", assetId, after: null },
      { kind: "purge_thread", threadId },
    ] as const) {
      let nth = 1;
      for (let isDone = false; !isDone; nth += 1) {
        const { ctx } = crashJobAt(nth, when);
        isDone = await runToTheEnd(ctx, job).then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof JobCutOff)) throw error;
            return false;
          },
        );
      }
      expect(nth).toBeGreaterThan(3);
    }
    expect(await remainingRowsOfAsset(place)).toEqual(NO_ROWS_OF_ASSET);
    expect(await remainingRowsOfThread(place)).toEqual(NO_ROWS_OF_THREAD);
  },
);

test("a purge job skips live and restorable records", async () => {
  const place = await furnish();
  const { ada, assetId, threadId } = place;
  const { ctx } = crashJobAt(0, "before");
  const run = async () => {
    await runToTheEnd(ctx, { kind: "purge_asset", assetId, after: null });
    await runToTheEnd(ctx, { kind: "purge_thread", threadId });
  };
  await run();
  await tombstone(ada, "asset", [assetId]);
  await tombstone(ada, "thread", [threadId]);
  await run();
  await restore(ada, "asset", [assetId]);
  await restore(ada, "thread", [threadId]);
  expect((await sendMessage(ada, threadId, QUESTION)).messages.at(-1).content).toContain("Marrow");
});

test("a long thread is purged in steps, each of which finds the next through the record", async () => {
  const place = await furnish();
  const { ada, threadId } = place;
  const insert = `INSERT INTO messages (id, thread_id, position, kind, content, state, created_at, created_by, modified_at, modified_by)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
    SELECT 'msg_' || i || ?1, ?1, 1000 + i, 'text', 'A remark.', 'done', 1, ?2, 1, ?2 FROM n`;
  await DB.prepare(insert).bind(threadId, ada.userId).run();
  await tombstone(ada, "thread", [threadId]);
  await runAllJobs();
  await DB.prepare("UPDATE threads SET purge_at = 0 WHERE id = ?").bind(threadId).run();
  const { ctx } = crashJobAt(0, "before");
  let steps = 0;
  for (let next: Job | null = { kind: "purge_thread", threadId }; next !== null; steps += 1)
    next = await jobHandlerOf(ctx)(next);
  expect({ steps, remainingRowsOfThread: await remainingRowsOfThread(place) }).toEqual({
    steps: 3,
    remainingRowsOfThread: NO_ROWS_OF_THREAD,
  });
});
