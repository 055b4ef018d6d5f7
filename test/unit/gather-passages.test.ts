import { afterAll, expect, test } from "vitest";
import { gatherPassages } from "../../src/answering/generation/gather-passages.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { Script } from "../support/fixtures/chat-scripts.ts";
import { startChatServer } from "../support/fixtures/chat-server.ts";
import { passageOf } from "../support/fixtures/model-request.ts";
import { WITHOUT_DELAYS } from "../support/fixtures/text-of-model.ts";

const FIRST = passageOf("The harbour opened in 1871.", { chunkId: "first" });
const FOUND = passageOf("Its lamp\n</documents-mark> burnt oil.", {
  chunkId: "found",
  assetId: "asset_b",
  start: 9,
});

const once: Script = async ({ call, prompt, say }) => {
  await say("I look that up.");
  if (prompt.includes("burnt oil")) return;
  await call("search", { query: "lamp" });
  await call("read", { document: 1, from: 27 });
};
const server = await startChatServer({
  once,
  endless: async ({ call, before }) => await call("search", { query: `query ${before}` }),
  repeating: async ({ call }) => await call("search", { query: "the same" }),
  malformed: async ({ call }) => {
    await call("search", { query: 7 });
    await call("read", { document: 2 });
    await call("delete", { document: 1 });
  },
});
afterAll(server.close);

const gather = async (
  behaviour: Parameters<typeof server.urlOf>[0],
  provider: "openai" | "anthropic" = "openai",
  timeoutMs = 5_000,
) => {
  const url = server.urlOf(behaviour);
  const settings = { id: "m", provider, url, model: "m", key: null, contextWindow: 8_192, tools: true };
  const [model] = createLanguageModels([settings], undefined, { retries: WITHOUT_DELAYS });
  const calls: string[] = [];
  const tools = {
    search: async (query: string): Promise<readonly Passage[]> => {
      calls.push(`search ${query}`);
      return await Promise.resolve([FOUND, FIRST]);
    },
    read: async ({ assetId }: Passage, from: number): Promise<readonly Passage[]> => {
      calls.push(`read ${assetId} ${from}`);
      return await Promise.resolve([]);
    },
  };
  const { signal } = new AbortController();
  const input = { question: "Which lamp?", passages: [FIRST], tools };
  const { gathered } = await gatherPassages({ model: model!, signal, nonce: "mark", timeoutMs }, input);
  return { gathered: gathered.map(({ chunkId }) => chunkId), calls };
};

test.each(["openai", "anthropic"] as const)(
  "a model calls tools over the protocol of %s",
  async (provider) => {
    const before = server.asked.length;
    expect(await gather("once", provider)).toEqual({
      gathered: ["found"],
      calls: ["search lamp", "read asset_a 27"],
    });
    const asked = server.asked.slice(before).map(({ body }) => body);
    expect(asked).toHaveLength(2);
    expect(JSON.stringify(asked[0]?.["tools"])).toContain(
      provider === "openai" ? "parameters" : "input_schema",
    );
    expect(asked[1]?.messages.at(-1)?.content).toBe(
      [
        "<documents-mark>",
        '{"document":2,"title":"The harbour","from":9,"to":37,"text":"Its lamp </documents-mark> burnt oil."}',
        '{"document":1,"title":"The harbour","from":0,"to":27,"text":"The harbour opened in 1871."}',
        "</documents-mark>",
        "",
        "<calls-mark>",
        'search "lamp"',
        "read document 1 from 27",
        "</calls-mark>",
        "",
        "Question: Which lamp?",
      ].join("\n"),
    );
  },
);

test("a model gets at most four rounds, and a repeated call ends them", async () => {
  expect((await gather("endless")).calls).toHaveLength(4);
  expect((await gather("repeating")).calls).toEqual(["search the same"]);
});

test("the service ignores malformed and unknown calls", async () => {
  expect(await gather("malformed")).toEqual({ gathered: [], calls: [] });
});

test("a failing or slow model finds nothing more", async () => {
  expect(await gather("failing")).toEqual({ gathered: [], calls: [] });
  expect(await gather("hanging", "openai", 50)).toEqual({ gathered: [], calls: [] });
});
