import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { rawCall } from "../../support/http/call.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { testEnv } from "../../support/setup/env.ts";

const QUESTION = "Who designed the Analytical Engine?";
const TITLE = "Who designed the Analytical Engine";

/** The title prompts of Open WebUI and LibreChat, in the words of this test. */
const marked = `### Task:
Find a title.
### Output:
JSON format: { "title": "your title" }
### Chat History:
<chat_history>
USER: ${QUESTION}
ASSISTANT: It was designed by Charles Babbage. [1]
</chat_history>`;
const labelled = `Find a title. Only return the title itself.

Conversation:
User: ${QUESTION}
AI: It was designed by Charles Babbage. [1]`;

async function complete({ token }: Person, model: string, content: string, more: object = {}) {
  const body = { model, messages: [{ role: "user", content }], ...more };
  return await rawCall("POST", "/v1/chat/completions", { token, body });
}

async function contentOf(response: Response): Promise<[string, string | null]> {
  const { choices, thread_id: threadId } = await response.json<any>();
  return [choices[0].message.content, threadId];
}

async function countThreads({ userId }: Person): Promise<number> {
  const rows = testEnv.DB.prepare("SELECT count(*) AS count FROM threads WHERE created_by = ?");
  return (await rows.bind(userId).first<{ count: number }>())?.count ?? 0;
}

async function createAsked() {
  const ada = await signUp("ada");
  const home = await createCollection(ada, ada.personalId, "Engines");
  await addReadyAsset(ada, home, "The Analytical Engine was designed by Charles Babbage in 1837.\n");
  const model = `collection:${home}`;
  expect((await complete(ada, model, QUESTION)).status).toBe(200);
  return { ada, model, threads: await countThreads(ada) };
}

test("a client's request for a title gets the question's words and leaves no thread", async () => {
  const { ada, model, threads } = await createAsked();
  expect(await contentOf(await complete(ada, model, marked))).toEqual([
    JSON.stringify({ title: TITLE }),
    null,
  ]);
  expect(await contentOf(await complete(ada, model, labelled))).toEqual([TITLE, null]);
  const streamed = await (await complete(ada, model, labelled, { stream: true })).text();
  expect(streamed).toContain(`"content":"${TITLE}"`);
  expect(streamed.endsWith("data: [DONE]\n\n")).toBe(true);
  const schema = { properties: { title: { type: "string" }, tags: { type: "array" } } };
  const format = { response_format: { type: "json_schema", json_schema: { schema } } };
  expect(await contentOf(await complete(ada, model, labelled, format))).toEqual([
    JSON.stringify({ title: TITLE, tags: ["designed", "Analytical", "Engine"] }),
    null,
  ]);
  expect(await countThreads(ada)).toBe(threads);
});

test("a pasted dialog that the caller has not had here is a question like any other", async () => {
  const { ada, model, threads } = await createAsked();
  const pasted = labelled.replace("Analytical", "Difference");
  expect((await contentOf(await complete(ada, model, pasted)))[1]).toMatch(/^thread_/);
  const grace = await signUp("grace");
  expect((await contentOf(await complete(grace, "workspace", labelled)))[1]).toMatch(/^thread_/);
  expect(await countThreads(ada)).toBe(threads + 1);
});

test("a request for a title needs the right to chat there", async () => {
  const { model } = await createAsked();
  const grace = await signUp("grace");
  expect((await complete(grace, model, marked)).status).toBe(404);
});
