import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { tombstone as tombstoneRows } from "../../../src/storage/d1/collections/tombstones.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createDocument, createWorkplace, openRoom, post, promptOf } from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

const get = async (person: Person, path: string) => await call("GET", path, { token: person.token });

test("a deleted thread appears nowhere, accepts nothing, and returns unchanged with its links after restoring", async () => {
  const ada = await signUp();
  const [home, other] = [
    await createCollection(ada, ada.rootId, "Home"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const threadId = await startThread(ada, home);
  await call("linkThreads", {
    token: ada.token,
    params: { collectionID: other },
    body: { collectionId: other, threadIds: [threadId] },
  });
  await sendMessage(ada, threadId, "A remark.", { messageKind: "textV1" });
  const { publicToken } = await makeLink(ada, threadId);
  const [mine, guests] = [
    `/v1/threads/${threadId}`,
    `/v1/threads/${threadId}?publicAccessToken=${publicToken}`,
  ];
  const before = (await get(ada, mine)).body.data;
  const deleted = await tombstone(ada, "thread", [threadId]);
  expect({ status: deleted.status, trips: deleted.trips, eventKey: deleted.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect({ code: (await get(ada, mine)).body.code, status: (await rawCall("GET", guests)).status }).toEqual({
    code: "not_found",
    status: 404,
  });
  await expect(sendMessage(ada, threadId, "One more.", { messageKind: "textV1" })).rejects.toThrow(
    /no such thread/,
  );
  const link = { token: ada.token, body: { collectionId: other, threadIds: [threadId] } };
  expect((await call("linkThreads", { params: { collectionID: other }, ...link })).body.code).toBe(
    "not_found",
  );
  expect((await restore(ada, "thread", [threadId])).trips).toBe(2);
  const { etag: _, version, ...after } = (await get(ada, mine)).body.data;
  expect([version, before.version]).toEqual([before.version + 2, version - 2]);
  expect(before).toMatchObject(after);
  expect((await rawCall("GET", guests)).status).toBe(200);
  await sendMessage(ada, threadId, "One more.", { messageKind: "textV1" });
});

test("a thread's creator deletes it with write on its home; other users need own, and only an owner restores an owner's deletion", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["chat"]);
  await share(ada, home, eve, ["write"]);
  const threadId = await startThread(
    { ...bob, organizationId: ada.organizationId, tenantId: ada.tenantId },
    home,
  );
  const change = async (person: Person, verb: typeof tombstone) =>
    (await verb(person, "thread", [threadId])).body.code;
  expect([await change(bob, tombstone), await change(eve, tombstone)]).toEqual([
    "permission_denied",
    "permission_denied",
  ]);
  await share(ada, home, bob, ["write"]);
  expect([await change(bob, tombstone), await change(eve, restore), await change(bob, restore)]).toEqual([
    "ok",
    "not_found",
    "ok",
  ]);
  expect([await change(ada, tombstone), await change(bob, restore), await change(ada, restore)]).toEqual([
    "ok",
    "not_found",
    "ok",
  ]);
});

test("deleting a thread cancels its answer in progress, and the answer has the reason after restoring", async () => {
  const place = await createWorkplace();
  const assetId = await createDocument(place, place.home, [
    "The engine was built in 1871 by a clerk called Marrow.",
  ]);
  const db = createDatabase(testEnv.DB);
  let isDeleted = false;
  interceptBatches(
    async (_, send, __, texts) => {
      if (!isDeleted && texts.some((text) => /update "messages" set/i.test(text))) {
        isDeleted = true;
        await db.write([tombstoneRows(db, "thread", [place.threadId], place.owner, new Date())]);
      }
      return await send();
    },
    [place.threadId],
  );
  const scope = { assetIds: [assetId], collectionIds: [], mentionedAssets: [], mentionedCollections: [] };
  const { messageId } = await post(openRoom(place), promptOf(place, "Who built the engine?", { scope }));
  await openRoom(place).waitForAnswer(messageId, 20_000);
  const [, answer] = await storedMessages(place.threadId);
  expect({ isDeleted, state: answer?.state, content: answer?.content }).toEqual({
    isDeleted: true,
    state: "cancelled",
    content: "This thread was deleted before the answer was written.",
  });
});

test("deleting several threads is atomic, accepts ids in the query, and a repetition changes nothing", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const ids = [await startThread(ada, home), await startThread(ada, home)];
  expect((await tombstone(ada, "thread", [...ids, newId("thread")])).body.code).toBe("not_found");
  expect((await get(ada, `/v1/threads/${ids[0]}`)).status).toBe(200);
  const { body } = await call("DELETE", `/v1/threads/tombstone?threadIds=${ids[0]}&threadIds=${ids[1]}`, {
    token: ada.token,
  });
  expect({ code: body.code, status: (await get(ada, `/v1/threads/${ids[1]}`)).status }).toEqual({
    code: "ok",
    status: 404,
  });
  expect((await tombstone(ada, "thread", ids)).body.eventKey).toBe("");
  const headers = { "idempotency-key": newId("req") };
  const first = await restore(ada, "thread", ids, headers);
  await tombstone(ada, "thread", ids);
  const again = await restore(ada, "thread", ids, headers);
  expect({ status: again.status, eventKey: again.body.eventKey }).toEqual({
    status: 200,
    eventKey: first.body.eventKey,
  });
  expect((await get(ada, `/v1/threads/${ids[0]}`)).status).toBe(404);
});
