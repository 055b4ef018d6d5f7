/** One question and several language models of the operator's choice, over real HTTP on both sides. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../src/domain/ids.ts";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { addReadyFile, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const CITED = "The harbour of Brackwater has been open since 1871 [1].";
const QUESTION = "When did the harbour of Brackwater open?";
const ANSWERS = "/v1/threads/{threadID}/messages/{messageID}/answers";
const ANSWER = "/v1/threads/{threadID}/messages/{messageID}/answer";

let server: ChatServer;
let service: Service;

beforeAll(async () => {
  server = await startChatServer();
  const models = (["paraphrase", "failing"] as const).map((behaviour) => {
    return {
      id: behaviour,
      provider: "openai",
      url: server.urlOf(behaviour),
      model: "m",
      contextWindow: 8_192,
    };
  });
  service = await startTestService({ vars: { MODELS: JSON.stringify(models) } });
});
afterAll(() => server.close());

/** Sends a campaign: one question that each of the models answers. */
async function askSeveral(
  address: URL,
  token: string,
  messageId: string,
  models: readonly string[],
): Promise<WebSocket> {
  const socket = new WebSocket(address.href, ["knowledge.v1", `bearer.${token}`]);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  for (const model of models) {
    socket.send(
      JSON.stringify({
        promptCampaignV2: { messageId, transformationId: newId("inter"), prompt: QUESTION, model },
      }),
    );
  }
  return socket;
}

test("several models answer in parallel, another one answers again, and earlier versions keep their model", async () => {
  const { api, email, workspace } = await signUp(service, "ada");
  await addReadyFile({ api, email, workspace }, workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
  const threadID = await startThread({ api, email, workspace }, workspace.personalId);
  const params = { threadID, messageID: newId("msg") };
  const address = new URL(`/v1/threads/${threadID}/events`, service.url.replace(/^http/, "ws"));
  const socket = await askSeveral(address, await service.token(email), params.messageID, [
    "paraphrase",
    "failing",
    "extractive",
  ]);
  const thread = async () =>
    (await api.request("GET", "/v1/threads/{threadID}", { params: { threadID } })).data;
  await vi.waitFor(
    async () =>
      expect((await thread()).messages.map(({ isComplete }) => isComplete)).toEqual([true, true, true, true]),
    {
      timeout: 60_000,
      interval: 100,
    },
  );
  socket.close();
  const versions = async () => (await api.request("GET", ANSWERS, { params })).data.records;
  const told = async () =>
    (await versions()).map(({ message, variant, isShown }) => [
      variant,
      message.processedByModel,
      message.content,
      isShown,
    ]);
  const before = [
    [1, "paraphrase", CITED, true],
    [2, "paraphrase", CITED, true],
    [3, "extractive", `${OPENED} [1]`, true],
  ];
  expect(await told()).toEqual(before);
  const failed = [{ model: "failing", reason: "failed" }];
  expect((await thread()).messages.map(({ passedOver }) => passedOver)).toEqual([[], [], failed, []]);

  const query = { answerId: idFromBytes("msg", (await versions())[0]!.message.id), model: "extractive" };
  await api.request("POST", ANSWER, { params, query });
  const after = [
    [1, "paraphrase", CITED, false],
    [1, "extractive", `${OPENED} [1]`, true],
    ...before.slice(1),
  ];
  expect(await told()).toEqual(after);
  const asked = server.asked.length;
  await expect(
    api.request("POST", ANSWER, { params, query: { ...query, model: "gpt-imaginary" } }),
  ).rejects.toMatchObject({
    code: "invalid_argument",
    message: "model: is not a configured model",
  });
  expect({ told: await told(), askedCount: server.asked.length }).toEqual({ told: after, askedCount: asked });
});

test("a question over HTTP, its repetition and a chat completion may name the model that writes", async () => {
  const ada = await signUp(service, "grace");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
  const threadId = await startThread(ada, ada.workspace.personalId);
  const { text, messageId } = await ada.api.ask(threadId, QUESTION, { model: "paraphrase" });
  expect(text).toBe(CITED);
  const again = await ada.api.answers(threadId).askAgain(messageId, undefined, "extractive");
  expect(again.messages[1]?.processedByModel).toBe("extractive");
  await expect(ada.api.ask(threadId, QUESTION, { model: "gpt-imaginary" })).rejects.toMatchObject({
    code: "invalid_argument",
  });
  const asked = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${ada.api.token}`, "content-type": "application/json" };
    const request = { ...body, model: "workspace", writer: "paraphrase" };
    const url = `${service.url}${path}`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
    return await response.text();
  };
  const messages = [{ role: "user", content: QUESTION }];
  expect(await asked("/v1/chat/completions", { messages })).toContain(CITED);
  const streamed = await asked("/v1/responses", { input: QUESTION, stream: true });
  expect(streamed).toContain(CITED);
  expect(streamed.trim().split("\n\n").at(-1)).toMatch(/^event: response.completed\ndata: /);
});
