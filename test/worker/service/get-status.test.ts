import { expect, test } from "vitest";
import { getStatusOperation } from "../../../src/http/routes/service/get-status.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { insertJob } from "../../support/rows/insert-job.ts";

test("everyone gets the service's state with one D1 round trip, without any user's data", async () => {
  await testEnv.DB.prepare("DELETE FROM outbox").run();
  const { status, trips, body } = await call("getStatus", {});
  expect({ status, trips }).toEqual({ status: 200, trips: 1 });
  expect(getStatusOperation.data.parse(body.data)).toEqual(body.data);
  expect(body.data).toMatchObject({ num_cpu: 1, parkedJobs: 0 });
});

test("the status counts only parked jobs", async () => {
  await testEnv.DB.prepare("DELETE FROM outbox").run();
  await insertJob("index_tree", "waits", { due_at: 8.64e15 });
  for (const parkedAt of [1, 2])
    await insertJob("index_tree", "rests", { due_at: 8.64e15, parked_at: parkedAt });
  expect((await call("getStatus", {})).body.data.parkedJobs).toBe(2);
});
