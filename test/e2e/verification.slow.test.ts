/** Questions that request a stricter verification than the operator, in every way to ask. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { commandLine } from "../support/http/command-line.ts";
import { connectSecondGeneration } from "../support/http/mcp-connection.ts";
import { addReadyFile, type RemoteUser, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const QUESTION = "When did the harbour of Brackwater open?";
/** The only sentence of the model that the document supports. */
const STRICT = "The harbour of Brackwater opened in 1871 [1].";
const FALSE = "opened in 1999";

let server: ChatServer;
let service: Service;
let ada: RemoteUser;
let folder: string;

beforeAll(async () => {
  server = await startChatServer();
  const model = {
    id: "lying",
    provider: "openai",
    url: server.urlOf("lying"),
    model: "m",
    contextWindow: 8_192,
  };
  service = await startTestService({ vars: { MODELS: JSON.stringify([model]) } });
  ada = await signUp(service, "ada");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
  folder = await mkdtemp(join(tmpdir(), "knowledge-cli-"));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(path: string, body: object): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { authorization: `Bearer ${ada.api.token}`, "content-type": "application/json" };
  const response = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test("another answer has the verification of the question, unless its request names one", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const asked = await ada.api.ask(threadId, QUESTION, { verification: "strict" });
  expect(asked.text).toBe(STRICT);
  const answers = ada.api.answers(threadId);
  const shown = async (verification?: "off" | "mark" | "strict") => {
    const { messages } = await answers.askAgain(asked.messageId, undefined, undefined, verification);
    return [
      messages[1]?.content.includes(FALSE),
      messages[1]?.droppedSentences,
      messages[1]?.sentences.length,
    ];
  };
  expect(await shown()).toEqual([false, 3, 1]);
  // A request cannot go below the mode of the operator, so every sentence keeps its mark.
  expect(await shown("off")).toEqual([true, 0, 4]);
  expect(await shown("strict")).toEqual([false, 3, 1]);
});

test("a chat completion, a response and the tool ask may request verification", async () => {
  const messages = [{ role: "user", content: QUESTION }];
  const model = "workspace";
  const chat = { model, messages };
  const completed = async (verification?: string) => {
    const { choices, dropped_sentences: dropped } = JSON.parse(
      (await send("/v1/chat/completions", { ...chat, verification })).text,
    ) as { choices: { message: { content: string } }[]; dropped_sentences: number };
    return [choices[0]?.message.content === STRICT, dropped];
  };
  expect(await completed("strict")).toEqual([true, 3]);
  expect(await completed()).toEqual([false, 0]);
  const streamed = await send("/v1/responses", {
    model,
    input: QUESTION,
    stream: true,
    verification: "strict",
  });
  expect([streamed.text.includes(STRICT), streamed.text.includes(FALSE)]).toEqual([true, false]);
  const client = await connectSecondGeneration(service.url, ada.api.token);
  const input = { question: QUESTION, verification: "strict" };
  const { structuredContent } = await client.callTool({ name: "ask", arguments: input });
  expect(structuredContent).toMatchObject({ answer: STRICT, droppedSentences: 3 });
  await client.close();
  for (const [path, body] of [
    ["/v1/chat/completions", chat],
    ["/v1/responses", { model, input: QUESTION }],
  ] as const)
    expect(await send(path, { ...body, verification: "lenient" })).toMatchObject({
      status: 400,
      text: expect.stringContaining("verification"),
    });
});

test("a frame and the command line may request verification", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const thread = ada.api.openThread(threadId);
  const { answer } = thread.ask(QUESTION, { verification: "strict" });
  expect((await answer.final).text).toBe(STRICT);
  await expect(
    thread.ask(QUESTION, { verification: "lenient" as "mark" }).acknowledged,
  ).rejects.toMatchObject({
    message: expect.stringContaining("verification"),
  });
  thread.close();
  const { knowledge } = commandLine(folder);
  await knowledge(["login", service.url], `${ada.api.token}\n`);
  const strict = await knowledge(["ask", QUESTION, "--verification", "strict"]);
  expect([strict.status, strict.out.includes(STRICT), strict.out.includes(FALSE)]).toEqual([0, true, false]);
  expect((await knowledge(["ask", QUESTION])).out).toContain(FALSE);
  expect(await knowledge(["ask", QUESTION, "--verification", "lenient"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("--verification: must be one of off, mark, strict"),
  });
});
