import { beforeEach, expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { ServiceError } from "../../../src/domain/errors.ts";
import { type Id, idToBytes, newId } from "../../../src/domain/ids.ts";
import { RETRIES } from "../../../src/domain/retry-policy.ts";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { type Platform, platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { insertJob } from "../../support/rows/insert-job.ts";
import { signUp } from "../../support/http/person.ts";

const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
const db = createDatabase(testEnv.DB);
const SECRET = "the letter of Ada";
const list = async (query = "") => await call("GET", `/ops/jobs?state=parked${query}`, { token });
const lastTry = { attempts: RETRIES.job.attempts - 1 };

/** A platform on which every pipeline fails with `error`. */
function failingWith(error: Error): Platform {
  const pipeline = () => {
    throw error;
  };
  return { ...platformOf(testEnv), pipeline };
}

beforeEach(async () => {
  await testEnv.DB.batch(["outbox", "cursors"].map((table) => testEnv.DB.prepare(`DELETE FROM ${table}`)));
});

test("the list contains a parked job with its kind, target, attempts, time and reason, without the error's content", async () => {
  const target = newId("asset");
  const id = await insertJob("process_asset", target, lastTry);
  const now = new Date();
  await runDueJobs(db, failingWith(new TypeError(SECRET)), now);
  const { status, trips, body } = await list();
  expect({ status, trips }).toEqual({ status: 200, trips: 1 });
  const lastError = "An unexpected error (TypeError). The log line job_parked of this time has the details.";
  const job = {
    id: idToBytes(id as Id),
    kind: "process_asset",
    target,
    attempts: RETRIES.job.attempts,
    lastError,
    parkedAt: now.toISOString(),
  };
  expect(body.data.jobs).toEqual([job]);
  expect(body.data.pagination).toMatchObject({
    count: 1,
    firstRecordOnPage: id,
    lastRecordOnPage: id,
    hasNextPage: false,
  });
  expect(JSON.stringify(body)).not.toContain(SECRET);
});

test("a parked job's reason uses messages for people, or the service's own words after a killed run", async () => {
  await insertJob("process_asset", newId("asset"), lastTry);
  await runDueJobs(db, failingWith(new ServiceError("unavailable", "The database is busy.")), new Date());
  await insertJob("process_asset", "nonsense");
  await runDueJobs(db, platformOf(testEnv), new Date());
  await insertJob("process_asset", newId("asset"), { attempts: RETRIES.job.attempts });
  await runDueJobs(db, platformOf(testEnv), new Date());
  const { jobs } = (await list()).body.data;
  expect(
    jobs.map((job: { lastError: string; attempts: number }) => [job.attempts > 0, job.lastError]),
  ).toEqual([
    [true, "The database is busy."],
    [true, "This is not a job of the kind process_asset."],
    [true, "Each attempt ended before it could report a reason."],
  ]);
});

test("the list pages and orders like every listing, and contains only parked jobs", async () => {
  const ids: string[] = [];
  for (const parkedAt of [3, 1, 2])
    ids.push(await insertJob("index_tree", "x", { attempts: 20, due_at: 8.64e15, parked_at: parkedAt }));
  await insertJob("index_tree", "due");
  const [third, first, second] = ids;
  const page = async (query: string) => (await list(query)).body.data.pagination;
  expect(await page("&limit=2")).toMatchObject({
    count: 3,
    totalPages: 2,
    firstRecordOnPage: first,
    lastRecordOnPage: second,
    hasNextPage: true,
  });
  expect(await page("&limit=2&offset=2")).toMatchObject({
    firstRecordOnPage: third,
    lastRecordOnPage: third,
    hasPreviousPage: true,
  });
  expect(await page("&sort=-parkedAt")).toMatchObject({ firstRecordOnPage: third, lastRecordOnPage: first });
  expect((await list("&limit=0")).body.data).toMatchObject({ jobs: [], pagination: { count: 3 } });
  expect((await call("GET", "/ops/jobs", { token })).status).toBe(400);
});

test("the list omits a released job, and the service deletes its reason", async () => {
  await insertJob("process_asset", newId("asset"), lastTry);
  await insertJob("index_collections", "nonsense");
  await runDueJobs(db, failingWith(new Error(SECRET)), new Date());
  const kept = async () => await testEnv.DB.prepare("SELECT count(*) AS n FROM cursors").first("n");
  expect([(await list()).body.data.pagination.count, await kept()]).toEqual([2, 2]);
  await call("releaseJobs", { token, body: { kind: "process_asset" } });
  const { jobs } = (await list()).body.data;
  expect({ jobs: jobs.map(({ kind }: { kind: string }) => kind), kept: await kept() }).toEqual({
    jobs: ["index_collections"],
    kept: 1,
  });
});

test("listing jobs requires a service with the scope ops", async () => {
  const ada = await signUp();
  const worker = serviceSecret(testEnv.TEST_SECRETS, ["assets:status"]);
  const statuses = [ada.token, worker].map(
    async (held) => (await call("listJobs", { token: held, query: { state: "parked" } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([403, 403]);
  expect((await call("listJobs", { query: { state: "parked" } })).status).toBe(401);
});
