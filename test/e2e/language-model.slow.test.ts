/** The built service with language models of the operator's choice, over real HTTP on both sides. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient, type Draft } from "../../client/src/index.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type ChatBehavior, type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import { AnswerListener } from "../support/http/answer-listener.ts";
import {
  addReadyFile,
  type RemoteUser,
  signUp,
  startThread,
  textFile,
  usageBy,
} from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const KEY = "sk-e2e-secret-key";
const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const CITED = "The harbour of Brackwater has been open since 1871 [1].";
const QUESTION = "When did the harbour of Brackwater open?";
const BEHAVIOURS: readonly ChatBehavior[] = [
  "paraphrase",
  "lying",
  "gated",
  "obedient",
  "failing",
  "hanging",
  "hanging-repair",
  "cut",
];

let server: ChatServer;
let service: Service;
let ada: RemoteUser;

beforeAll(async () => {
  server = await startChatServer();
  const models = BEHAVIOURS.map((behaviour) => {
    return {
      id: behaviour,
      provider: "openai",
      url: server.urlOf(behaviour),
      model: "m",
      key: "test",
      contextWindow: 8_192,
    };
  });
  service = await startTestService({
    vars: { MODELS: JSON.stringify(models), MODEL_KEYS: JSON.stringify({ test: KEY }) },
  });
  ada = await signUp(service, "ada");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
});
afterAll(() => server.close());

async function listen(threadId: string, query = "drafts=true"): Promise<AnswerListener> {
  const url = new URL(`/v1/threads/${threadId}/events?${query}`, service.url.replace(/^http/, "ws"));
  return await new AnswerListener(url, await service.token(ada.email), QUESTION).opened();
}

const newThread = async (): Promise<string> => await startThread(ada, ada.workspace.personalId);
const readThread = async (threadId: string) =>
  (await ada.api.request("GET", "/v1/threads/{threadID}", { params: { threadID: threadId } })).data;
const gatedAsked = () => server.asked.filter(({ behaviour }) => behaviour === "gated");
/** A thread whose model has begun to write and waits. */
async function beginGated() {
  const threadId = await newThread();
  const listener = await listen(threadId);
  const before = gatedAsked().length;
  const messageId = listener.ask("gated");
  await vi.waitFor(() => expect(listener.draft).toContain("1871 [1]."), { timeout: 60_000, interval: 5 });
  return { threadId, listener, messageId, asked: gatedAsked()[before] };
}

describe("an answer by a model", () => {
  test("the log and the thread have a model's answer with its marks, its model and its cost", async () => {
    const threadId = await newThread();
    const listener = await listen(threadId);
    listener.ask("");
    const { parts, provenance } = await listener.answer();
    expect(parts).toEqual([CITED]);
    expect(provenance).toMatchObject({
      processedByModel: "paraphrase",
      inputTokens: USAGE.prompt_tokens,
      outputTokens: USAGE.completion_tokens,
      citations: [{ quote: OPENED, ordinal: 1, support: "supported" }],
      sentences: [{ start: 0, end: CITED.length, support: "supported", ordinals: [1], reason: "" }],
      droppedSentences: 0,
    });
    const { messages } = await readThread(threadId);
    expect(messages.map(({ content }) => content)).toEqual([QUESTION, CITED]);
    const replay = await listen(threadId, "drafts=true&since=0");
    expect((await replay.answer()).parts).toEqual(parts);
    expect(replay.drafts).toEqual([]);
  });

  test("the asker's sockets receive drafts of a model's answer outside the log, also sockets that join meanwhile", async () => {
    const { threadId, listener, messageId } = await beginGated();
    const plain = await listen(threadId, "since=0");
    const [first] = listener.drafts;
    expect(first).toMatchObject({ inReplyTo: messageId, from: 0 });
    const asked = await listener.until(({ promptV2 }) => promptV2);
    expect(new Set(listener.drafts.map(({ transformationId }) => transformationId))).toEqual(
      new Set([asked.transformationId]),
    );
    const late = await listen(threadId);
    await vi.waitFor(() => expect(late.draft).toBe(listener.draft), { timeout: 30_000, interval: 5 });
    server.open();
    const answer = await late.answer();
    expect(answer.messageId).toBe(first?.messageId);
    expect(answer.parts.join("")).toBe(`${CITED} And it opened after nine years of work [1].`);
    await plain.answer();
    expect(plain.drafts).toEqual([]);
    const numbers = plain.frames.flatMap(({ seq }) => seq ?? []);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  test.each(["socket", "stream"] as const)(
    "the client library joins the parts of a model's answer, over a %s",
    async (over) => {
      const threadId = await newThread();
      const drafts: Draft[] = [];
      const client = createClient({ origin: service.url, token: await service.token(ada.email) });
      const thread = client.openThread(threadId, { over, onDraft: (draft) => drafts.push(draft) });
      await thread.opened;
      const listener = await listen(threadId);
      const messageId = listener.ask("gated");
      await vi.waitFor(() => expect(drafts.at(-1)?.text).toContain("1871 [1]."), {
        timeout: 60_000,
        interval: 5,
      });
      await vi.waitFor(
        () => expect(drafts.at(-1)).toMatchObject({ inReplyTo: messageId, text: listener.draft }),
        { timeout: 30_000 },
      );
      server.open();
      const answer = await listener.answer();
      for await (const { textV1 } of thread) {
        if (textV1?.isDone !== true) continue;
        expect(textV1.messageId).toBe(drafts[0]?.messageId);
        break;
      }
      expect(answer.parts.join("")).toContain(CITED);
      thread.close();
    },
  );

  test("a model's answer states the support of each sentence and of each quote in log, thread and versions", async () => {
    const threadId = await newThread();
    const listener = await listen(threadId);
    const messageID = listener.ask("lying");
    const { provenance } = await listener.answer();
    const told = [provenance.sentences, "contradicted"];
    expect(provenance.sentences.map(({ reason }) => reason)).toEqual(["figure", "contrary", "name", ""]);
    expect(provenance.citations.map(({ support }) => support)).toEqual(["contradicted"]);
    const { messages, knowledgeProvenance } = await readThread(threadId);
    const [cited] = Object.values(knowledgeProvenance.citations);
    expect([messages[1]?.sentences, cited?.support]).toEqual(told);
    const path = "/v1/threads/{threadID}/messages/{messageID}/answers";
    const { data } = await ada.api.request("GET", path, { params: { threadID: threadId, messageID } });
    const [version] = data.records;
    expect([version?.message.sentences, Object.values(version?.citations ?? {})[0]?.support]).toEqual(told);
    const replay = await listen(threadId, "since=0");
    expect((await replay.answer()).provenance).toEqual(provenance);
  });

  test("a model's answer never shows text that a document ordered the model to write", async () => {
    const listener = await listen(await newThread());
    listener.ask("obedient");
    const shown = "x [1]. [1]. See … [1]. Click here [1]. The harbour of Brackwater opened in 1871 [1].";
    expect((await listener.answer()).parts.join("")).toBe(shown);
    expect(JSON.stringify(listener.frames)).not.toMatch(/evil|!\[|<img/);
  });

  test("the service passes to the next model if one fails, and the log names the failed model without a key or a text", async () => {
    const threadId = await newThread();
    const listener = await listen(threadId);
    listener.ask("failing");
    const { provenance } = await listener.answer();
    expect(provenance.processedByModel).toBe("paraphrase");
    const passedOver = [{ model: "failing", reason: "failed" }];
    expect(provenance.passedOver).toEqual(passedOver);
    expect(provenance.suggestedModels).toHaveLength(BEHAVIOURS.length);
    expect(provenance.suggestedModels[0]).toEqual({ category: "fact", model: "paraphrase", score: 0.5 });
    expect((await readThread(threadId)).messages[1]).toMatchObject({
      processedByModel: "paraphrase",
      passedOver,
    });
    const { stdout, stderr } = service.output;
    expect(`${stdout}${stderr}`).toContain('"event":"model_failed","model":"failing","kind":"failed"');
    expect(`${stdout}${stderr}`).not.toMatch(/sk-e2e|Brackwater|127\.0\.0\.1:\d+\/failing/);
    expect(server.asked.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  });

  test("no model writes an answer if the prompt asks for none, and the service rejects an unknown model", async () => {
    const listener = await listen(await newThread());
    const asked = server.asked.length;
    listener.ask("gpt-imaginary");
    expect((await listener.until(({ error }) => error)).message).toBe(
      "promptV2.model: is not a configured model",
    );
    listener.ask("extractive");
    expect((await listener.answer()).provenance.processedByModel).toBe("extractive");
    const parts = listener.frames.flatMap(({ textV1 }) => textV1?.parts ?? []);
    expect(parts.join("")).toBe(`${OPENED} [1]`);
    expect(server.asked).toHaveLength(asked);
  });
});

describe("an answer in progress", () => {
  test.each([
    ["gated", 1],
    ["hanging", 1],
    ["hanging-repair", 2],
  ])(
    "an answer in progress stops once, and the service aborts the request to the model immediately (%s)",
    async (model, requests) => {
      const threadId = await newThread();
      const listener = await listen(threadId);
      const before = server.asked.length;
      const { estimatedTokens: used } = await usageBy(ada);
      const messageId = listener.ask(model);
      await vi.waitFor(() => expect(server.asked.length).toBe(before + requests), {
        timeout: 60_000,
        interval: 5,
      });
      const path = "/v1/threads/{threadID}/messages/{messageID}/answer";
      await ada.api.request("DELETE", path, { params: { threadID: threadId, messageID: messageId } });
      expect(await server.asked.at(-1)?.ended).toBe(false);
      const answer = await listener.answer();
      expect(answer.provenance.citations).toEqual([]);
      server.open();
      const { messages } = await readThread(threadId);
      expect(messages.map(({ isComplete }) => isComplete)).toEqual([true, true]);
      expect(listener.frames.filter(({ textV1 }) => textV1?.isDone === true)).toHaveLength(1);
      await expect
        .poll(async () => (await usageBy(ada)).estimatedTokens, { timeout: 9_000, interval: 250 })
        .toBeGreaterThan(used);
      // The abort does not come from the model's timeout.
      expect(service.output.stderr).not.toContain(`"model":"${model}","kind":"slow"`);
    },
  );

  test("the model writes an answer again without documents deleted meanwhile, and the service withdraws the draft", async () => {
    const other = await addReadyFile(
      ada,
      ada.workspace.personalId,
      textFile("work.txt", "The work on the harbour of Brackwater took nine years.\n"),
    );
    const { threadId, listener, asked } = await beginGated();
    const before = gatedAsked().length;
    expect(JSON.stringify(asked?.body)).toContain("The work on the harbour");
    await ada.api.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [other] } });
    server.open();
    await vi.waitFor(() => expect(gatedAsked().length).toBe(before + 1), { timeout: 60_000, interval: 5 });
    await vi.waitFor(() => expect(listener.draft).toBe(CITED), {
      timeout: 15_000,
      interval: 5,
    });
    expect(JSON.stringify(gatedAsked().at(-1)?.body)).not.toContain("The work on the harbour");
    server.open();
    await vi.waitFor(
      async () => expect((await readThread(threadId)).messages.at(-1)?.content).toContain("after nine years"),
      {
        timeout: 60_000,
      },
    );
  });

  test("an answer in progress hides with its text while its sources are deleted, and returns with them", async () => {
    const threadId = await newThread();
    const listener = await listen(threadId);
    listener.ask("paraphrase");
    const { provenance } = await listener.answer();
    const assetIds = provenance.citations.map(({ assetId }) => assetId);
    await ada.api.request("DELETE", "/v1/assets/tombstone", { body: { assetIds } });
    expect((await readThread(threadId)).messages.at(-1)?.content).toBe("[deleted]");
    await ada.api.request("POST", "/v1/assets/restore", { body: { assetIds } });
    expect((await readThread(threadId)).messages.at(-1)?.content).toBe(CITED);
  });

  test("an answer in progress ends once after a kill of the service, under another transformation", async () => {
    const { threadId, listener } = await beginGated();
    const [draft] = listener.drafts;
    await service.kill("SIGKILL");
    await service.restart();
    const back = await listen(threadId, "drafts=true&since=0");
    await vi.waitFor(() => expect(back.draft).toContain("1871 [1]."), { timeout: 60_000, interval: 5 });
    expect(back.drafts[0]?.transformationId).not.toBe(draft?.transformationId);
    expect(back.drafts[0]?.messageId).toBe(draft?.messageId);
    server.open();
    const answer = await back.answer();
    expect(answer.provenance.transformationId).toBe(back.drafts[0]?.transformationId);
    const { messages } = await readThread(threadId);
    expect(messages).toHaveLength(2);
    expect(idFromBytes("msg", messages[1]!.id)).toBe(answer.messageId);
    expect(back.frames.filter(({ textV1 }) => textV1?.isDone === true)).toHaveLength(1);
  });
});
