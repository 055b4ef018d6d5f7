import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, idToBytes, type Id, newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";
import { share } from "../../support/http/create-collection.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

interface Options {
  readonly headers?: Record<string, string>;
}

/** Renames a thread through a message. */
async function rename(person: Person, threadId: string, label: string, { headers = {} }: Options = {}) {
  const body = { messageContent: label, messageKind: "renameThreadV1", recipients: [], threadId };
  return await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body, headers });
}

/** Renames a thread through its attributes. */
async function relabel(person: Person, threadId: string, label: string, { headers = {} }: Options = {}) {
  return await call("POST", `/v1/threads/${threadId}/attributes`, {
    token: person.token,
    body: { threadId, label },
    headers,
  });
}

async function textMessage(
  person: Person,
  threadId: string,
  messageContent: string,
  { headers = {} }: Options = {},
) {
  const body = { messageContent, messageKind: "textV1", recipients: [], threadId };
  return await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body, headers });
}

async function etagOf(person: Person, threadId: string): Promise<string> {
  return (await call("GET", `/v1/threads/${threadId}`, { token: person.token })).headers.get("etag") ?? "";
}

const renamesOf = ({ frames }: ThreadListener) =>
  frames.filter((frame) => "renameThreadV1" in frame).map((frame: any) => frame.renameThreadV1);
const WAYS = { "a message": rename, "the attributes": relabel };

test.each(Object.entries(WAYS))(
  "a label that is set by %s may have 255 characters of any kind",
  async (_, way) => {
    const ada = await signUp();
    const threadId = await startThread(ada, ada.personalId, { label: "Before" });
    const longest = "🌊".repeat(255);
    const renamed = await way(ada, threadId, longest);
    expect({ status: renamed.status, label: renamed.body.data.label }).toEqual({
      status: 200,
      label: longest,
    });
    expect((await way(ada, threadId, `${longest}a`)).body.code).toBe("invalid_argument");
  },
);

test("a thread without a label takes the first 80 characters of its first question", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "" });
  const body = {
    messageContent: `${"🌊".repeat(79)} ${"b".repeat(20)}`,
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const { data } = (await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body })).body;
  expect(data.label).toBe("🌊".repeat(79));
});

test.each(Object.entries(WAYS))(
  "%s renames a thread in two D1 round trips, and everybody in the thread receives the new name",
  async (_, way) => {
    const ada = await signUp();
    const threadId = await startThread(ada, ada.personalId, { label: "Before" });
    const { publicToken } = await makeLink(ada, threadId);
    const member = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
    const guest = await openEvents(threadId, { publicAccessToken: publicToken });
    const before = (await call("GET", `/v1/threads/${threadId}`, { token: ada.token })).body.data;
    const renamed = await way(ada, threadId, "After 🌊");
    const { data } = renamed.body;
    expect({
      status: renamed.status,
      trips: renamed.trips,
      done: renamed.body.done,
      label: data.label,
    }).toEqual({
      status: 200,
      trips: 2,
      done: true,
      label: "After 🌊",
    });
    expect(data.version).toBe(before.version + 1);
    expect(data.messages).toMatchObject([
      { kind: "renameThreadV1", content: "After 🌊", isComplete: true, inReplyTo: null },
    ]);
    const event = {
      createdBy: idToBytes(ada.userId as Id),
      kind: "renameThreadV1",
      label: "After 🌊",
      messageId: data.messages[0].id,
    };
    for (const listener of [member, guest]) await listener.until(() => renamesOf(listener).length > 0);
    expect(renamesOf(member)).toEqual([event]);
    // A guest sees the author under a pseudonym.
    const [heard] = renamesOf(guest);
    expect(heard).toEqual({ ...event, createdBy: expect.arrayContaining([expect.any(Number)]) });
    expect(heard?.createdBy).not.toEqual(event.createdBy);
    expect((await call("GET", `/v1/threads/${threadId}`, { token: ada.token })).body.data).toEqual(data);
    const told = await testEnv.DB.prepare("SELECT actor_id, target_id FROM audit_events WHERE id = ?")
      .bind(renamed.body.eventKey)
      .first();
    expect(told).toEqual({ actor_id: ada.userId, target_id: idFromBytes("msg", data.messages[0].id) });
  },
);

test.each(Object.entries(WAYS))("%s rejects an invalid label", async (_, way) => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "Before" });
  for (const label of ["", "x".repeat(256), "\ud800"])
    expect((await way(ada, threadId, label)).body.code).toBe("invalid_argument");
  expect((await way(ada, threadId, "x".repeat(255))).body.data.label).toBe("x".repeat(255));
});

test.each(Object.entries(WAYS))("%s fails for readers and strangers", async (_, way) => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  await share(ada, ada.personalId, bob, ["read"]);
  const threadId = await startThread(ada, ada.personalId, { label: "Before" });
  expect((await way(bob, threadId, "Mine")).body.code).toBe("permission_denied");
  expect((await way(eve, threadId, "Mine")).body.code).toBe("not_found");
  expect((await way(ada, newId("thread"), "Mine")).body.code).toBe("not_found");
  expect(await storedMessages(threadId)).toEqual([]);
});

test("an update with the current label changes nothing", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "Same" });
  const answer = await relabel(ada, threadId, "Same");
  expect({
    status: answer.status,
    eventKey: answer.body.eventKey,
    version: answer.body.data.version,
    messages: answer.body.data.messages,
  }).toEqual({ status: 200, eventKey: "", version: 1, messages: [] });
});

test("an update rejects attributes of another thread than the path's thread", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const body = { threadId: newId("thread"), label: "x" };
  const answer = await call("updateThread", { token: ada.token, params: { threadID: threadId }, body });
  expect(answer.body.data).toEqual({ issues: [{ path: "threadId", message: "is not the one in the path" }] });
});

test("a renamed thread without a label keeps its name at the first question", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  await rename(ada, threadId, "Engines");
  expect((await sendMessage(ada, threadId, "Who designed it?")).label).toBe("Engines");
});

test.each(Object.entries(WAYS))("%s with a repeated key renames once", async (_, way) => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "Before" });
  const headers = { "idempotency-key": newId("req") };
  const answers = await Promise.all([1, 2, 3].map(() => way(ada, threadId, "After", { headers })));
  expect(answers.map(({ status, body }) => [status, body.data.label])).toEqual(Array(3).fill([200, "After"]));
  expect(new Set(answers.map(({ body }) => body.eventKey)).size).toBe(1);
  expect(await storedMessages(threadId)).toHaveLength(1);
});

test("parallel renames are all stored, and the last one is current", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "Before" });
  const labels = ["a", "b", "c", "d", "e"];
  await Promise.all(labels.map((label, at) => (at % 2 === 0 ? rename : relabel)(ada, threadId, label)));
  const stored = await storedMessages(threadId);
  expect(stored.map(({ content }) => content).toSorted()).toEqual(labels);
  const { data } = (await call("getThread", { token: ada.token, params: { threadID: threadId } })).body;
  expect({ label: data.label, version: data.version }).toEqual({ label: stored.at(-1)?.content, version: 6 });
});

test("a socket renames with its own message id", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "Before" });
  const listener = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  const messageId = newId("msg");
  const send = (frame: object): void => listener.socket.send(JSON.stringify({ renameThreadV1: frame }));
  send({ label: "After", messageId: idToBytes(messageId) });
  await listener.until((frames) => frames.length === 1);
  expect(renamesOf(listener)).toMatchObject([{ label: "After", messageId: idToBytes(messageId) }]);
  for (const label of ["", "x".repeat(256), undefined]) {
    const known = listener.frames.length;
    send({ label });
    await listener.until((frames) => frames.length > known);
    expect(listener.frames.at(-1)?.error?.code).toBe("invalid_argument");
  }
  expect(
    (await call("getThread", { token: ada.token, params: { threadID: threadId } })).body.data.label,
  ).toBe("After");
});

test.each(Object.entries({ ...WAYS, "a text message": textMessage }))(
  "%s of another revision than If-Match fails",
  async (_, way) => {
    const ada = await signUp();
    const threadId = await startThread(ada, ada.personalId, { label: "Before" });
    const stale = await etagOf(ada, threadId);
    await textMessage(ada, threadId, "Something new.");
    const refused = await way(ada, threadId, "After", { headers: { "if-match": stale } });
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 412, code: "aborted" });
    expect(await storedMessages(threadId)).toHaveLength(1);
    const current = await etagOf(ada, threadId);
    expect((await way(ada, threadId, "After", { headers: { "if-match": current } })).status).toBe(200);
    expect((await way(ada, threadId, "And after", { headers: { "if-match": "*" } })).status).toBe(200);
  },
);

test.each(Object.entries({ ...WAYS, "a text message": textMessage }))(
  "one of several parallel renames by %s with one If-Match succeeds",
  async (_, way) => {
    const ada = await signUp();
    const threadId = await startThread(ada, ada.personalId, { label: "Before" });
    const headers = { "if-match": await etagOf(ada, threadId) };
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((label) => way(ada, threadId, label, { headers })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "412", "412", "412"]);
    expect(await storedMessages(threadId)).toHaveLength(1);
  },
);

test("a key that was stored while the room stored another message with it is no revision conflict", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId, { label: "Before" });
  const headers = { "if-match": await etagOf(ada, threadId), "idempotency-key": newId("req") };
  const answers = await Promise.all([1, 2].map(() => textMessage(ada, threadId, "Once.", { headers })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await storedMessages(threadId)).toHaveLength(1);
});

test("a message whose storing was cut off after D1 had it gets an answer, although its key is stored", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  let cut = false;
  interceptBatches(async (_, send) => {
    const results = await send();
    const said = await countOf("SELECT count(*) AS n FROM messages WHERE thread_id = ?", threadId);
    if (said === 0 || cut) return results;
    cut = true;
    throw new Error("D1_ERROR: Network connection lost.");
  });
  const body = { messageContent: "Why?", messageKind: "promptV2", recipients: [], threadId };
  const headers = { "idempotency-key": newId("req") };
  await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body, headers });
  vi.restoreAllMocks();
  expect(cut).toBe(true);
  await vi.waitUntil(async () => (await storedMessages(threadId)).every(({ state }) => state === "done"), {
    interval: 50,
    ...WAIT,
  });
  expect(await storedMessages(threadId)).toHaveLength(2);
});
