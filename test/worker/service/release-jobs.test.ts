import { beforeEach, expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { RETRIES } from "../../../src/domain/retry-policy.ts";
import { newId } from "../../../src/domain/ids.ts";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { type Platform, platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { insertJob as order } from "../../support/rows/insert-job.ts";
import { signUp } from "../../support/http/person.ts";

const HOUR_MS = 3_600_000;
const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
const db = createDatabase(testEnv.DB);
const platform = platformOf(testEnv);
/** A platform on which all Durable Objects are unreachable. */
const broken: Platform = {
  ...platform,
  pipeline: () => {
    throw new Error("the pipeline is out of reach");
  },
};
const release = async (body: object = {}, headers: Record<string, string> = {}) =>
  await call("releaseJobs", { token, body, headers });
const parkedInStatus = async () => (await call("getStatus", {})).body.data.parkedJobs;

beforeEach(async () => {
  await testEnv.DB.prepare("DELETE FROM outbox").run();
});

async function jobOf(id: string) {
  return await testEnv.DB.prepare(
    "SELECT attempts, due_at AS dueAt, parked_at AS parkedAt FROM outbox WHERE id = ?",
  )
    .bind(id)
    .first<{ attempts: number; dueAt: number; parkedAt: number | null }>();
}

test("the service retries a job at growing intervals, parks it after its last attempt, counts it in /status, and finishes it after its release", async () => {
  const id = await order("process_asset", newId("asset"));
  let now = Date.now();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= RETRIES.job.attempts; attempt += 1) {
    expect(await parkedInStatus()).toBe(0);
    expect(await runDueJobs(db, broken, new Date(now))).toBe(1);
    const job = await jobOf(id);
    expect(job?.attempts).toBe(attempt);
    if (job?.parkedAt === null) waits.push(job.dueAt - now);
    now = Math.min(job?.dueAt ?? 0, now + HOUR_MS);
  }
  const minutes = waits.map((wait) => wait / 60_000);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, ...Array.from({ length: 13 }, () => 60)]);
  expect(await parkedInStatus()).toBe(1);
  expect(await runDueJobs(db, platform, new Date(now + 1_000 * HOUR_MS))).toBe(0);

  const released = await release();
  expect({ status: released.status, data: released.body.data }).toEqual({
    status: 200,
    data: { released: 1, parked: 0 },
  });
  expect(await parkedInStatus()).toBe(0);
  expect(await runDueJobs(db, platform, new Date(Date.now() + 1_000))).toBe(1);
  expect(await jobOf(id)).toBeNull();
});

test("an attempt counts even if it kills the run", async () => {
  const id = await order("process_asset", newId("asset"), { attempts: RETRIES.job.attempts });
  expect(await runDueJobs(db, broken, new Date())).toBe(1);
  expect((await jobOf(id))?.parkedAt).not.toBeNull();
});

test("an invalid job is parked immediately and delays no other", async () => {
  const [bad, unknown, good] = [
    await order("process_asset", "nonsense"),
    await order("fly", newId("asset")),
    await order("process_asset", newId("asset")),
  ];
  expect(await runDueJobs(db, platform, new Date())).toBe(3);
  expect([(await jobOf(bad))?.parkedAt, (await jobOf(unknown))?.parkedAt]).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
  expect(await jobOf(good)).toBeNull();
});

test("an operator releases jobs of one kind, at most 100 a call, oldest first", async () => {
  const parked = { attempts: 20, due_at: 8.64e15 };
  for (let nth = 0; nth < 101; nth += 1)
    await order("index_collections", newId("asset"), { ...parked, parked_at: nth + 1 });
  const other = await order("process_asset", newId("asset"), { ...parked, parked_at: 1 });
  expect((await release({ kind: "index_collections" })).body.data).toEqual({ released: 100, parked: 2 });
  expect((await release({ kind: "index_collections" })).body.data).toEqual({ released: 1, parked: 1 });
  expect((await jobOf(other))?.parkedAt).toBe(1);
  expect((await release({ kind: "fly" })).status).toBe(400);
});

test("a release with a repeated key releases no further jobs, and the audit log has the first call", async () => {
  const headers = { "idempotency-key": newId("req") };
  await order("process_asset", newId("asset"), { attempts: 20, due_at: 8.64e15, parked_at: 1 });
  const first = await release({}, headers);
  await order("process_asset", newId("asset"), { attempts: 20, due_at: 8.64e15, parked_at: 1 });
  const again = await release({}, headers);
  expect([first.body.data, again.body.data]).toEqual([
    { released: 1, parked: 0 },
    { released: 0, parked: 1 },
  ]);
  expect(again.body.eventKey).toBe(first.body.eventKey);
  const audited = await testEnv.DB.prepare("SELECT operation FROM audit_events WHERE id = ?")
    .bind(first.body.eventKey)
    .first("operation");
  expect(audited).toBe("releaseJobs");
});

test("two parallel releases release each job once", async () => {
  for (let nth = 0; nth < 5; nth += 1)
    await order("process_asset", newId("asset"), { attempts: 20, due_at: 8.64e15, parked_at: 1 });
  const both = await Promise.all([release(), release()]);
  expect(both.map(({ body }) => body.data.released).toSorted((one, other) => one - other)).toEqual([0, 5]);
});

test("releasing jobs requires a service with the scope ops", async () => {
  const ada = await signUp();
  const worker = serviceSecret(testEnv.TEST_SECRETS, ["assets:status"]);
  const statuses = [ada.token, worker].map(
    async (held) => (await call("releaseJobs", { token: held, body: {} })).status,
  );
  expect(await Promise.all(statuses)).toEqual([403, 403]);
  expect((await call("releaseJobs", { body: {} })).status).toBe(401);
});
