import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { caseOf, coveredOperations, requestOf, send, tokenOf } from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { finishProcessingOf } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";

const changing = coveredOperations.filter(({ changes }) => changes);
const reading = coveredOperations.filter(({ changes, envelope }) => !changes && envelope);

/**
 * Tables with derived data, job queues and idempotency keys. Writing them is not a user's change of a record.
 */
const BOOKKEEPING = [
  "outbox",
  "idempotency_keys",
  "presence",
  "cursors",
  "user_snapshots",
  "recent_threads",
  "recent_thread_counts",
  "recent_assets",
  "asset_watchers",
];

/**
 * The audit details of each operation besides its target, by operation id. `{}` if target and operation are
 * sufficient.
 */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  mergeUsers: ["oldUserId"],
  createCollection: ["parentId"],
  updateCollection: ["fields"],
  moveCollection: ["parentIdBefore", "parentId"],
  linkAssets: ["linked"],
  linkThreads: ["linked"],
  unlinkAssets: ["unlinked"],
  unlinkThreads: ["unlinked"],
  moveAssets: ["moved", "collectionIdBefore"],
  moveThreads: ["moved", "collectionIdBefore"],
  shareCollections: ["collectionIds", "actions", "userIds", "invitationIds"],
  modifyCollectionPermissions: ["userId", "actionsBefore", "actions"],
  createAsset: ["collectionId"],
  createAssets: ["collectionId", "assetIds"],
  updateAsset: ["fields"],
  refreshAsset: ["refreshEvery"],
  createMultipartUpload: ["size"],
  completeMultipartUpload: ["size"],
  createThread: ["collectionId"],
  shareThread: ["threadId"],
  endThreadLink: ["threadId"],
  askAgain: ["answerTo"],
  chooseAnswer: ["answerTo"],
  rateAnswer: ["rating"],
  createApiKey: ["actions", "collectionIds"],
  revokeSessions: ["ended"],
  importOrganization: ["assetIds"],
  createWebhook: ["events", "collectionIds"],
  replayWebhook: ["since"],
  setModelKey: ["model"],
  deleteModelKey: ["model"],
  updateOrganization: ["retentionDaysBefore", "retentionDays", "quotasBefore", "quotas"],
};

/**
 * Operations without an audit event. They change no record, or no record exists in the tests' world. Jobs
 * record the events of enqueued work, and R2 objects without a record have no event.
 */
const WITHOUT_EVENT = [
  "syncUser",
  "reindexOrganization",
  "healMissingUserSnapshots",
  "orderHealingOfUserSnapshots",
  "repairMissingUserData",
  "deleteUser",
  "restoreUser",
];

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

beforeEach(() => {
  for (const stream of ["log", "warn", "error"] as const)
    vi.spyOn(console, stream).mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const WRITES = /(?:insert\s+(?:or\s+\w+\s+)?into|(?<!do\s)update|delete\s+from)\s+"?(\w+)"?/gi;

/** The crawl may end before the operation stops it. */
const ENDS_BY_ITSELF = "stopCrawl";

/** The time of a page's last check belongs to the pipeline and is not a revision of the asset. */
const LOOKED_AT = /^update "assets" set "page_checked_at" = /;

const tablesIn = (text: string): string[] =>
  LOOKED_AT.test(text) ? [] : [...text.matchAll(WRITES)].map(([, table = ""]) => table);

/** The tables that each D1 batch of the work changed. */
async function tablesChanged(work: () => Promise<unknown>): Promise<string[][]> {
  const changed: string[][] = [];
  interceptBatches(async (_, run, __, texts) => {
    const results = await run();
    const tables = texts.flatMap(tablesIn);
    changed.push([...new Set(tables.filter((table) => !BOOKKEEPING.includes(table)))]);
    return results;
  });
  await work();
  return changed.filter((tables) => tables.length > 0);
}

async function actorOf(operation: Operation): Promise<string> {
  if (typeof operation.audience === "object") return SERVICE_USER_ID;
  const { email } = caseOf(operation).caller?.(world) ?? world.owner;
  const row = await testEnv.DB.prepare("SELECT user_id AS id FROM user_emails WHERE email = ? LIMIT 1")
    .bind(email)
    .first<string>("id");
  return row ?? "";
}

test.each(changing)(
  "$id records the user, the change and the record in the audit log, in the same batch as the change",
  async (operation) => {
    const request = await requestOf(operation, world);
    await runAllJobs();
    // The pipeline must first finish the uploads of earlier requests.
    await finishProcessingOf(world.owner);
    let answer: Awaited<ReturnType<typeof send>> | null = null;
    const batches = await tablesChanged(async () => {
      answer = await send(operation, request, tokenOf(operation, world));
    });
    const { body, headers } = answer!;
    expect(body.code).toBe("ok");
    expect(batches.filter((tables) => !tables.includes("audit_events"))).toEqual([]);
    const event = await testEnv.DB.prepare("SELECT * FROM audit_events WHERE id = ?")
      .bind(body.eventKey)
      .first<Record<string, string>>();
    const isOver = operation.id === ENDS_BY_ITSELF && body.eventKey === "";
    if (isOver) return;
    if (WITHOUT_EVENT.includes(operation.id))
      return expect({ eventKey: body.eventKey, batches }).toEqual({ eventKey: "", batches: [] });
    const {
      id,
      organization_id: _,
      target_id: target,
      actor_id: actor,
      operation: name,
      operation_id: call,
      changes,
    } = event ?? {};
    expect([id, name, call, actor]).toEqual([
      body.eventKey,
      operation.id,
      headers.get("x-operation-id"),
      await actorOf(operation),
    ]);
    expect(target).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
    expect([operation.id, Object.keys(JSON.parse(changes ?? ""))]).toEqual([
      operation.id,
      TOLD[operation.id] ?? [],
    ]);
  },
);

test.each(reading)("$id changes no record", async (operation) => {
  const request = await requestOf(operation, world);
  await runAllJobs();
  let operationId = "";
  const batches = await tablesChanged(async () => {
    const { body, headers } = await send(operation, request, tokenOf(operation, world));
    expect(body.code).toBe("ok");
    operationId = headers.get("x-operation-id") ?? "";
  });
  // A crawl of an earlier request may still run. Its changes have their own events.
  expect(batches.filter((tables) => !tables.includes("audit_events"))).toEqual([]);
  const told = await testEnv.DB.prepare("SELECT count(*) AS n FROM audit_events WHERE operation_id = ?")
    .bind(operationId)
    .first<number>("n");
  expect([operationId.startsWith("op_"), told]).toEqual([true, 0]);
});
