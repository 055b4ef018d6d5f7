import { expect, test } from "vitest";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { platformOf } from "../../../src/platform.ts";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const tell = async (token: string, body: object, headers = {}) =>
  await call("POST", "/v1/diagnostics", { token, body, headers });
const rowOf = async (id: string) =>
  await testEnv.DB.prepare("SELECT created_at FROM diagnostics WHERE id = ?").bind(id).first();
const objectOf = async (id: string) => await testEnv.BUCKET.head(`diagnostics/${id}`);

test("a diagnostic is stored with its sender, once for each key, 256 KiB at most", async () => {
  const { token } = await signUp();
  const headers = { "idempotency-key": newId("req") };
  const { status, body, trips } = await tell(token, { message: "It stopped.", context: { at: 5 } }, headers);
  expect({ status, trips }).toEqual({ status: 200, trips: 2 });
  const id: string = body.data.diagnosticID;
  expect([await rowOf(id), await objectOf(id)].every((found) => found !== null)).toBe(true);
  expect(
    (await tell(token, { message: "It stopped.", context: { at: 5 } }, headers)).body.data.diagnosticID,
  ).toBe(id);
  const room = 256 * 1024 - JSON.stringify({ message: "m", context: { text: "" } }).length;
  expect((await tell(token, { message: "m", context: { text: "x".repeat(room) } })).status).toBe(200);
  expect((await tell(token, { message: "m", context: { text: "x".repeat(room + 1) } })).body.code).toBe(
    "invalid_argument",
  );
  expect((await tell(token, { message: "", context: {} })).body.code).toBe("invalid_argument");
  expect((await tell(token, { message: "m", context: [] })).body.code).toBe("invalid_argument");
});

test("a user may store a hundred diagnostics a day, counted separately from other users", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const rows = JSON.stringify(Array.from({ length: 100 }, () => newId("diag")));
  const insert =
    "INSERT INTO diagnostics (id, created_at, created_by) SELECT value, ?1, ?2 FROM json_each(?3)";
  await testEnv.DB.prepare(insert).bind(Date.now(), ada.userId, rows).run();
  expect((await tell(ada.token, { message: "m" })).body.code).toBe("resource_exhausted");
  expect((await tell(bob.token, { message: "m" })).status).toBe(200);
  const yesterday = Date.now() - 86_400_001;
  await testEnv.DB.prepare("UPDATE diagnostics SET created_at = ? WHERE created_by = ?")
    .bind(yesterday, ada.userId)
    .run();
  expect((await tell(ada.token, { message: "m" })).status).toBe(200);
});

test("the cron run removes diagnostics after 30 days, also objects without a row, and keeps younger ones", async () => {
  const { token } = await signUp();
  const id: string = (await tell(token, { message: "m" })).body.data.diagnosticID;
  const orphan = newId("diag");
  await testEnv.BUCKET.put(`diagnostics/${orphan}`, "{}");
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await runScheduledMaintenance(platformOf(testEnv), days(29));
  expect([await rowOf(id), await objectOf(id), await objectOf(orphan)].every((found) => found !== null)).toBe(
    true,
  );
  await runScheduledMaintenance(platformOf(testEnv), days(31));
  expect([await rowOf(id), await objectOf(id), await objectOf(orphan)]).toEqual([null, null, null]);
});
