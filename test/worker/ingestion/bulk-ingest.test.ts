import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, type Id } from "../../../src/domain/ids.ts";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { platformOf } from "../../../src/platform.ts";
import { finishProcessing, put } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const text = (at: number): string =>
  `Loom number ${at} weaves flowers and leaves of silk. It stands in shed ${at * 7}. `.repeat(8);

/** Registers and uploads texts without announcing them. */
async function sendTexts(ada: Person, contents: readonly (string | Uint8Array)[]): Promise<Id<"asset">[]> {
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const assets = contents.map((_, at) => ({
    contentType: "text/plain",
    originalFileName: `notes-${at}.txt`,
  }));
  const created = await call("POST", "/v1/assets/batch", {
    token: ada.token,
    body: { collectionID: ada.personalId, organizationContext, assets },
  });
  const records = created.body.data as { id: number[]; signedURL: string }[];
  for (const [at, content] of contents.entries()) await put(records[at]!.signedURL, content, "text/plain");
  return records.map(({ id }) => idFromBytes("asset", id));
}

async function announce(ada: Person, assetIDs: readonly string[]) {
  const body = { assetIDs, processInBackground: true, processInThread: false };
  return await call("POST", "/v1/assets/notifyUploaded", { token: ada.token, body });
}

async function recordOf(ada: Person, assetId: string) {
  return (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data;
}

async function count(table: string, where: string, ...values: string[]): Promise<number> {
  const found = await testEnv.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
    .bind(...values)
    .first<number>("n");
  return found ?? Number.NaN;
}

async function chunksOf(ada: Person, assetId: string): Promise<number> {
  return await testEnv.KNOWLEDGE_INDEX.getByName(`${ada.organizationId}/0`).countPassages(assetId);
}

async function finishAll(assetIds: readonly string[]): Promise<void> {
  for (const assetId of assetIds) await finishProcessing(assetId);
}

test("short texts announced together become ready with passages, keywords and records", async () => {
  const ada = await signUp();
  const assetIds = await sendTexts(ada, [1, 2, 3].map(text));
  await announce(ada, assetIds);
  await finishAll(assetIds);
  for (const [at, assetId] of assetIds.entries()) {
    const record = await recordOf(ada, assetId);
    expect(record).toMatchObject({
      lifecycleState: "ready",
      failureReason: "",
      displayName: `notes-${at}.txt`,
    });
    expect(record.keywords.length).toBeGreaterThan(0);
    expect(record.summary).toContain(`Loom number ${at + 1}`);
    expect(await count("asset_texts", "asset_id = ?", assetId)).toBe(1);
    expect(await count("outbox", "target_id = ?", assetId)).toBe(0);
    expect(await count("audit_events", "target_id = ? AND operation = 'processAsset'", assetId)).toBe(1);
    expect(await chunksOf(ada, assetId)).toBe(1);
  }
  const found = await call("POST", "/v1/search", {
    token: ada.token,
    body: { query: "Loom number 2", collectionIds: [ada.personalId] },
  });
  expect(JSON.stringify(found.body.data)).toContain("Loom number 2");
});

test("twenty short texts together take three queries to D1 and need no pipelines of their own", async () => {
  const ada = await signUp();
  const assetIds = await sendTexts(
    ada,
    Array.from({ length: 20 }, (_, at) => text(at)),
  );
  const written: number[] = [];
  interceptBatches(
    async (_, send, __, texts) => {
      written.push(texts.length);
      return await send();
    },
    [ada.email, ada.userId, ada.organizationId, ...assetIds],
  );
  await announce(ada, assetIds);
  await vi.waitUntil(async () => (await count("outbox", `target_id IN ('${assetIds.join("','")}')`)) === 0, {
    timeout: 10_000,
  });
  vi.restoreAllMocks();
  // Three queries: one reads the announced texts, one records the announcement, and one records the result.
  expect(written).toHaveLength(3);
  expect(await count("assets", `organization_id = ? AND lifecycle_state = 'ready'`, ada.organizationId)).toBe(
    20,
  );
});

test("an unreadable text fails with its reason, and the other texts of its batch become ready", async () => {
  const ada = await signUp();
  const zipped = new Uint8Array([0x50, 0x4b, 3, 4, ...Array.from({ length: 60 }, () => 1)]);
  const utf16 = new Uint8Array(
    Uint16Array.from(`\uFEFF${text(5)}`.split(""), (each) => each.charCodeAt(0)).buffer,
  );
  const assetIds = await sendTexts(ada, [text(1), zipped, utf16, text(2)]);
  await announce(ada, assetIds);
  await finishAll(assetIds);
  const states = await Promise.all(assetIds.map(async (assetId) => await recordOf(ada, assetId)));
  expect(states.map(({ lifecycleState }) => lifecycleState)).toEqual(["ready", "failed", "ready", "ready"]);
  expect(states[1].failureReason).not.toBe("");
});

test("the cron run processes a text whose work was lost before its commit, without duplicates", async () => {
  const ada = await signUp();
  const assetIds = await sendTexts(ada, [1, 2, 3].map(text));
  let lost = 0;
  interceptBatches(async (_, send, __, texts) => {
    const isEnd = texts.some(
      (each) => each.startsWith("UPDATE assets SET") && each.includes("keyword_strategy"),
    );
    const isStart = texts.some((each) => each.includes("fa.id") || each.includes('from "assets" where'));
    if (isEnd || (isStart && lost > 0)) {
      lost += 1;
      throw new Error("the object is gone");
    }
    return await send();
  }, assetIds);
  await announce(ada, assetIds).catch(() => undefined);
  await vi.waitUntil(() => lost > 0);
  vi.restoreAllMocks();
  expect(await count("outbox", `target_id IN ('${assetIds.join("','")}')`)).toBe(3);
  const platform = platformOf(testEnv);
  await runDueJobs(platform.database(), platform, new Date(Date.now() + 120_000));
  await finishAll(assetIds);
  for (const assetId of assetIds) {
    expect(await recordOf(ada, assetId)).toMatchObject({ lifecycleState: "ready" });
    expect(await count("asset_texts", "asset_id = ?", assetId)).toBe(1);
    expect(await chunksOf(ada, assetId)).toBe(1);
  }
});

test("a text deleted during the batch does not stop the other texts", async () => {
  const ada = await signUp();
  const assetIds = await sendTexts(ada, [1, 2, 3].map(text));
  let isDeleted = false;
  interceptBatches(async (_, send, __, texts) => {
    if (
      !isDeleted &&
      texts.some((each) => each.startsWith("UPDATE assets SET") && each.includes("keyword_strategy"))
    ) {
      isDeleted = true;
      await testEnv.DB.prepare(
        "UPDATE assets SET lifecycle_state = 'deleted', deleted_from = 'processing' WHERE id = ?",
      )
        .bind(assetIds[1]!)
        .run();
    }
    return await send();
  }, assetIds);
  await announce(ada, assetIds);
  await finishAll(assetIds);
  expect(isDeleted).toBe(true);
  expect(await recordOf(ada, assetIds[0]!)).toMatchObject({ lifecycleState: "ready" });
  expect(await recordOf(ada, assetIds[2]!)).toMatchObject({ lifecycleState: "ready" });
  expect(await count("assets", "id = ? AND lifecycle_state = 'deleted'", assetIds[1]!)).toBe(1);
});

test("a purge waits for the current work on its text and leaves none", async () => {
  const ada = await signUp();
  const assetIds = await sendTexts(ada, [1, 2].map(text));
  const end = { isReached: false, mayGoOn: false };
  interceptBatches(async (_, send, __, texts) => {
    if (texts.some((each) => each.startsWith("UPDATE assets SET") && each.includes("keyword_strategy"))) {
      end.isReached = true;
      while (!end.mayGoOn) await scheduler.wait(5);
    }
    return await send();
  }, assetIds);
  const announced = announce(ada, assetIds);
  await vi.waitUntil(() => end.isReached);
  let isForgotten = false;
  const forgetting = testEnv.BULK_INGEST.getByName(ada.organizationId)
    .purge(assetIds[0]!)
    .then(() => (isForgotten = true));
  await scheduler.wait(50);
  expect(isForgotten).toBe(false);
  end.mayGoOn = true;
  await announced;
  await forgetting;
  await finishAll(assetIds);
  expect(await recordOf(ada, assetIds[0]!)).toMatchObject({ lifecycleState: "ready" });
});
