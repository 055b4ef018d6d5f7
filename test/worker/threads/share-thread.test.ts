import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { createDatabase, type Statement } from "../../../src/storage/d1/core/database.ts";
import { findGuestLink, guestView } from "../../../src/storage/d1/threads/guest-view.ts";
import {
  endLinkStatements,
  findDelivery,
  findLink,
  findLiveLink,
  findMessageOf,
  isLiveLink,
  mayShareThread,
  touchSharedThread,
} from "../../../src/storage/d1/threads/thread-links.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, ORIGIN, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { endLink, makeLink, sendMessage, shareThread, startThread } from "../../support/http/threads.ts";
import { share } from "../../support/http/create-collection.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

const { DB } = testEnv;

afterEach(() => {
  vi.restoreAllMocks();
});

async function linksOf(threadId: string): Promise<{ id: string; revoked_at: number | null }[]> {
  return (
    await DB.prepare("SELECT * FROM thread_links WHERE thread_id = ? ORDER BY id").bind(threadId).all<any>()
  ).results;
}

async function readThread(person: Person, threadId: string) {
  return (await call("GET", `/v1/threads/${threadId}`, { token: person.token })).body.data;
}

async function openedBy(threadId: string, publicToken: string): Promise<number> {
  return (await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).status;
}

test("sharing a thread creates a link in two D1 round trips, and users who may share the thread see the link", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const before = await readThread(ada, threadId);
  const made = await shareThread(ada, threadId, {
    shareMethod: "email",
    shareTo: ["Bob@Example.com", "bob@example.com"],
  });
  expect({ status: made.status, trips: made.trips, eventKey: made.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  const { tokenId, publicToken, address } = made.body.data;
  expect(publicToken).toMatch(/^[\w-]{43}$/);
  expect(address).toBe(`${ORIGIN}/v1/threads/${threadId}?publicAccessToken=${publicToken}`);
  const read = await call("getThread", { token: ada.token, params: { threadID: threadId } });
  expect({ trips: read.trips, version: read.body.data.version }).toEqual({
    trips: 1,
    version: before.version + 1,
  });
  expect(read.body.data.etag).not.toBe(before.etag);
  expect(read.body.data.permanentShareToken).toEqual([
    {
      messageId: null,
      sharedBy: idToBytes(ada.userId as never),
      tokenId,
      publicToken,
      shareMethod: "email",
      sharedAt: expect.any(String),
      sharedByDisplayName: ada.email.split("@")[0],
      sharedToEmails: ["bob@example.com"],
    },
  ]);
  expect(JSON.stringify(await linksOf(threadId))).not.toContain(publicToken);
  expect(await openedBy(threadId, publicToken)).toBe(200);
});

test("a sharer's message returns the link's token, and users who may only read or chat see neither token nor URL", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  await share(ada, ada.personalId, bob, ["chat"]);
  const threadId = await startThread(ada, ada.personalId);
  const { publicToken, tokenId } = await makeLink(ada, threadId, { shareTo: ["eve@example.com"] });
  const shown = { tokenId: idToBytes(tokenId as never), publicToken: "", sharedToEmails: [] };
  expect((await readThread(bob, threadId)).permanentShareToken).toMatchObject([shown]);
  expect(
    (await sendMessage(bob, threadId, "Hm.", { messageKind: "textV1" })).permanentShareToken,
  ).toMatchObject([shown]);
  const own = { publicToken, sharedToEmails: ["eve@example.com"] };
  expect((await sendMessage(ada, threadId, "Why?")).permanentShareToken).toMatchObject([own]);
});

test.each([
  ["threadId", { threadId: newId("thread") }],
  ["threadId", { threadId: "thread" }],
  ["messageId", { messageId: newId("col") }],
  ["shareMethod", { shareMethod: "pigeon" }],
  ["shareTo", { shareTo: "eve@example.com" }],
  ["shareTo", { shareMethod: "email", shareTo: [] }],
  ["shareTo", { shareTo: Array.from({ length: 101 }, (_, n) => `eve${n}@example.com`) }],
  ["shareTo.0", { shareTo: ["nobody"] }],
])("sharing rejects and names an invalid %s", async (path, changes) => {
  const ada = await signUp();
  const { status, body } = await shareThread(ada, await startThread(ada, ada.personalId), changes);
  expect({ status, code: body.code, path: body.data.issues[0].path }).toEqual({
    status: 400,
    code: "invalid_argument",
    path,
  });
});

test("a link may name only a message of its own thread", async () => {
  const ada = await signUp();
  const [threadId, other] = [await startThread(ada, ada.personalId), await startThread(ada, ada.personalId)];
  const { id } = (await sendMessage(ada, other, "Elsewhere.", { messageKind: "textV1" })).messages[0];
  expect((await shareThread(ada, threadId, { messageId: id })).body.code).toBe("not_found");
  expect((await shareThread(ada, other, { messageId: idFromBytes("msg", id) })).status).toBe(200);
  expect((await readThread(ada, other)).permanentShareToken[0].messageId).toEqual(id);
});

test("creating and revoking a link needs share on the home, and a stranger gets 404", async () => {
  const ada = await signUp();
  const [bob, eve] = [await signUp("bob"), await signUp("eve")];
  await share(ada, ada.personalId, bob, ["write"]);
  const threadId = await startThread(ada, ada.personalId);
  const { tokenId, publicToken } = await makeLink(ada, threadId);
  expect((await shareThread(bob, threadId)).body.code).toBe("permission_denied");
  expect((await endLink(bob, threadId, tokenId)).body.code).toBe("permission_denied");
  expect((await shareThread(eve, threadId)).body.code).toBe("not_found");
  expect((await endLink(eve, threadId, tokenId)).body.code).toBe("not_found");
  expect(
    (await call("DELETE", `/v1/threads/${threadId}/share/${tokenId}?publicAccessToken=${publicToken}`))
      .status,
  ).toBe(401);
  await share(ada, ada.personalId, bob, ["share"]);
  expect((await endLink(bob, threadId, tokenId)).status).toBe(200);
});

test("a new link revokes the previous one", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const [first, second] = [await makeLink(ada, threadId), await makeLink(ada, threadId)];
  expect(second.publicToken).not.toBe(first.publicToken);
  expect([await openedBy(threadId, first.publicToken), await openedBy(threadId, second.publicToken)]).toEqual(
    [404, 200],
  );
  expect((await readThread(ada, threadId)).permanentShareToken).toMatchObject([
    { publicToken: second.publicToken },
  ]);
});

test("one of several parallel links stays valid, and the thread shows it", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const made = await Promise.all(Array.from({ length: 6 }, () => shareThread(ada, threadId)));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  const links = await linksOf(threadId);
  expect([links.length, links.filter((link) => link.revoked_at === null).length]).toEqual([6, 1]);
  const statuses = await Promise.all(made.map(({ body }) => openedBy(threadId, body.data.publicToken)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404, 404]);
  const alive = made[statuses.indexOf(200)]?.body.data.publicToken;
  expect((await readThread(ada, threadId)).permanentShareToken).toMatchObject([{ publicToken: alive }]);
});

test("sharing creates no link if the share right ends just before the write", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  await share(ada, ada.personalId, bob, ["read"]);
  await share(ada, ada.personalId, bob, ["share"]);
  const threadId = await startThread(ada, ada.personalId);
  interceptBatches(async (nth, send, db) => {
    if (nth === 2)
      await db.prepare("DELETE FROM grants WHERE user_id = ? AND action = 'share'").bind(bob.userId).run();
    return send();
  });
  const refused = await shareThread(bob, threadId);
  vi.restoreAllMocks();
  expect({ code: refused.body.code, links: await linksOf(threadId) }).toEqual({
    code: "permission_denied",
    links: [],
  });
});

test("a repeated Idempotency-Key returns the same link, and no token after its revocation", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const again = () => shareThread(ada, threadId, {}, { "idempotency-key": "one" });
  const [first, repeat] = [await again(), await again()];
  expect({ data: repeat.body.data, eventKey: repeat.body.eventKey }).toEqual({
    data: first.body.data,
    eventKey: first.body.eventKey,
  });
  await endLink(ada, threadId, idFromBytes("token", first.body.data.tokenId));
  expect((await again()).body.data).toEqual({
    tokenId: first.body.data.tokenId,
    publicToken: "",
    address: "",
  });
  expect(
    (await shareThread(ada, threadId, { shareTo: ["eve@example.com"] }, { "idempotency-key": "one" })).status,
  ).toBe(409);
  expect(await linksOf(threadId)).toHaveLength(1);
});

test("sharing rejects an outdated thread revision", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { etag } = await readThread(ada, threadId);
  expect((await shareThread(ada, threadId, {}, { "if-match": `"${etag}"` })).status).toBe(200);
  expect((await shareThread(ada, threadId, {}, { "if-match": `"${etag}"` })).body.code).toBe("aborted");
});

/** Permitted scans: bound lists, the ids along a path, and the messages of the thread. */
const ALLOWED = /^SCAN (\w+ VIRTUAL TABLE|CONSTANT ROW|nm|m|\(subquery-\d+\))/;

test("every statement about links finds its rows through an index", async () => {
  const db = createDatabase(DB);
  const [threadId, linkId, userId] = [newId("thread"), newId("token"), newId("user")];
  const statements: Statement[] = [
    findLiveLink(db, threadId),
    findLink(db, threadId, linkId),
    findMessageOf(db, threadId, "msg"),
    findDelivery(db, "event"),
    ...endLinkStatements(db, threadId, "event", new Date(0)),
    touchSharedThread(db, threadId, userId, new Date(0)),
    findGuestLink(db, threadId, "hash"),
    ...Object.values(guestView(db, threadId, "hash")),
    ...[isLiveLink(linkId), mayShareThread(userId, threadId)].map((holds) =>
      db.build.all(sql`SELECT ${holds}`),
    ),
  ];
  for (const statement of statements) {
    const scans = (await queryPlanOf(statement)).filter(
      (detail) => detail.startsWith("SCAN") && !ALLOWED.test(detail),
    );
    expect(scans).toEqual([]);
  }
});
