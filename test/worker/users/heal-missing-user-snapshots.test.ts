import { beforeEach, expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp, syncBody } from "../../support/http/person.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const PATH = "/ops/heal-missing-user-snapshots";
const OUTDATED = `SELECT count(*) AS n FROM users u LEFT JOIN user_snapshots s ON s.user_id = u.id
  WHERE u.lifecycle_state = 'active' AND (s.version IS NULL OR s.version <> u.version)`;
const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
const heal = async (method: "GET" | "POST" = "GET") => await call(method, PATH, { token });
const outdated = async () => await testEnv.DB.prepare(OUTDATED).first<number>("n");
const dropSnapshot = async ({ userId }: Person) =>
  await runSql("DELETE FROM user_snapshots WHERE user_id = ?", userId);

beforeEach(async () => {
  await testEnv.DB.batch(
    ["users", "user_snapshots", "cursors"].map((table) => testEnv.DB.prepare(`DELETE FROM ${table}`)),
  );
});

/** Inserts users without snapshots as rows. */
async function addUsers(count: number): Promise<void> {
  const query = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO users (id, slug, email, display_name, organization_id, tenant_id, created_at, created_by, modified_at, modified_by)
    SELECT 'user_01h455vb4pex5vsk' || printf('%010d', i), 'slug' || i, '', '', 'org', 'tenant', 0, '', 0, '' FROM n`;
  await runSql(query, count);
}

test("the repair rebuilds missing and outdated snapshots as a sign-in would", async () => {
  const [ada, bob, cy] = [await signUp(), await signUp("bob"), await signUp("cy")];
  const bodies = async () => {
    const { results } = await testEnv.DB.prepare(
      "SELECT version, body FROM user_snapshots ORDER BY user_id",
    ).all<{
      version: number;
      body: string;
    }>();
    return results.map(({ version, body }) => ({ version, record: JSON.parse(body) as unknown }));
  };
  const before = await bodies();
  await dropSnapshot(ada);
  await runSql("UPDATE user_snapshots SET version = 7, body = '{}' WHERE user_id = ?", bob.userId);
  const { status, trips, body } = await heal();
  expect({ status, trips, eventKey: body.eventKey }).toEqual({ status: 200, trips: 2, eventKey: "" });
  const processed = [ada.userId, bob.userId].sort();
  expect(body.data).toEqual({
    CountAttempted: 2,
    CountHealed: 2,
    TotalRecords: 3,
    Errors: [],
    Processed: processed,
  });
  expect(await bodies()).toEqual(before);
  expect((await heal("POST")).body.data).toMatchObject({
    CountAttempted: 0,
    CountHealed: 0,
    TotalRecords: 3,
  });
  const synced = await call("POST", "/v1/users/self/auth-sync", {
    token: cy.token,
    body: syncBody(cy.email),
  });
  expect(synced.body.data.user.email).toBe(cy.email);
});

test("a repair run handles 200 users, the next run continues, and after the last user it starts again", async () => {
  await addUsers(450);
  const runs = [await heal(), await heal(), await heal(), await heal()].map(({ body }) => body.data);
  expect(runs.map(({ TotalRecords, CountHealed }) => [TotalRecords, CountHealed])).toEqual([
    [200, 200],
    [200, 200],
    [50, 50],
    [200, 0],
  ]);
  expect(new Set(runs.flatMap(({ Processed }) => Processed)).size).toBe(450);
  expect(await outdated()).toBe(0);
});

test("parallel repair runs eventually repair everybody and break nothing", async () => {
  await addUsers(450);
  const answers = await Promise.all(Array.from({ length: 8 }, () => heal()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  while ((await outdated()) !== 0) expect((await heal()).status).toBe(200);
  expect(await testEnv.DB.prepare("SELECT count(*) AS n FROM user_snapshots").first("n")).toBe(450);
});

test("the repair creates no snapshot for a merged account, and one for a suspended account", async () => {
  const [merged, suspended] = [await signUp("merged"), await signUp("suspended")];
  await runSql("UPDATE users SET lifecycle_state = 'merged' WHERE id = ?", merged.userId);
  await runSql("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?", suspended.userId);
  await dropSnapshot(merged);
  await dropSnapshot(suspended);
  expect((await heal()).body.data).toMatchObject({ Processed: [suspended.userId], TotalRecords: 2 });
});

test("the repair reports a user with invalid rows and repairs the others", async () => {
  const [broken, sound] = [await signUp("broken"), await signUp("sound")];
  await runSql("UPDATE users SET version = 1.5 WHERE id = ?", broken.userId);
  await dropSnapshot(sound);
  const { data } = (await heal()).body;
  expect(data).toMatchObject({
    CountAttempted: 2,
    CountHealed: 1,
    Errors: [`${broken.userId}: its rows do not make a record`],
  });
});

test("the cron run repairs snapshots too", async () => {
  const ada = await signUp();
  await dropSnapshot(ada);
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  expect(await outdated()).toBe(0);
});

test("the repair rejects HEAD, because its GET has side effects", async () => {
  const response = await rawCall("HEAD", PATH, { token });
  expect({ status: response.status, allow: response.headers.get("allow") }).toEqual({
    status: 405,
    allow: "GET, POST",
  });
});
