/** The chat endpoint with OpenAI's client and the AI SDK. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, streamText } from "ai";
import OpenAI from "openai";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../scripts/demo/workspace.ts";
import { addReadyFile, makeKey, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const QUESTION = "Who designed the Analytical Engine?";
const FOLLOW_UP = "And the Difference Engine, who built it?";

const service = sharedService();
let ada: RemoteUser;
let openai: OpenAI;
let model: string;

beforeAll(async () => {
  ada = await signUp(service, "ada");
  const text = `The Analytical Engine was designed by Charles Babbage in 1837.
The Difference Engine was built by Per Georg Scheutz in Stockholm in 1843.
`;
  await addReadyFile(ada, ada.workspace.personalId, textFile("engines.txt", text));
  model = `collection:${ada.workspace.personalId}`;
  openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: ada.api.token, maxRetries: 0 });
});

test("OpenAI's client lists the chat's models, asks, continues, and gets the exact sentences", async () => {
  const listed: string[] = [];
  for await (const { id } of openai.models.list()) listed.push(id);
  expect(listed).toEqual(expect.arrayContaining(["workspace", model]));
  for (const id of ["workspace", model]) {
    expect(await openai.models.retrieve(id)).toMatchObject({
      id,
      object: "model",
      owned_by: "knowledge-workspace",
    });
  }
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: QUESTION }];
  const first = await openai.chat.completions.create({ model, messages });
  const answer = first.choices[0]?.message;
  expect(answer?.content).toContain("Charles Babbage");
  const [cited] = answer?.annotations ?? [];
  expect(cited?.url_citation.title).toBe("engines.txt");
  const source = await fetch(cited?.url_citation.url ?? "", {
    headers: { authorization: `Bearer ${ada.api.token}` },
  });
  expect(await source.text()).toContain("designed by Charles Babbage");
  const second = await openai.chat.completions.create({
    model,
    messages: [
      ...messages,
      { role: "assistant", content: answer?.content ?? "" },
      { role: "user", content: FOLLOW_UP },
    ],
  });
  expect(second.choices[0]?.message.content).toContain("Scheutz");
  expect(second.usage?.total_tokens).toBeGreaterThan(0);
});

test("OpenAI's client asks with an API key about the collections of that key", async () => {
  const folderId = await createCollection(ada.api, ada.workspace.personalId, "Apart");
  const text = "The Apart mill at Quorn grinds forty sacks a day.\n";
  await addReadyFile(ada, folderId, textFile("mill.txt", text));
  const client = new OpenAI({
    baseURL: `${service.url}/v1`,
    apiKey: await makeKey(ada, [folderId]),
    maxRetries: 0,
  });
  const listed: string[] = [];
  for await (const { id } of client.models.list()) listed.push(id);
  expect([listed.includes(`collection:${folderId}`), listed.includes(model)]).toEqual([true, false]);
  const ask = async (of: string) =>
    await client.chat.completions.create({
      model: of,
      messages: [{ role: "user", content: "How many sacks does the mill grind?" }],
    });
  const [choice] = (await ask(`collection:${folderId}`)).choices;
  expect(choice?.message.content).toContain("forty sacks");
  const source = await fetch(choice?.message.annotations?.[0]?.url_citation.url ?? "", {
    headers: { authorization: `Bearer ${client.apiKey}` },
  });
  expect(await source.text()).toContain("forty sacks");
  await expect(ask(model)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
});

test("OpenAI's client reads a stream and joins it to the whole answer", async () => {
  const stream = openai.chat.completions.stream({
    model,
    messages: [{ role: "user", content: QUESTION }],
    stream_options: { include_usage: true },
  });
  const pieces: string[] = [];
  for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? "");
  const whole = await stream.finalChatCompletion();
  expect({ pieces: pieces.join(""), finish_reason: whole.choices[0]?.finish_reason }).toEqual({
    pieces: whole.choices[0]?.message.content,
    finish_reason: "stop",
  });
  expect(pieces.join("")).toContain("Charles Babbage");
  expect(whole.usage?.completion_tokens).toBeGreaterThan(0);
});

test("OpenAI's client throws its own errors for rejected requests", async () => {
  const ask = async (client: OpenAI, of: string) =>
    await client.chat.completions.create({ model: of, messages: [{ role: "user", content: QUESTION }] });
  await expect(ask(openai, "gpt-4o")).rejects.toMatchObject({
    status: 400,
    code: "invalid_argument",
    type: "invalid_request_error",
  });
  await expect(openai.models.retrieve("gpt-4o")).rejects.toMatchObject({
    status: 404,
    code: "not_found",
    type: "invalid_request_error",
  });
  await expect(ask(openai, "thread:thread_01h455vb4pex5vsknk084sn02q")).rejects.toBeInstanceOf(
    OpenAI.NotFoundError,
  );
  const stranger = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: "nobody", maxRetries: 0 });
  await expect(ask(stranger, model)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
});

test("OpenAI's client gets a response with its citations, and continues its thread", async () => {
  const first = await openai.responses.create({ model, input: QUESTION, instructions: "Be brief." });
  expect(first.output_text).toContain("Charles Babbage");
  const [message] = first.output;
  const [part] = message?.type === "message" ? message.content : [];
  const [cited] = part?.type === "output_text" ? part.annotations : [];
  if (cited?.type !== "url_citation") throw new Error("no citation");
  expect(first.output_text.slice(cited.start_index, cited.end_index)).toBe("[1]");
  const source = await fetch(cited.url, { headers: { authorization: `Bearer ${ada.api.token}` } });
  expect(await source.text()).toContain("designed by Charles Babbage");
  expect(first).toMatchObject({ sentences: [{ support: "quoted", ordinals: [1] }] });
  const second = await openai.responses.create({
    model,
    previous_response_id: first.id,
    input: [{ role: "user", content: [{ type: "input_text", text: FOLLOW_UP }] }],
  });
  expect(second.output_text).toContain("Scheutz");
  expect(second).toMatchObject({ thread_id: (first as unknown as { thread_id: string }).thread_id });
  await expect(
    openai.responses.create({ model, input: QUESTION, previous_response_id: `resp_${"0".repeat(26)}` }),
  ).rejects.toBeInstanceOf(OpenAI.NotFoundError);
});

test("OpenAI's client reads the events of a response and joins them to the whole response", async () => {
  const stream = openai.responses.stream({ model, input: QUESTION });
  const types: string[] = [];
  let text = "";
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
  }
  const whole = await stream.finalResponse();
  expect(text).toContain("Charles Babbage");
  expect([whole.output_text, whole.status]).toEqual([text, "completed"]);
  expect(types[0]).toBe("response.created");
  expect(types).toContain("response.output_text.annotation.added");
  expect(types.at(-1)).toBe("response.completed");
  const failing = openai.responses.stream({ model: "gpt-4o", input: QUESTION });
  await expect(failing.finalResponse()).rejects.toMatchObject({ status: 400, code: "invalid_argument" });
});

test("a request may choose its writer, and an unknown writer is rejected", async () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: QUESTION }];
  const quoting = { model, messages, writer: "extractive" };
  const answer = await openai.chat.completions.create(quoting);
  expect(answer.choices[0]?.message.content).toContain("Charles Babbage");
  const rejected = { status: 400, code: "invalid_argument", param: "writer" };
  const unknown = { ...quoting, writer: "gpt-4o" };
  await expect(openai.chat.completions.create(unknown)).rejects.toMatchObject(rejected);
  const responding = { model, input: QUESTION, writer: "gpt-4o" };
  await expect(openai.responses.create(responding)).rejects.toMatchObject(rejected);
});

test("the AI SDK asks and streams", async () => {
  const provider = createOpenAICompatible({
    name: "knowledge",
    baseURL: `${service.url}/v1`,
    apiKey: ada.api.token,
    includeUsage: true,
  });
  const { text, usage } = await generateText({ model: provider(model), prompt: QUESTION });
  expect(text).toContain("Charles Babbage");
  expect(usage.totalTokens).toBeGreaterThan(0);
  const { textStream } = streamText({ model: provider(model), prompt: QUESTION });
  let streamed = "";
  for await (const piece of textStream) streamed += piece;
  expect(streamed).toBe(text);
});
