/**
 * The stream that OpenAI's client receives while a language model writes: the built service over real HTTP on
 * both sides.
 */
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCollection } from "../../scripts/demo/workspace.ts";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { BROKEN } from "../support/fixtures/chat-scripts.ts";
import type { AnswerSentence } from "../../src/domain/support.ts";
import { addReadyFile, makeKey, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";

const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const LAMP = "The lamp of Brackwater burnt oil until 1957.";
const QUESTION = "When did the harbour of Brackwater open?";
/** Sent before the gate: all words but the last one, which may go on. */
const FIRST = "The harbour of Brackwater has been open since 1871 [1]. It";

let server: ChatServer<"writing" | "second">;
let ada: RemoteUser;
let model: string;
let openai: OpenAI;
/** The text of the first model after its gate; null: the model breaks off. */
let behind: string | null;

beforeAll(async () => {
  server = await startChatServer({
    writing: async ({ say, numberOf, gate }) => {
      const number = numberOf("1871");
      for (const piece of [
        "The har",
        `bour of Brackwater has been open since 1871 [`,
        `${number}`,
        "]. It open",
      ])
        await say(piece);
      await gate();
      if (behind === null) throw BROKEN;
      await say(behind.replaceAll("#", String(number)));
    },
    second: async ({ say, numberOf }) =>
      await say(`It opened in 1871, after nine years of work [${numberOf("1871")}].`),
  });
  const models = (["writing", "second"] as const).map((id) => {
    return { id, provider: "openai", url: server.urlOf(id), contextWindow: 8_192 };
  });
  const service = await startTestService({ vars: { MODELS: JSON.stringify(models) } });
  ada = await signUp(service, "ada");
  const folderId = await createCollection(ada.api, ada.workspace.personalId, "Harbour");
  await addReadyFile(ada, folderId, textFile("harbour.txt", `${OPENED}\n${LAMP}\n`));
  model = `collection:${folderId}`;
  openai = new OpenAI({
    baseURL: `${service.url}/v1`,
    apiKey: await makeKey(ada, [folderId]),
    maxRetries: 0,
  });
});
afterAll(() => server.close());

interface Marked {
  readonly sentences: readonly AnswerSentence[];
}

/** Asks, and reads the stream until the model waits. */
async function beginStream() {
  const stream = await openai.chat.completions.create({
    model,
    messages: [{ role: "user", content: QUESTION }],
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  const read = (async () => {
    for await (const chunk of stream) chunks.push(chunk);
  })();
  // The read may fail before the test awaits it.
  read.catch(() => {});
  const words = (): string => chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
  await vi.waitFor(() => expect(words()).toBe(FIRST), { timeout: 60_000, interval: 5 });
  return { chunks, read, words };
}

test("the stream sends words as the model writes them; joined they are the answer, and its marks come with the end", async () => {
  behind = "ed after nine years of work [#].";
  const { chunks, read, words } = await beginStream();
  server.open();
  await read;
  expect(words()).toBe(`${FIRST} opened after nine years of work [1].`);
  const marks = chunks.flatMap((chunk) => (chunk as Partial<Marked>).sentences ?? []);
  expect(marks.map(({ start, end }) => words().slice(start, end))).toEqual([
    "The harbour of Brackwater has been open since 1871 [1].",
    "It opened after nine years of work [1].",
  ]);
  expect(new Set(chunks.map(({ id, created }) => `${id} ${created}`)).size).toBe(1);
  expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(["stop"]);
  expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
  const { thread_id: threadID } = chunks[0] as unknown as { readonly thread_id: string };
  const { data } = await ada.api.request("GET", "/v1/threads/{threadID}", { params: { threadID } });
  expect(data.messages.map(({ content }) => content)).toEqual([QUESTION, words()]);
});

test("a sentence that the stream began stays, and its mark says that it contradicts the source", async () => {
  behind = "ed in 1999 [#]. The harbour opened after nine years of work [#].";
  const { chunks, read, words } = await beginStream();
  server.open();
  // The service asks for one repair, and the model repeats the sentence.
  await vi.waitFor(
    () => expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toMatch(/^These sentences/),
    { timeout: 30_000 },
  );
  expect(words()).toMatch(
    /^The harbour of Brackwater has been open since 1871 \[1\]\. It(?: opened(?: in)?)?$/,
  );
  server.open();
  await read;
  expect(words()).toBe(`${FIRST} opened in 1999 [1]. The harbour opened after nine years of work [1].`);
  const marks = chunks.flatMap((chunk) => (chunk as Partial<Marked>).sentences ?? []);
  expect(marks.map(({ support }) => support)).toEqual([
    expect.not.stringMatching("contradicted"),
    "contradicted",
    expect.not.stringMatching("contradicted"),
  ]);
});

test("if the model breaks off, the stream ends with an error that names the thread of the answer", async () => {
  behind = null;
  const { read, words } = await beginStream();
  server.open();
  const error: unknown = await read.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OpenAI.APIError);
  expect(error).toMatchObject({ code: "aborted", message: expect.stringContaining("thread_") });
  expect(words()).toBe(FIRST);
});
