import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { coveredOperations, requestOf, send, tokenOf } from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function list({ token }: Pick<Person, "token">, organizationId: string, query = "") {
  const { status, body, headers, trips } = await call(
    "GET",
    `/v1/organizations/${organizationId}/events?${query}`,
    { token },
  );
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  const { pagination, truncated, records = [] } = body.data;
  return { status, code: body.code, trips, rows, pagination, truncated, events: records as any[] };
}

/**
 * Operations that change nothing in this organization: they concern the account itself, or another, empty
 * organization.
 */
const ELSEWHERE = ["syncUser", "deleteUser", "restoreUser", "importOrganization"];
const changing = coveredOperations.filter(
  ({ changes, audience: who, id }) => changes && who === "user" && !ELSEWHERE.includes(id),
);

describe("every change by a user is in the log", () => {
  let world: World;
  beforeAll(async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    world = await createWorld();
  }, 60_000);
  test.each(changing)("the log contains the event of $id", async (operation) => {
    const { body } = await send(operation, await requestOf(operation, world), tokenOf(operation, world));
    expect(body.eventKey).toMatch(/^event_/);
    const { events } = await list(world.owner, world.owner.organizationId, `operation=${operation.id}`);
    const found = events.find(({ eventKey }) => eventKey === body.eventKey);
    expect(found).toMatchObject({ operation: operation.id, operationId: body.details.operation.operationId });
    expect({
      actorId: found.actorId.slice(0, 5),
      actorDisplayName: found.actorDisplayName,
      targetId: found.targetId,
    }).toEqual({
      actorId: "user_",
      actorDisplayName: expect.stringMatching(/.+/),
      targetId: expect.any(String),
    });
  });
});

test("an event has its user, change and channel; the newest event is first, and filters work", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const moved = await createCollection(ada, ada.rootId, "Moved");
  await call("moveCollection", {
    token: ada.token,
    params: { collectionID: moved },
    body: { collectionId: moved, parentCollectionId: folder },
  });
  const attributes = { collectionId: moved, label: "Secret name", description: "" };
  await call("updateCollection", { token: ada.token, params: { collectionID: moved }, body: attributes });
  await share(ada, folder, bob, ["write"]);
  await modifyPermissions(ada, folder, bob.userId, ["read"]);
  expect(
    (
      await call("createCollection", {
        token: bob.token,
        params: { parentCollectionID: folder },
        body: { label: "Refused" },
      })
    ).status,
  ).toBe(403);
  const { events, trips, pagination } = await list(ada, ada.organizationId, "limit=5");
  expect(trips).toBe(1);
  expect(events.map(({ operation, targetId, changes }) => [operation, targetId, changes])).toEqual([
    [
      "modifyCollectionPermissions",
      folder,
      { userId: bob.userId, actionsBefore: ["write"], actions: ["read"] },
    ],
    [
      "shareCollections",
      folder,
      { collectionIds: [folder], actions: ["write"], userIds: [bob.userId], invitationIds: [] },
    ],
    ["updateCollection", moved, { fields: ["label"] }],
    ["moveCollection", moved, { parentIdBefore: ada.rootId, parentId: folder }],
    ["createCollection", moved, { parentId: ada.rootId }],
  ]);
  expect(JSON.stringify(events)).not.toContain("Secret name");
  expect(pagination).toMatchObject({
    firstRecordOnPage: events[0].eventKey,
    lastRecordOnPage: events[4].eventKey,
    hasNextPage: true,
  });
  const operations = async (query: string) =>
    (await list(ada, ada.organizationId, query)).events.map(({ operation }) => operation);
  expect(await operations(`targetId=${moved}&sort=at`)).toEqual([
    "createCollection",
    "moveCollection",
    "updateCollection",
  ]);
  expect(await operations(`targetId=${moved}&operation=moveCollection`)).toEqual(["moveCollection"]);
  expect(await operations(`actorId=${bob.userId}`)).toEqual([]);
  const { at } = events[2];
  const from = new Date(at).toISOString();
  expect((await operations(`from=${from}`)).slice(0, 3)).toEqual([
    "modifyCollectionPermissions",
    "shareCollections",
    "updateCollection",
  ]);
  expect((await operations(`to=${from}&sort=-at`))[0]).toBe("moveCollection");
  expect(await operations("from=2100-01-01T00:00:00Z")).toEqual([]);
  expect(await operations("to=2000-01-01T00:00:00%2B02:00")).toEqual([]);
});

test("only owners read the events: readers of the root get 403, others 404", async () => {
  const [ada, bob, carol, eve] = [
    await signUp(),
    await signUp("bob"),
    await signUp("carol"),
    await signUp("eve"),
  ];
  await share(ada, ada.rootId, bob, ["read", "chat", "write", "share"]);
  await share(ada, ada.rootId, carol, ["own"]);
  expect((await list(carol, ada.organizationId)).status).toBe(200);
  expect((await list(bob, ada.organizationId)).code).toBe("permission_denied");
  const refused = await list(eve, ada.organizationId);
  expect([refused.code, (await list(ada, newId("org"))).code]).toEqual(["not_found", "not_found"]);
});

test("the cost of a page depends on its size, a stranger reads no row, and the total stops at 10,000", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10050)";
  await testEnv.DB.prepare(
    `INSERT INTO audit_events (id, organization_id, actor_id, operation, operation_id, target_id, at) ${numbers}
      SELECT 'event_0' || substr(?1, 8, 15) || printf('%010d', i), ?2, ?3, 'createAsset', 'op_' || substr(?1, 7), 'asset_' || substr(?1, 7), i FROM n`,
  )
    .bind(newId("event"), ada.organizationId, ada.userId)
    .run();
  const many = await list(ada, ada.organizationId, "limit=20&operation=createAsset");
  expect({ count: many.pagination.count, truncated: many.truncated, length: many.events.length }).toEqual({
    count: 10_000,
    truncated: true,
    length: 20,
  });
  expect(many.rows).toBeLessThanOrEqual(2 * 10_001 + 4 * 20 + 60);
  const one = await list(ada, ada.organizationId, "limit=20&operation=syncUser");
  expect({ count: one.pagination.count, truncated: one.truncated }).toEqual({ count: 1, truncated: false });
  expect(one.rows).toBeLessThanOrEqual(6 + 60);
  expect((await list(eve, ada.organizationId)).rows).toBeLessThanOrEqual(60);
});
