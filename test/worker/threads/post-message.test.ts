import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { testEnv } from "../../support/setup/env.ts";

const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";

const SECRET =
  "The secret launch code of the Analytical Engine is periwinkle. Charles Babbage kept it hidden.\n";

afterEach(() => {
  vi.restoreAllMocks();
});

async function createThread(
  person: Person,
  collectionId: string,
  changes: object = {},
  headers: Record<string, string> = {},
) {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = { assetIds: [], collectionId, collectionIds: [], label: "", organizationContext, ...changes };
  return await call("POST", "/v1/threads", { token: person.token, body, headers });
}

async function ask(
  person: Person,
  threadId: string,
  messageContent: string,
  messageKind = "promptV2",
  more: object = {},
) {
  const body = { messageContent, messageKind, recipients: [], threadId, ...more };
  return await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body });
}

test("an answer to a posted question needs two D1 round trips and has verbatim quotes", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, ENGINE);
  const created = await createThread(ada, ada.personalId);
  const id = idFromBytes("thread", created.body.data.threadId);
  const answered = await ask(ada, id, "Who designed the Analytical Engine?");
  expect({ status: answered.status, trips: answered.trips, done: answered.body.done }).toEqual({
    status: 200,
    trips: 2,
    done: true,
  });
  const { data } = answered.body;
  expect(data.label).toBe("Who designed the Analytical Engine?");
  expect(data.messages.map((message: any) => [message.kind, message.isComplete])).toEqual([
    ["promptV2", true],
    ["textV1", true],
  ]);
  expect(data.messages[0].transformations).toHaveLength(1);
  const citations: any[] = Object.values(data.knowledgeProvenance.citations);
  expect(citations.length).toBeGreaterThan(0);
  for (const citation of citations) {
    const text = await (
      await rawCall("GET", `/v1/assets/${citation.assetId}/text?version=${citation.version}`, {
        token: ada.token,
      })
    ).text();
    expect(text.slice(citation.start, citation.end)).toBe(citation.quote);
  }
  expect(citations[0]).toMatchObject({ assetId, ordinal: 1 });
  expect(data.messages[1].content).toContain("Charles Babbage");
  const read = await call("GET", `/v1/threads/${id}`, { token: ada.token });
  expect(read.body.data).toEqual(data);
});

test("an answer quotes no unreadable document even if it is in the thread's scope", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const home = await createCollection(ada, ada.rootId, "Home");
  const secret = await createCollection(ada, ada.rootId, "Secret");
  await addReadyAsset(ada, home, ENGINE, { name: "engine.txt" });
  const hidden = await addReadyAsset(ada, secret, SECRET, { name: "secret-plans.txt" });
  await share(ada, home, bob, ["chat"]);
  const created = await createThread(ada, home, { collectionIds: [secret], assetIds: [hidden] });
  const id = idFromBytes("thread", created.body.data.threadId);
  const answered = await ask(bob, id, "What is the secret launch code of the Analytical Engine?");
  const whole = JSON.stringify(answered.body);
  expect(answered.status).toBe(200);
  expect(whole).not.toContain("periwinkle");
  expect(whole).not.toContain("secret-plans");
  expect(whole).not.toContain(hidden);
  const own = await ask(ada, id, "What is the secret launch code of the Analytical Engine?");
  expect(JSON.stringify(own.body)).toContain("periwinkle");
});

test("the answer says so if nothing in scope answers the question", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, ENGINE);
  const id = idFromBytes("thread", (await createThread(ada, ada.personalId)).body.data.threadId);
  const { body } = await ask(ada, id, "What is the capital of Australia?");
  expect(body.data.knowledgeProvenance.citations).toEqual({});
  expect(body.data.messages[1]).toMatchObject({
    isComplete: true,
    content: "Nothing in the documents in scope answers this.",
  });
});

test("a reader may not ask, a stranger gets 404, and a text message gets no answer", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const eve = await signUp("eve");
  await share(ada, ada.personalId, bob, ["read"]);
  const id = idFromBytes("thread", (await createThread(ada, ada.personalId)).body.data.threadId);
  expect((await ask(bob, id, "May I?")).body.code).toBe("permission_denied");
  expect((await ask(eve, id, "May I?")).body.code).toBe("not_found");
  expect((await call("getThread", { token: eve.token, params: { threadID: id } })).status).toBe(404);
  const remarked = await ask(ada, id, "Just saying.", "textV1");
  expect({ status: remarked.status, length: remarked.body.data.messages.length }).toEqual({
    status: 200,
    length: 1,
  });
});

test("a question may request verification, and an unknown mode or one for a text is rejected", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, ENGINE);
  const created = await createThread(ada, ada.personalId);
  const id = idFromBytes("thread", created.body.data.threadId);
  const question = "Who designed the Analytical Engine?";
  for (const [kind, verification] of [
    ["promptV2", "lenient"],
    ["textV1", "strict"],
  ] as const) {
    const { status, body } = await ask(ada, id, question, kind, { verification });
    expect({ status, code: body.code, message: body.message }).toMatchObject({
      status: 400,
      code: "invalid_argument",
      message: expect.stringMatching(/^verification: /),
    });
  }
  const { body } = await ask(ada, id, question, "promptV2", { verification: "strict" });
  const { results } = await testEnv.DB.prepare(
    "SELECT verification FROM messages WHERE thread_id = ? ORDER BY position",
  )
    .bind(id)
    .all();
  expect({ count: body.data.messages.length, results }).toEqual({
    count: 2,
    results: [{ verification: "" }, { verification: "strict" }],
  });
});

test("a question may name the model that answers, and an unknown model or one for a text is rejected", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, ENGINE);
  const created = await createThread(ada, ada.personalId);
  const id = idFromBytes("thread", created.body.data.threadId);
  const question = "Who designed the Analytical Engine?";
  for (const [kind, model] of [
    ["promptV2", "gpt-imaginary"],
    ["textV1", "extractive"],
  ] as const) {
    const { status, body } = await ask(ada, id, question, kind, { model });
    expect({ status, code: body.code, message: body.message }).toMatchObject({
      status: 400,
      code: "invalid_argument",
      message: expect.stringMatching(/^model: /),
    });
  }
  const { status, body } = await ask(ada, id, question, "promptV2", { model: "extractive" });
  expect({ status, count: body.data.messages.length }).toEqual({ status: 200, count: 2 });
  expect(body.data.messages[1].processedByModel).toBe("extractive");
});
