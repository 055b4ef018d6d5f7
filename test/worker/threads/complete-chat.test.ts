import { expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const TEXT = `The Analytical Engine was designed by Charles Babbage in 1837.
The Difference Engine was built by Per Georg Scheutz in Stockholm in 1843.
`;
const QUESTION = "Who designed the Analytical Engine?";
const FOLLOW_UP = "And the Difference Engine, who built it?";

async function complete(
  person: Pick<Person, "token"> | null,
  model: string,
  questions: readonly string[],
  more: object = {},
) {
  const messages = questions.flatMap((content, at) => [
    ...(at === 0
      ? [{ role: "system", content: "Be brief." }]
      : [{ role: "assistant", content: "As a client may have shown it." }]),
    { role: "user", content },
  ]);
  const token = person?.token;
  const response = await rawCall("POST", "/v1/chat/completions", {
    token,
    body: { model, messages, ...more },
  });
  return { status: response.status, headers: response.headers, body: await response.json<any>() };
}

async function createEngines() {
  const ada = await signUp("ada");
  const home = await createCollection(ada, ada.personalId, "Engines");
  const asset = await addReadyAsset(ada, home, TEXT, { name: "engines.txt" });
  return { ada, home, asset };
}

const questionsIn = async (threadId: string): Promise<string[]> => {
  const rows = testEnv.DB.prepare(
    "SELECT content FROM messages WHERE thread_id = ? AND kind = 'prompt' AND in_reply_to IS NULL ORDER BY position",
  );
  return (await rows.bind(threadId).all<{ content: string }>()).results.map(({ content }) => content);
};

test("an answer has exact citations at their positions, and its thread can check them", async () => {
  const { ada, home, asset } = await createEngines();
  const { status, body } = await complete(ada, `collection:${home}`, [QUESTION]);
  expect({ status, object: body.object, model: body.model, length: body.choices.length }).toEqual({
    status: 200,
    object: "chat.completion",
    model: `collection:${home}`,
    length: 1,
  });
  const [{ message, finish_reason: end }] = body.choices;
  expect([message.role, end, message.content.includes("Charles Babbage")]).toEqual([
    "assistant",
    "stop",
    true,
  ]);
  const { prompt_tokens: read, completion_tokens: written, total_tokens: all } = body.usage;
  expect([read > 0, written > 0, all]).toEqual([true, true, read + written]);
  expect(message.annotations.length).toBeGreaterThan(0);
  for (const { type, url_citation: cited, citation } of message.annotations) {
    expect({
      type,
      content: message.content.slice(cited.start_index, cited.end_index),
      title: cited.title,
    }).toEqual({
      type: "url_citation",
      content: expect.stringMatching(/^\[\d\]$/),
      title: "engines.txt",
    });
    const text = await (await rawCall("GET", cited.url, { token: ada.token })).text();
    expect({
      assetId: citation.assetId,
      text: text.slice(citation.start, citation.end),
      support: citation.support,
    }).toEqual({
      assetId: asset,
      text: citation.quote,
      support: "quoted",
    });
    const check = await call("GET", new URL(citation.check).pathname, { token: ada.token });
    expect({ state: check.body.data.state, quote: check.body.data.quote }).toEqual({
      state: "valid",
      quote: citation.quote,
    });
  }
  const thread = await call("getThread", { token: ada.token, params: { threadID: body.thread_id } });
  expect(thread.body.data.collectionIDs.map((id: number[]) => idFromBytes("col", id))).toEqual([home]);
  expect(thread.body.data.messages.map(({ content }: any) => content)).toEqual([QUESTION, message.content]);
});

test("a client that sends the whole chat each time continues one thread, and follow-ups have context", async () => {
  const { ada, home } = await createEngines();
  const model = `collection:${home}`;
  const first = await complete(ada, model, [QUESTION]);
  const second = await complete(ada, model, [QUESTION, FOLLOW_UP]);
  expect(second.body.thread_id).toBe(first.body.thread_id);
  expect(second.body.choices[0].message.content).toContain("Scheutz");
  const third = await complete(ada, model, [QUESTION, FOLLOW_UP, "In which year?"]);
  expect(third.body.thread_id).toBe(first.body.thread_id);
  expect(await questionsIn(first.body.thread_id)).toEqual([QUESTION, FOLLOW_UP, "In which year?"]);

  const anew = await complete(ada, model, [QUESTION]);
  expect(anew.body.thread_id).not.toBe(first.body.thread_id);
  const elsewhere = await complete(ada, "workspace", [QUESTION, FOLLOW_UP]);
  expect([first.body.thread_id, anew.body.thread_id]).not.toContain(elsewhere.body.thread_id);
});

test("a conversation that began elsewhere is continued by asking its last two questions first as context of a follow-up", async () => {
  const { ada, home } = await createEngines();
  const { body } = await complete(ada, `collection:${home}`, [
    "Hello!",
    "Where was it shown?",
    QUESTION,
    FOLLOW_UP,
  ]);
  expect(await questionsIn(body.thread_id)).toEqual(["Where was it shown?", QUESTION, FOLLOW_UP]);
  expect(body.choices[0].message.content).toContain("Scheutz");
});

test("two clients that continue the same conversation in parallel get a thread each", async () => {
  const { ada, home } = await createEngines();
  const model = `collection:${home}`;
  await complete(ada, model, [QUESTION]);
  const both = await Promise.all([1, 2].map(async () => await complete(ada, model, [QUESTION, FOLLOW_UP])));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(both.map(({ body }) => body.thread_id)).size).toBe(2);
  for (const { body } of both) expect(await questionsIn(body.thread_id)).toEqual([QUESTION, FOLLOW_UP]);
});

test("another user with the same messages has their own conversation", async () => {
  const { ada, home } = await createEngines();
  const grace = await signUp("grace");
  await share(ada, home, grace, ["chat"]);
  const [one, other] = [
    await complete(ada, `collection:${home}`, [QUESTION]),
    await complete(grace, `collection:${home}`, [QUESTION, FOLLOW_UP]),
  ];
  expect(other.body.thread_id).not.toBe(one.body.thread_id);
});

test("the workspace covers the user's whole organization, and the thread is private", async () => {
  const { ada } = await createEngines();
  const { status, body } = await complete(ada, "workspace", [QUESTION]);
  expect([status, body.choices[0].message.content.includes("Charles Babbage")]).toEqual([200, true]);
  const home = await testEnv.DB.prepare("SELECT home_collection_id AS id FROM threads WHERE id = ?")
    .bind(body.thread_id)
    .first();
  expect(home).toEqual({ id: ada.personalId });
});

test("a client can ask a thread by its id, with its earlier messages as context", async () => {
  const { ada, home } = await createEngines();
  const threadId = await startThread(ada, home);
  await sendMessage(ada, threadId, QUESTION);
  const { body } = await complete(ada, `thread:${threadId}`, ["Never asked here.", FOLLOW_UP]);
  expect({ thread_id: body.thread_id, questions: await questionsIn(threadId) }).toEqual({
    thread_id: threadId,
    questions: [QUESTION, FOLLOW_UP],
  });
  expect(body.choices[0].message.content).toContain("Scheutz");
});

test("a stream contains the same text, the citations, and token counts on request", async () => {
  const { ada, home } = await createEngines();
  const messages = [{ role: "user", content: [{ type: "text", text: QUESTION }] }];
  const body = {
    model: `collection:${home}`,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  };
  const response = await rawCall("POST", "/v1/chat/completions", { token: ada.token, body });
  expect({ status: response.status, contentType: response.headers.get("content-type") }).toEqual({
    status: 200,
    contentType: "text/event-stream",
  });
  const events = (await response.text()).split("\n\n").filter((event) => event.startsWith("data: "));
  expect(events.at(-1)).toBe("data: [DONE]");
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice(6)));
  expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(["chat.completion.chunk"]));
  const words = chunks
    .flatMap(({ choices }) => choices.map(({ delta }: any) => delta.content ?? ""))
    .join("");
  expect(words).toContain("Charles Babbage");
  const annotations = chunks.flatMap(({ choices }) =>
    choices.flatMap(({ delta }: any) => delta.annotations ?? []),
  );
  for (const { url_citation: cited } of annotations)
    expect(words.slice(cited.start_index, cited.end_index)).toMatch(/^\[\d\]$/);
  expect(annotations.length).toBeGreaterThan(0);
  expect(
    chunks.map(({ choices }) => choices[0]?.finish_reason).filter((reason) => typeof reason === "string"),
  ).toEqual(["stop"]);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
});

test("an answer stays within its token limit", async () => {
  const { ada, home } = await createEngines();
  const [plain, short] = [
    await complete(ada, `collection:${home}`, [QUESTION]),
    await complete(ada, `collection:${home}`, [QUESTION], { max_completion_tokens: 10 }),
  ];
  expect(plain.body.usage.completion_tokens).toBeGreaterThan(10);
  expect(short.body.usage.completion_tokens).toBeLessThanOrEqual(10);
});

test.each([
  { max_tokens: -1 },
  { max_completion_tokens: -1, max_tokens: 0 },
  { n: 0, response_format: {} },
  { n: 1, response_format: { type: "text" } },
])("the endpoint accepts common client values for no limit and for defaults: %o", async (more) => {
  const { ada, home } = await createEngines();
  const { status, body } = await complete(ada, `collection:${home}`, [QUESTION], more);
  expect(status).toBe(200);
  expect(body.usage.completion_tokens).toBeGreaterThan(10);
});

test("errors have OpenAI's format and arrive before a stream begins", async () => {
  const { ada, home } = await createEngines();
  const stranger = await signUp("grace");
  const refused = async (
    person: Person | null,
    model: string,
    questions: readonly string[] = [QUESTION],
    more: object = {},
  ) => {
    const { status, body } = await complete(person, model, questions, more);
    return [status, body.error.code, body.error.type];
  };
  for (const more of [{}, { stream: true }]) {
    expect(await refused(stranger, `collection:${home}`, [QUESTION], more)).toEqual([
      404,
      "not_found",
      "invalid_request_error",
    ]);
    expect(await refused(null, "workspace", [QUESTION], more)).toEqual([
      401,
      "unauthenticated",
      "authentication_error",
    ]);
  }
  const invalid = [400, "invalid_argument", "invalid_request_error"];
  expect(await refused(ada, "gpt-4o")).toEqual(invalid);
  expect(await refused(ada, `thread:${newId("col")}`)).toEqual(invalid);
  expect(await refused(ada, `thread:${newId("thread")}`)).toEqual([
    404,
    "not_found",
    "invalid_request_error",
  ]);
  expect(await refused(ada, "workspace", [" "])).toEqual(invalid);
  expect(await refused(ada, "workspace", ["x".repeat(32_769)])).toEqual(invalid);
  expect(await refused(ada, "workspace", [QUESTION], { n: 2 })).toEqual(invalid);
  expect(await refused(ada, "workspace", [QUESTION], { max_tokens: -2 })).toEqual(invalid);
  expect(await refused(ada, "workspace", [QUESTION], { response_format: { type: "json_object" } })).toEqual(
    invalid,
  );
  await share(ada, home, stranger, ["read"]);
  expect(await refused(stranger, `collection:${home}`)).toEqual([
    403,
    "permission_denied",
    "permission_error",
  ]);
});

test("a user who loses chat cannot continue an earlier conversation", async () => {
  const { ada, home } = await createEngines();
  const grace = await signUp("grace");
  await share(ada, home, grace, ["chat"]);
  const first = await complete(grace, `collection:${home}`, [QUESTION]);
  expect(first.status).toBe(200);
  await modifyPermissions(ada, home, grace.userId, []);
  const second = await complete(grace, `collection:${home}`, [QUESTION, FOLLOW_UP]);
  expect({ status: second.status, code: second.body.error.code }).toEqual({ status: 404, code: "not_found" });
  expect(await questionsIn(first.body.thread_id)).toEqual([QUESTION]);
});
