import { expect, test } from "vitest";
import { idText } from "../../../src/domain/id-text.ts";
import { type Id, newId, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { ExtractionError } from "../../../src/domain/extraction-error.ts";
import { failAsset, type ProgressWriter } from "../../../src/ingestion/record-progress.ts";
import { crawlPage } from "../../../src/ingestion/crawl/crawl-page.ts";
import type { PipelineDependencies } from "../../../src/ingestion/pipeline-dependencies.ts";
import { runStages, StaleRun } from "../../../src/ingestion/run-stages.ts";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import type { JobStores } from "../../../src/jobs/job-context.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import { runInline } from "../../../src/jobs/run-job.ts";
import { platformOf } from "../../../src/platform.ts";
import { insertAsset } from "../../../src/storage/d1/assets/changes.ts";
import { insertCrawl, stopCrawlStatement } from "../../../src/storage/d1/assets/crawls.ts";
import { insertCollection } from "../../../src/storage/d1/collections/insert.ts";
import { type OutboxEntry, putOutbox } from "../../../src/storage/d1/service/outbox.ts";
import { testEnv } from "../../support/setup/env.ts";
import { CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";

const MAX_CALLS = 200;
/** Sampling interval: a sampled run kills about one call in this many. */
const EVERY = scaled({ whole: 1, share: 8 });
const TIME_LIMIT_MS = scaled({ whole: 900_000, share: 240_000 });
const POLICY = { allowLoopback: false, ownOrigins: [] };
/** Links of each page by path. Other paths do not exist. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "/": ["/a", "/gone"],
  "/a": ["/", "/b"],
  "/b": ["/a"],
};

interface Crawl {
  readonly collectionId: Id<"col">;
  readonly origin: string;
  /** Requested paths in order. */
  readonly asked: string[];
  /** The stored jobs of the pipelines, which survive a crash of the service. */
  readonly jobs: Map<Id<"asset">, ProcessingJob>;
}

/** Starts a crawl, with only its first page enqueued. */
async function beginCrawl(ada: Person, at: number): Promise<Crawl> {
  const db = platformOf(testEnv).database();
  const [collectionId, assetId, now] = [newId("col"), newId("asset"), new Date()];
  const start = new URL(`https://crash-${at}.example.com/`);
  const organizationId = idText("org").parse(ada.organizationId);
  const parent = { id: idText("col").parse(ada.personalId), organizationId };
  const crawl = {
    collectionId,
    organizationId,
    assetId,
    mode: "site",
    start,
    name: "index.html",
    maxPages: 10,
    maxDepth: 3,
  } as const;
  const asset = {
    id: assetId,
    organizationId,
    tenantId: idText("tenant").parse(ada.tenantId),
    displayName: start.href,
    originalFileName: "index.html",
    contentType: "application/octet-stream",
    creationMethod: "url",
    sourceUrl: start.href,
    lifecycleState: "uploading",
    objectKey: `${organizationId}/${assetId}/original`,
    processInBackground: true,
  } as const;
  const creator = { actorId: idText("user").parse(ada.userId), now };
  await db.write([
    ...insertCollection(
      db,
      { id: collectionId, label: start.host, description: "", icon: "", parent },
      ada.userId,
      now,
    ),
    ...insertCrawl(db, { ...crawl, processInBackground: true }, now),
    ...insertAsset(db, asset, collectionId, creator),
    putOutbox(db, { id: newId("event"), kind: "process_asset", targetId: assetId, at: now }),
  ]);
  return { collectionId, origin: start.origin, asked: [], jobs: new Map() };
}

/** Storage and Durable Objects of a service that dies at one of its calls. */
function serviceOf(killed: CrashAtCall, { asked, jobs }: Crawl) {
  const platform = platformOf(testEnv);
  const db = killed.watch(platform.database(), ["read", "write"]);
  const start = async (assetId: Id<"asset">): Promise<void> =>
    void (jobs.has(assetId) || jobs.set(assetId, newJob(assetId)));
  const pipeline = (assetId: Id<"asset">) => ({
    start: async () => await killed.of(async () => await start(assetId)),
  });
  const handle = jobHandlerOf({
    db,
    platform: { ...platform, pipeline: pipeline as never },
  } satisfies JobStores);
  const deliver = async (rows: readonly OutboxEntry[]): Promise<void> => {
    for (const row of rows) await runInline(db, row, new Date(), handle).catch(() => undefined);
  };
  const send = async ({ pathname }: URL): Promise<Response> => {
    const links = PAGES[pathname];
    if (pathname !== "/robots.txt") asked.push(pathname);
    if (links === undefined) return new Response("", { status: 404 });
    const anchors = links.map((href) => `<a href="${href}">there</a>`).join(" ");
    const body = `<!doctype html><title>Page ${pathname}</title><main><p>This page has words enough to be read. ${anchors}</p></main>`;
    return new Response(body, { headers: { "content-type": "text/html" } });
  };
  const dependenciesOf = (job: ProcessingJob): PipelineDependencies => {
    const by = {
      actorId: SERVICE_USER_ID,
      operation: "processAsset" as const,
      operationId: job.operationId,
      order: job.order,
    };
    return {
      db,
      bucket: killed.watch(platform.bucket, ["put", "get", "head", "delete"]),
      writer: (): ProgressWriter => ({ db, now: new Date(), ...by, notify: deliver }),
      index: (organizationId, shard) =>
        killed.watch(platform.index(organizationId, shard), ["replaceAsset", "setAssetCollections"]),
      sandbox: {
        ...platform.sandbox,
        read: async (source, owner) =>
          await killed.of(async () => await platform.sandbox.read(source, owner)),
        fetchPage: async (order) =>
          await killed.of(async () => await crawlPage({ send, policy: POLICY }, { ...order, pauseMs: 0 })),
      },
      hasSpace: async () => true,
      addresses: POLICY,
      externalTypes: [],
      save: (kept) => void (killed.isDead || jobs.set(kept.assetId, structuredClone(kept))),
    };
  };
  return { deliver, dependenciesOf };
}

/**
 * Runs one alarm of a pipeline.
 * @returns whether the job is done
 */
async function attempt(deps: PipelineDependencies, job: ProcessingJob): Promise<boolean> {
  try {
    await runStages(deps, job, null);
    return true;
  } catch (error) {
    if (error instanceof StaleRun) return true;
    if (!(error instanceof ExtractionError) || !error.permanent) throw error;
    await failAsset(deps.writer, job, error.reason, error.message);
    return true;
  }
}

const ordersOf = async ({ origin }: Crawl): Promise<OutboxEntry[]> =>
  (
    await testEnv.DB.prepare(
      `SELECT o.id AS id, o.kind AS kind, o.target_id AS "targetId" FROM outbox o JOIN assets a ON a.id = o.target_id WHERE a.source_url LIKE ?`,
    )
      .bind(`${origin}/%`)
      .all<OutboxEntry>()
  ).results;

/** Runs pipelines and due jobs until none is left or the service dies. */
async function live(crawl: Crawl, killed: CrashAtCall): Promise<void> {
  const { deliver, dependenciesOf } = serviceOf(killed, crawl);
  while (!killed.isDead) {
    const kept = [...crawl.jobs.values()][0];
    if (kept === undefined) {
      const orders = await ordersOf(crawl);
      if (orders.length === 0) return;
      await deliver(orders);
      continue;
    }
    // Skips the politeness delay.
    await testEnv.DB.prepare("DELETE FROM crawl_hosts WHERE host = ?").bind(new URL(crawl.origin).host).run();
    const job = structuredClone(kept);
    const isOver = await attempt(dependenciesOf(job), job).catch((error: unknown) => {
      if (!killed.isDead) throw error;
      return false;
    });
    if (isOver && !killed.isDead) crawl.jobs.delete(job.assetId);
  }
}

async function assetsOf({
  origin,
}: Crawl): Promise<[path: string, state: string, isHeld: boolean, isStored: boolean][]> {
  const { results } = await testEnv.DB.prepare(
    `SELECT a.source_url AS url, a.lifecycle_state AS state, a.object_key AS key, (SELECT count(*) FROM asset_collections l JOIN crawls cr
      ON cr.collection_id = l.collection_id WHERE l.asset_id = a.id AND cr.origin = ?1) AS held FROM assets a WHERE a.source_url LIKE ?1 || '/%'`,
  )
    .bind(origin)
    .all<{ url: string; state: string; key: string; held: number }>();
  const rows = results.map(async ({ url, state, key, held }): Promise<[string, string, boolean, boolean]> => {
    return [new URL(url).pathname, state, held === 1, (await testEnv.BUCKET.head(key)) !== null];
  });
  return (await Promise.all(rows)).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

async function pagesOf({ collectionId }: Crawl): Promise<[path: string, ended: number, isMade: boolean][]> {
  const { results } = await testEnv.DB.prepare(
    "SELECT url, ended, asset_id FROM crawl_pages WHERE collection_id = ? ORDER BY url",
  )
    .bind(collectionId)
    .all<{ url: string; ended: number; asset_id: string | null }>();
  return results.map(({ url, ended, asset_id: assetId }) => [new URL(url).pathname, ended, assetId !== null]);
}

const stateOf = async ({ collectionId }: Crawl) =>
  await testEnv.DB.prepare("SELECT state, found FROM crawls WHERE collection_id = ?")
    .bind(collectionId)
    .first();

test(
  "after a crash at any call of a crawl, each page of the site becomes one asset and no job remains",
  async () => {
    const ada = await signUp();
    let last = 0;
    for (const at of sampledNumbers(MAX_CALLS, EVERY, "a crawl")) {
      const crawl = await beginCrawl(ada, at);
      const killed = new CrashAtCall(at);
      await live(crawl, killed);
      await live(crawl, new CrashAtCall(0));
      expect([at, await stateOf(crawl)]).toEqual([at, { state: "done", found: 4 }]);
      expect([at, await pagesOf(crawl)]).toEqual([
        at,
        [
          ["/", 1, true],
          ["/a", 1, true],
          ["/b", 1, true],
          ["/gone", 2, true],
        ],
      ]);
      expect([at, await assetsOf(crawl)]).toEqual([
        at,
        [
          ["/", "ready", true, true],
          ["/a", "ready", true, true],
          ["/b", "ready", true, true],
          ["/gone", "failed", true, false],
        ],
      ]);
      expect([at, crawl.jobs.size, await ordersOf(crawl)]).toEqual([at, 0, []]);
      // Only the request during the crash is repeated.
      expect([at, crawl.asked.length <= 5, [...new Set(crawl.asked)]]).toEqual([
        at,
        true,
        ["/", "/a", "/gone", "/b"],
      ]);
      if (!killed.isDead) break;
      last = at;
    }
    expect(last).toBeGreaterThan(40 - 2 * EVERY);
    expect(last).toBeLessThan(MAX_CALLS - EVERY);
  },
  TIME_LIMIT_MS,
);

test(
  "a crawl that a user stops during a crash ends after its current page",
  async () => {
    const ada = await signUp();
    let last = 0;
    for (const at of sampledNumbers(MAX_CALLS, EVERY, "a crawl that is stopped")) {
      const crawl = await beginCrawl(ada, MAX_CALLS + at);
      const killed = new CrashAtCall(at);
      await live(crawl, killed);
      if (!killed.isDead) break;
      last = at;
      const db = platformOf(testEnv).database();
      const made = (await assetsOf(crawl)).length;
      const wasRunning = (await stateOf(crawl))?.["state"] === "running";
      await db.write([stopCrawlStatement(db, crawl.collectionId, new Date())]);
      await live(crawl, new CrashAtCall(0));
      expect([at, (await stateOf(crawl))?.["state"]]).toEqual([at, wasRunning ? "stopped" : "done"]);
      const assets = await assetsOf(crawl);
      expect([
        at,
        assets.length,
        assets.filter(([, state]) => state !== "ready" && state !== "failed"),
      ]).toEqual([at, made, []]);
      const open = (await pagesOf(crawl)).filter(([, ended, isMade]) => isMade && ended === 0);
      expect([at, open, crawl.jobs.size, await ordersOf(crawl)]).toEqual([at, [], 0, []]);
    }
    expect(last).toBeGreaterThan(45 - 2 * EVERY);
  },
  TIME_LIMIT_MS,
);
