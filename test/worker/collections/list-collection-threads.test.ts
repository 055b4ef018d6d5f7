import { expect, test, vi } from "vitest";
import { idFromBytes, idToBytes, type Id } from "../../../src/domain/ids.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { insertThreads, listThreads } from "../../support/rows/insert-threads.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const list = async ({ token }: Pick<Person, "token">, collectionId: string, query = "") =>
  await listThreads(call("GET", `/v1/collection/${collectionId}/threads?${query}`, { token }));

async function link(
  person: Person,
  collectionId: string,
  threadIds: readonly string[],
  method: "POST" | "DELETE" = "POST",
) {
  const body = { collectionId, threadIds, ...(method === "POST" ? { flags: ["pinned"] } : {}) };
  expect(
    (await call(method, `/v1/collections/${collectionId}/threads`, { token: person.token, body })).status,
  ).toBe(200);
}

test("the listing returns a collection's threads with one D1 round trip, newest change first, with the caller's actions and other collections", async () => {
  const ada = await signUp();
  const [home, other] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const first = await startThread(ada, home, { label: "First" });
  await startThread(ada, home, { label: "Second" });
  await sendMessage(ada, first, "A remark.", { messageKind: "textV1" });
  await link(ada, other, [first]);
  const here = await list(ada, home);
  expect({ trips: here.trips, labels: here.labels, count: here.pagination.count }).toEqual({
    trips: 1,
    labels: ["First", "Second"],
    count: 2,
  });
  const thread = await call("getThread", { token: ada.token, params: { threadID: first } });
  const { etag, version, metadata, organizationId, tenantId } = thread.body.data;
  expect(here.entities[0]).toEqual({
    actions: ["read", "chat", "write", "share", "own"],
    collectionIds: [home, other].map((id) => idToBytes(id as Id)),
    flags: [[], ["pinned"]],
    data: {
      threadId: idToBytes(first as Id),
      createdBy: idToBytes(ada.userId as Id),
      etag,
      version,
      organizationId,
      tenantId,
      label: "First",
      lifecycleState: "active",
      messageCount: 1,
      createdAt: metadata.createdAt,
      modifiedAt: metadata.modifiedAt,
    },
  });
  expect([(await list(ada, other)).labels, Object.keys(here.collections).toSorted()]).toEqual([
    ["First"],
    [home, other].toSorted(),
  ]);
  await link(ada, other, [first], "DELETE");
  expect((await list(ada, other)).pagination).toMatchObject({
    count: 0,
    totalPages: 0,
    firstRecordOnPage: "",
  });
});

test("a reader through a linked collection may only read and does not see the home; a stranger sees nothing", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const [home, open] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Open"),
  ];
  const threadId = await startThread(ada, home, { label: "Linked" });
  await link(ada, open, [threadId]);
  await share(ada, open, bob, ["write"]);
  const seen = await list(bob, open);
  expect(seen.entities[0]).toMatchObject({ actions: ["read"], collectionIds: [idToBytes(open as Id)] });
  expect(Object.keys(seen.collections)).toEqual([open]);
  for (const [person, collectionId] of [
    [bob, home],
    [eve, open],
    [eve, home],
  ] as const) {
    expect(await list(person, collectionId)).toMatchObject({ status: 404, code: "not_found" });
  }
});

test("list and count of threads reflect renames, deletion and restoring immediately", async () => {
  const ada = await signUp();
  const [, second = ""] = await insertThreads(ada, ada.personalId, 2, (at) => `t${at}`);
  const body = { threadId: second, label: "Renamed" };
  await call("updateThread", { token: ada.token, params: { threadID: second }, body });
  expect((await list(ada, ada.personalId, "sort=label")).labels).toEqual(["Renamed", "t0"]);
  const put = testEnv.DB.prepare("UPDATE threads SET lifecycle_state = ? WHERE id = ?");
  await put.bind("deleted", second).run();
  expect(await list(ada, ada.personalId)).toMatchObject({ labels: ["t0"], pagination: { count: 1 } });
  await put.bind("active", second).run();
  expect(await list(ada, ada.personalId)).toMatchObject({ pagination: { count: 2 } });
  await testEnv.DB.prepare("DELETE FROM threads WHERE id = ?").bind(second).run();
  expect(await list(ada, ada.personalId)).toMatchObject({ labels: ["t0"], pagination: { count: 1 } });
});

test.each(["sort=color", "limit=-1", "offset=x", "limit=1&limit=2"])(
  "the service rejects %s",
  async (query) => {
    const ada = await signUp();
    expect(await list(ada, ada.personalId, query)).toMatchObject({ status: 400, code: "invalid_argument" });
  },
);

test("the cost of a page among 5,000 threads depends on its size in every order", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const ids = await insertThreads(ada, ada.personalId, 5_000, (at) =>
    `${(at * 7_919) % 5_000}`.padStart(4, "0"),
  );
  for (const sort of ["", "label", "-label", "createdAt", "-createdAt", "modifiedAt"]) {
    for (const limit of [1, 50]) {
      const page = await list(ada, ada.personalId, `limit=${limit}&sort=${sort}`);
      expect({ length: page.labels.length, count: page.pagination.count }).toEqual({
        length: limit,
        count: 5_000,
      });
      expect(page.rows).toBeLessThanOrEqual(6 * limit + 60);
    }
  }
  const last = await list(ada, ada.personalId, "limit=2&offset=4998&sort=createdAt");
  expect(last.entities.map(({ data }) => idFromBytes("thread", data.threadId))).toEqual(ids.slice(-2));
});

test("the listing shows deleted threads on request, for users who may restore them, until the purge", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [home, other] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  await share(ada, home, bob, ["write"]);
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const mine = await startThread(ada, home, { label: "Ada's" });
  const theirs = await startThread(bob, home, { label: "Bob's", organizationContext });
  await startThread(ada, home, { label: "Alive" });
  await link(ada, other, [mine]);
  await tombstone(ada, "thread", [mine]);
  await tombstone(bob, "thread", [theirs]);
  const bin = async (person: Person, collectionId = home) =>
    await list(person, collectionId, "lifecycleState=deleted&sort=label");
  const ofAda = await bin(ada);
  expect({ trips: ofAda.trips, labels: ofAda.labels, count: ofAda.pagination.count }).toEqual({
    trips: 1,
    labels: ["Ada's", "Bob's"],
    count: 2,
  });
  expect(ofAda.entities[0]?.data.lifecycleState).toBe("deleted");
  expect((await bin(bob)).labels).toEqual(["Bob's"]);
  expect((await bin(ada, other)).labels).toEqual([]);
  expect([(await list(ada, home)).labels, (await list(ada, home, "lifecycleState=active")).labels]).toEqual([
    ["Alive"],
    ["Alive"],
  ]);
  await restore(bob, "thread", [theirs]);
  expect([(await bin(ada)).labels, (await bin(bob)).labels]).toEqual([["Ada's"], []]);
  await testEnv.DB.prepare("UPDATE threads SET purge_at = 0 WHERE id = ?").bind(mine).run();
  expect((await bin(ada)).labels).toEqual([]);
  await runAllJobs();
});
