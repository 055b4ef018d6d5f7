import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { rawCall } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const QUESTION = "Who designed the Analytical Engine?";
const TEXT = "The Analytical Engine was designed by Charles Babbage in 1837.\n";

async function respond({ token }: Person, body: object) {
  const response = await rawCall("POST", "/v1/responses", { token, body });
  return { status: response.status, body: await response.json<any>() };
}

async function createEngines() {
  const ada = await signUp("ada");
  const home = await createCollection(ada, ada.personalId, "Engines");
  await addReadyAsset(ada, home, TEXT, { name: "engines.txt" });
  return { ada, home, model: `collection:${home}` };
}

test("a response has the text, flat annotations at their positions, and the marked sentences", async () => {
  const { ada, model } = await createEngines();
  const { status, body } = await respond(ada, { model, input: QUESTION });
  expect({ status, object: body.object, state: body.status, model: body.model }).toEqual({
    status: 200,
    object: "response",
    state: "completed",
    model,
  });
  const [{ type, role, id, content }] = body.output;
  expect([type, role, id.slice(4)]).toEqual(["message", "assistant", body.id.slice(5)]);
  const [{ text, annotations }] = content;
  expect(text).toContain("Charles Babbage");
  expect(annotations.length).toBeGreaterThan(0);
  for (const { title, start_index: from, end_index: to, citation } of annotations) {
    expect([title, text.slice(from, to), citation.support]).toEqual([
      "engines.txt",
      expect.stringMatching(/^\[\d\]$/),
      "quoted",
    ]);
  }
  expect(body.sentences[0]).toMatchObject({ support: "quoted", ordinals: [1] });
});

test("an earlier response continues its thread, for its readers only", async () => {
  const { ada, home, model } = await createEngines();
  const first = (await respond(ada, { model, input: QUESTION })).body;
  const previous = { model, input: "And in which year?", previous_response_id: first.id };
  const second = await respond(ada, previous);
  expect([second.status, second.body.thread_id]).toEqual([200, first.thread_id]);
  expect(second.body.previous_response_id).toBe(first.id);
  const grace = await signUp("grace");
  await share(ada, home, grace, ["read"]);
  expect((await respond(grace, previous)).body.error.code).toBe("permission_denied");
  const stranger = await signUp("joan");
  const hidden = (await respond(stranger, { ...previous, model: "workspace" })).body.error;
  const unknown = { ...previous, previous_response_id: `resp_${"0".repeat(26)}` };
  const missing = (await respond(stranger, { ...unknown, model: "workspace" })).body.error;
  expect([hidden.code, hidden.message]).toEqual(["not_found", missing.message]);
});

test("wrong fields of a response are named in OpenAI's format", async () => {
  const { ada, model } = await createEngines();
  const other = (await respond(ada, { model, input: QUESTION })).body;
  const own = (await respond(ada, { model, input: QUESTION })).body;
  for (const [param, more] of [
    ["model", { model: "gpt-4o" }],
    ["input", { input: [{ role: "assistant", content: "Hello." }] }],
    ["writer", { writer: "gpt-4o" }],
    ["previous_response_id", { previous_response_id: "resp_1" }],
    ["previous_response_id", { model: `thread:${own.thread_id}`, previous_response_id: other.id }],
    ["background", { background: true }],
    ["text.format.type", { text: { format: { type: "json_object" } } }],
  ] as const) {
    const { status, body } = await respond(ada, { model, input: QUESTION, ...more });
    expect([param, status, body.error.code, body.error.param]).toEqual([
      param,
      400,
      "invalid_argument",
      param,
    ]);
  }
});
