import { beforeEach, expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp, syncBody } from "../../support/http/person.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
const repair = async () => await call("GET", "/ops/repair-missing-user-data", { token });
const count = async (table: string, column: string, value: string) =>
  await testEnv.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
    .bind(value)
    .first<number>("n");

beforeEach(async () => {
  await testEnv.DB.batch(["users", "cursors"].map((table) => testEnv.DB.prepare(`DELETE FROM ${table}`)));
});

async function loseEverything({ userId, organizationId }: Person): Promise<void> {
  await runSql("DELETE FROM memberships WHERE user_id = ?", userId);
  for (const table of ["projects", "collections", "grants"])
    await runSql(`DELETE FROM ${table} WHERE organization_id = ?`, organizationId);
}

test("the repair recreates all missing records of a first sign-in and logs the repair", async () => {
  const [ada, whole] = [await signUp(), await signUp("whole")];
  await loseEverything(ada);
  const first = await repair();
  expect({ status: first.status, trips: first.trips, eventKey: first.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect(first.body.data).toEqual({
    CountAttempted: 1,
    CountHealed: 1,
    TotalRecords: 2,
    Errors: [],
    Processed: [ada.userId],
  });
  const { body } = await call("POST", "/v1/users/self/auth-sync", {
    token: ada.token,
    body: syncBody(ada.email),
  });
  const [root] = body.data.workingContext.CollectionTree;
  const kinds = root.children.map((node: any) => [node.collection.collectionKind, node.collection.label]);
  expect({ collectionKind: root.collection.collectionKind, kinds }).toEqual({
    collectionKind: "root",
    kinds: [
      ["favorites", "Favorites"],
      ["organization", "Organization"],
      ["personal", "Personal"],
    ],
  });
  expect([body.data.user.organizations.length, body.data.user.version]).toEqual([1, 2]);
  expect(await count("projects", "organization_id", ada.organizationId)).toBe(1);
  const counted = testEnv.DB.prepare("SELECT collection_count AS n FROM organizations WHERE id = ?").bind(
    ada.organizationId,
  );
  expect(await counted.first("n")).toBe(4);
  expect(await count("audit_events", "target_id", ada.userId)).toBe(2);
  expect(await count("collections", "organization_id", whole.organizationId)).toBe(4);
  expect((await repair()).body).toMatchObject({ eventKey: "", data: { CountAttempted: 0, TotalRecords: 2 } });
});

test("the repair recreates a single lost collection", async () => {
  const ada = await signUp();
  await runSql("DELETE FROM collections WHERE id = ?", ada.personalId);
  expect((await repair()).body.data.CountHealed).toBe(1);
  expect(await count("collections", "organization_id", ada.organizationId)).toBe(4);
  expect(await count("grants", "collection_id", ada.rootId)).toBe(1);
});

test("parallel repairs create everything once", async () => {
  const people = [await signUp("a"), await signUp("b")];
  for (const person of people) await loseEverything(person);
  const answers = await Promise.all(Array.from({ length: 6 }, repair));
  expect(answers.filter(({ body }) => body.data.CountHealed > 0).length).toBeGreaterThan(0);
  for (const { organizationId, userId } of people) {
    const made = [
      count("collections", "organization_id", organizationId),
      count("projects", "organization_id", organizationId),
    ];
    expect(await Promise.all([...made, count("memberships", "user_id", userId)])).toEqual([4, 1, 1]);
  }
});

test("the repair fails for a user without an organization, and leaves a root with another owner unchanged", async () => {
  const [homeless, given] = [await signUp("homeless"), await signUp("given")];
  await runSql("DELETE FROM organizations WHERE id = ?", homeless.organizationId);
  await runSql("UPDATE grants SET user_id = ? WHERE collection_id = ?", homeless.userId, given.rootId);
  const { data } = (await repair()).body;
  expect([data.CountAttempted, data.CountHealed]).toEqual([1, 0]);
  expect(data.Errors).toEqual([`${homeless.userId}: there is no organization of this user`]);
});
