import { expect, test } from "vitest";
import { guestAuthors } from "../../../src/auth/guest-author.ts";
import { configOf } from "../../../src/config.ts";
import { type Id, idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp, tokenFor } from "../../support/http/person.ts";
import { endLink, makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const { DB } = testEnv;
const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n\nVisitors look at some brass wheels in London.\n";
const LOOM = "The Jacquard loom was shown in Lyon in 1801. It read its pattern from punched cards.\n";
const UNUSED = "The recipe for quince jam asks for three kilos of fruit.\n";

async function viewAs(threadId: string, publicToken: string, token?: string) {
  return await call("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`, { token });
}

async function set(query: string, ...values: string[]): Promise<void> {
  await DB.prepare(query)
    .bind(...values)
    .run();
}

/** Creates a thread with content hidden from guests, and two answered questions. */
async function createPrivateThread(ada: Person) {
  const home = await createCollection(ada, ada.rootId, "Zephyr home");
  const brought = await createCollection(ada, ada.rootId, "Brought elsewhere");
  const engine = await addReadyAsset(ada, home, ENGINE, { name: "engine-file-name.txt" });
  await set("UPDATE assets SET display_name = 'On the engine' WHERE id = ?", engine);
  const loom = await addReadyAsset(ada, home, LOOM, { name: "loom-file-name.txt" });
  const unused = await addReadyAsset(ada, brought, UNUSED, { name: "jam-file-name.txt" });
  const threadId = await startThread(ada, home, {
    collectionIds: [brought],
    assetIds: [unused],
    label: "Two machines",
  });
  await sendMessage(ada, threadId, "Who designed the Analytical Engine?", {
    recipients: ["recipient@example.com", ada.email],
  });
  const data = await sendMessage(ada, threadId, "Where was the Jacquard loom shown?");
  return { threadId, data, home, brought, engine, loom, unused };
}

const bytes = (id: string): string => JSON.stringify(idToBytes(id as Id));

test("a guest sees the label, messages up to the link's message, their quotes and cited asset names with one D1 round trip, and nothing else", async () => {
  const ada = await signUp();
  const { threadId, data, home, brought, engine, loom, unused } = await createPrivateThread(ada);
  const { publicToken } = await makeLink(ada, threadId, {
    messageId: data.messages[1].id,
    shareTo: ["invited@example.com"],
  });
  const authorOf = guestAuthors(configOf(testEnv).linkSecret, threadId);
  const pseudonymOf = (userId: string) => authorOf(idToBytes(userId as Id));
  const pseudonyms = ({ createdBy, metadata }: any) => {
    const author = authorOf(createdBy);
    return { createdBy: author, metadata: { ...metadata, createdBy: author, modifiedBy: author } };
  };
  const path = `/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
  const guest = await call("GET", path);
  expect({ status: guest.status, trips: guest.trips }).toEqual({ status: 200, trips: 1 });
  const shownQuotes = Object.entries<any>(data.knowledgeProvenance.citations).filter(
    ([, citation]) => citation.messageId === idFromBytes("msg", data.messages[1].id),
  );
  expect(shownQuotes.length).toBeGreaterThan(0);
  expect(guest.body.data).toEqual({
    activeAssets: [],
    collectionIDs: [],
    etag: expect.stringMatching(/./),
    label: "Two machines",
    lifecycleState: "active",
    knowledgeProvenance: {
      assetRef: { [engine]: { ...NO_ASSET, id: engine, displayName: "On the engine" } },
      citations: Object.fromEntries(shownQuotes),
      collectionRef: {},
      inScope: {
        assetIDs: [],
        collectionIDs: [],
        mentions: { assets: [], collections: [] },
        worldKnowledge: false,
      },
      pendingAssets: 0,
    },
    messages: data.messages
      .slice(0, 2)
      .map((message: any) => ({ ...message, recipients: [], ...pseudonyms(message) })),
    metadata: {
      createdAt: data.metadata.createdAt,
      createdBy: pseudonymOf(ada.userId),
      deletedAt: null,
      deletedBy: null,
      modifiedAt: null,
      modifiedBy: null,
    },
    organizationId: data.organizationId,
    tenantId: data.tenantId,
    threadId: data.threadId,
    permanentShareToken: [],
    people: {},
    lastSeq: null,
    version: expect.any(Number),
  });
  const text = await (await rawCall("GET", path)).text();
  const people = [
    ada.userId,
    bytes(ada.userId),
    ada.email,
    ada.email.split("@")[0] ?? "",
    "recipient@",
    "invited@",
    "@example.com",
  ];
  const collections = [
    "Zephyr home",
    "Brought elsewhere",
    home,
    brought,
    bytes(home),
    bytes(brought),
    ada.rootId,
    bytes(ada.rootId),
  ];
  const uncited = [
    "engine-file-name",
    "loom-file-name",
    "jam-file-name",
    loom,
    unused,
    bytes(loom),
    bytes(unused),
    "quince",
  ];
  const later = [
    "Jacquard",
    "Lyon",
    "punched",
    data.messages[2].transformations[0],
    bytes(idFromBytes("msg", data.messages[2].id)),
  ];
  const secrets = [publicToken, "brass wheels"];
  const planted = [...people, ...collections, ...uncited, ...later, ...secrets];
  expect(planted.filter((value) => text.includes(value))).toEqual([]);
});

const NO_ASSET = {
  contentType: "",
  etag: "",
  lifecycleState: "",
  organizationId: "",
  originalFilename: "",
  projectId: "",
  summary: "",
  tenantId: "",
  userDisplayName: "",
  userId: "",
  createdAt: null,
  modifiedAt: null,
  deletedAt: { Time: "0001-01-01T00:00:00Z", Valid: false },
  processingFailureReason: { String: "", Valid: false },
  failureCode: "",
  processingStatusText: { String: "", Valid: false },
  filesize: 0,
  textTokens: 0,
  version: 0,
};

test("a link without a message shows later messages too, and a link with a deleted message shows none", async () => {
  const ada = await signUp();
  const { threadId, data, engine, loom } = await createPrivateThread(ada);
  const { publicToken } = await makeLink(ada, threadId);
  await sendMessage(ada, threadId, "Said later.", { messageKind: "textV1" });
  const { body } = await viewAs(threadId, publicToken);
  expect(body.data.messages.map(({ content }: any) => content)).toEqual([
    ...data.messages.map(({ content }: any) => content),
    "Said later.",
  ]);
  expect(Object.keys(body.data.knowledgeProvenance.assetRef).toSorted()).toEqual([engine, loom].toSorted());
  await set("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?", loom);
  expect(Object.keys((await viewAs(threadId, publicToken)).body.data.knowledgeProvenance.assetRef)).toEqual([
    engine,
  ]);
  await set("UPDATE thread_links SET message_id = ? WHERE thread_id = ?", newId("msg"), threadId);
  const bare = (await viewAs(threadId, publicToken)).body.data;
  expect({
    messages: bare.messages,
    citations: bare.knowledgeProvenance.citations,
    assetRef: bare.knowledgeProvenance.assetRef,
  }).toEqual({
    messages: [],
    citations: {},
    assetRef: {},
  });
});

test("a pending answer appears as incomplete and without its transformation", async () => {
  const ada = await signUp();
  const { threadId, data } = await createPrivateThread(ada);
  const { publicToken } = await makeLink(ada, threadId);
  await set(
    "UPDATE messages SET state = 'pending', content = '' WHERE id = ?",
    idFromBytes("msg", data.messages[3].id),
  );
  const { messages } = (await viewAs(threadId, publicToken)).body.data;
  expect(messages[2]).toMatchObject({ transformations: [], transformationQueue: [] });
  expect(messages[3]).toMatchObject({ content: "", isComplete: false });
});

test("a signed-in stranger with a live token has a guest's view, a member sees the whole thread, each with one D1 round trip", async () => {
  const ada = await signUp();
  const [bob, eve] = [await signUp("bob"), await signUp("eve")];
  const { threadId, home } = await createPrivateThread(ada);
  await share(ada, home, bob, ["read"]);
  const { publicToken, tokenId } = await makeLink(ada, threadId);
  const guest = await viewAs(threadId, publicToken);
  const stranger = await viewAs(threadId, publicToken, eve.token);
  expect({ status: stranger.status, trips: stranger.trips, data: stranger.body.data }).toEqual({
    status: 200,
    trips: 1,
    data: guest.body.data,
  });
  const member = await viewAs(threadId, publicToken, bob.token);
  expect({ trips: member.trips, data: member.body.data }).toEqual({
    trips: 1,
    data: (await call("getThread", { token: bob.token, params: { threadID: threadId } })).body.data,
  });
  expect(member.body.data.collectionIDs).not.toEqual([]);
  expect(member.headers.get("etag")).not.toBe(guest.headers.get("etag"));
  expect((await viewAs(threadId, `x${publicToken}`, bob.token)).body.data).toEqual(member.body.data);
  expect((await viewAs(threadId, `x${publicToken}`, eve.token)).status).toBe(404);
  const newcomer = await tokenFor(`newcomer-${newId("req")}@example.com`);
  expect((await viewAs(threadId, publicToken, newcomer)).body.code).toBe("failed_precondition");
  await endLink(ada, threadId, tokenId);
  expect((await viewAs(threadId, publicToken, eve.token)).status).toBe(404);
});

test("a guest's token opens only the view of its thread", async () => {
  const ada = await signUp();
  const { threadId, engine, home } = await createPrivateThread(ada);
  const { publicToken } = await makeLink(ada, threadId);
  const query = `?publicAccessToken=${publicToken}`;
  const body = { messageContent: "Hello.", messageKind: "textV1", recipients: [], threadId };
  expect((await call("POST", `/v1/threads/${threadId}/messages${query}`, { body })).status).toBe(401);
  for (const path of [
    `/v1/assets/${engine}`,
    `/v1/assets/${engine}/text`,
    `/v1/collections/${home}`,
    "/v1/users/self/collection-tree",
  ]) {
    expect((await rawCall("GET", `${path}${query}`)).status).toBe(401);
  }
});

test("a guest's ETag answers 304 until any visible part changes", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { publicToken } = await makeLink(ada, threadId);
  const path = `/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
  const headers = { "if-none-match": (await rawCall("GET", path)).headers.get("etag") ?? "" };
  expect((await rawCall("GET", path, { headers })).status).toBe(304);
  await sendMessage(ada, threadId, "New.", { messageKind: "textV1" });
  expect((await rawCall("GET", path, { headers })).status).toBe(200);
});

test("guests who read during the revocation of their link get the whole view or none", async () => {
  const ada = await signUp();
  const { threadId } = await createPrivateThread(ada);
  const { publicToken, tokenId } = await makeLink(ada, threadId);
  const whole = (await viewAs(threadId, publicToken)).body.data;
  const reads = Array.from({ length: 8 }, () => viewAs(threadId, publicToken));
  const [ended, ...answers] = await Promise.all([endLink(ada, threadId, tokenId), ...reads]);
  expect(ended.status).toBe(200);
  for (const { status, body } of answers)
    expect([status, body.data]).toEqual(status === 200 ? [200, whole] : [404, {}]);
  expect((await viewAs(threadId, publicToken)).status).toBe(404);
});
