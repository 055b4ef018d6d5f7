import { expect, test, vi } from "vitest";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { insertThreads, listThreads } from "../../support/rows/insert-threads.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const recent = async ({ token }: Pick<Person, "token">, query = "") =>
  await listThreads(call("GET", `/v1/navigate/recent/threads?${query}`, { token }));

test("the list contains threads that the user created or wrote in, newest first, and omits threads that the user only read", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["chat"]);
  const [first, second] = [
    await startThread(ada, home, { label: "First" }),
    await startThread(ada, home, { label: "Second" }),
  ];
  expect([(await recent(ada)).labels, (await recent(bob)).labels]).toEqual([["Second", "First"], []]);
  await sendMessage(ada, first, "What is this?");
  await call("getThread", { token: bob.token, params: { threadID: second } });
  await sendMessage(bob, first, "A remark.", { messageKind: "textV1" });
  expect([(await recent(ada)).labels, (await recent(bob)).labels]).toEqual([["First", "Second"], ["First"]]);
  expect(await recent(bob)).toMatchObject({
    trips: 1,
    pagination: { count: 1 },
    entities: [{ actions: ["read", "chat"] }],
  });
});

test("list and total of recent threads omit unreadable and deleted threads", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [home, open] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Open"),
  ];
  await share(ada, home, bob, ["chat"]);
  await share(ada, open, bob, ["read"]);
  const [kept, lost] = [
    await startThread(ada, home, { label: "Kept" }),
    await startThread(ada, home, { label: "Lost" }),
  ];
  for (const id of [kept, lost]) await sendMessage(bob, id, "A remark.", { messageKind: "textV1" });
  const body = { collectionId: open, threadIds: [kept], flags: [] };
  await call("linkThreads", { token: ada.token, params: { collectionID: open }, body });
  await modifyPermissions(ada, home, bob.userId, []);
  expect(await recent(bob)).toMatchObject({
    labels: ["Kept"],
    pagination: { count: 1 },
    entities: [{ actions: ["read"] }],
  });
  await testEnv.DB.prepare("UPDATE threads SET lifecycle_state = 'deleted' WHERE id = ?").bind(kept).run();
  expect(await recent(bob)).toMatchObject({ labels: [], pagination: { count: 0 } });
});

test("pages of recent threads follow each other in every order, among the newest 1,000", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  await insertThreads(ada, ada.personalId, 1_200, (at) => `${(at * 7) % 1_200}`.padStart(4, "0"));
  const pages = [
    await recent(ada, "limit=200"),
    await recent(ada, "limit=200&offset=200"),
    await recent(ada, "limit=200&offset=900"),
  ];
  expect(pages.map(({ labels, pagination }) => [labels.length, pagination.count])).toEqual([
    [200, 1_000],
    [200, 1_000],
    [100, 1_000],
  ]);
  expect(pages[0]?.labels[0]).toBe(`${(1_199 * 7) % 1_200}`.padStart(4, "0"));
  const byLabel = await recent(ada, "limit=50&sort=label");
  expect(byLabel.labels).toEqual(byLabel.labels.toSorted());
  expect((await recent(ada, "limit=50&sort=createdAt")).labels[0]).toBe(
    `${(200 * 7) % 1_200}`.padStart(4, "0"),
  );
  for (const sort of [
    "",
    "label",
    "-label",
    "createdAt",
    "-createdAt",
    "recentAt",
    "modifiedAt",
    "-modifiedAt",
  ]) {
    const { trips, rows, labels } = await recent(ada, `limit=50&sort=${sort}`);
    expect([sort, trips, labels.length, rows <= 6 * 50 + 60 ? 0 : rows]).toEqual([sort, 1, 50, 0]);
  }
});

test.each([
  ["few people", 0],
  ["a crowd", 12],
])("threads of %s sorted by change follow in order, whoever changed them", async (_, others) => {
  const ada = await signUp();
  const ids = await insertThreads(ada, ada.personalId, 6, (at) => `${at}`);
  const write =
    "INSERT INTO recent_threads (user_id, thread_id, at) SELECT 'user_' || key, ?1, 0 FROM json_each(?2)";
  // Half of the threads have many members.
  for (const id of ids.slice(0, 3)) {
    await testEnv.DB.prepare(write)
      .bind(id, JSON.stringify(Array.from({ length: others }, () => 0)))
      .run();
  }
  const changes = [
    5_000_000_000_003, 5_000_000_000_001, 5_000_000_000_006, 5_000_000_000_002, 5_000_000_000_005,
    5_000_000_000_001,
  ];
  for (const [at, id] of ids.entries())
    await testEnv.DB.prepare("UPDATE threads SET modified_at = ? WHERE id = ?")
      .bind(changes[at] ?? 0, id)
      .run();
  const ranked = ids
    .map((id, at) => ({ id, label: `${at}`, change: changes[at] ?? 0 }))
    .toSorted((a, b) => a.change - b.change || (a.id < b.id ? -1 : 1));
  const labels = ranked.map(({ label }) => label);
  expect((await recent(ada, "sort=modifiedAt")).labels).toEqual(labels);
  expect((await recent(ada, "sort=-modifiedAt")).labels).toEqual(labels.toReversed());
  for (let offset = 0; offset <= 6; offset += 1) {
    expect((await recent(ada, `sort=-modifiedAt&limit=2&offset=${offset}`)).labels).toEqual(
      labels.toReversed().slice(offset, offset + 2),
    );
  }
});

test("a page skips unreadable threads, and a thread in thousands of collections is listed once", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [home, lost] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Lost"),
  ];
  await share(ada, home, bob, ["chat"]);
  const place = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const threadIds = await insertThreads({ ...bob, ...place }, home, 6, (at) => `${at}`);
  await insertThreads({ ...bob, ...place }, lost, 4, (at) => `lost ${at}`);
  const few = await recent(bob, "limit=3&offset=1");
  expect({ trips: few.trips, labels: few.labels, count: few.pagination.count }).toEqual({
    trips: 3,
    labels: ["4", "3", "2"],
    count: 6,
  });
  const many = `INSERT INTO thread_places (thread_id, collection_id, link_id, listed, label, thread_created_at, thread_modified_at)
    SELECT tp.thread_id, 'col_' || place.key, 'x', 1, tp.label, tp.thread_created_at, tp.thread_modified_at
    FROM thread_places tp CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(800)), '00', '0,'), ',') || ']') place
    WHERE tp.thread_id IN (SELECT value FROM json_each(?))`;
  await testEnv.DB.prepare(many).bind(JSON.stringify(threadIds)).run();
  const again = await recent(bob, "limit=3&offset=1");
  expect({ trips: again.trips, labels: again.labels, count: again.pagination.count }).toEqual({
    trips: 3,
    labels: few.labels,
    count: 6,
  });
});

test("threads in many collections cost two rows for each collection beside the page", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const homes = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => await createCollection(ada, ada.rootId, `Home ${at}`)),
  );
  for (const home of homes) await insertThreads(ada, home, 5, () => home);
  const { rows, labels, collections, pagination } = await recent(ada, "limit=50");
  expect([labels.length, pagination.count]).toEqual([50, 200]);
  expect(rows).toBeLessThanOrEqual(6 * (50 + Object.keys(collections).length) + 60 + 2 * homes.length);
});

test("a few recent threads among many others cost their own number", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await insertThreads(ada, ada.rootId, 3_000, () => "ada's");
  await share(ada, ada.rootId, bob, ["chat"]);
  await startThread({ ...bob, organizationId: ada.organizationId, tenantId: ada.tenantId }, ada.rootId, {
    label: "bob's",
  });
  const { labels, rows } = await recent(bob);
  expect(labels).toEqual(["bob's"]);
  expect(rows).toBeLessThanOrEqual(6 + 60);
});

test.each(["sort=color", "limit=-1", "offset=x"])("the service rejects %s", async (query) => {
  expect(await recent(await signUp(), query)).toMatchObject({ status: 400, code: "invalid_argument" });
});
