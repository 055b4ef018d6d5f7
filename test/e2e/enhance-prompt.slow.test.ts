/** The built service with a language model that rewrites prompts, over real HTTP on both sides. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";

const TOKENS = USAGE.prompt_tokens + USAGE.completion_tokens;

let server: ChatServer;
let ada: RemoteUser;

beforeAll(async () => {
  server = await startChatServer();
  const model = {
    id: "wording",
    provider: "openai",
    url: server.urlOf("wording"),
    model: "m",
    contextWindow: 8_192,
  };
  const quotas = { each: { day: { units: TOKENS } }, organizations: {} };
  const service = await startTestService({
    vars: { MODELS: JSON.stringify([model]), QUOTAS: JSON.stringify(quotas) },
  });
  ada = await signUp(service, "ada");
});
afterAll(() => server.close());

const enhance = async (prompt: string) =>
  await ada.api.request("POST", "/v1/prompts/enhance", { body: { prompt, threadId: null } });

test("a model rewrites a prompt and its tokens count, and without quota the rewrite uses no model", async () => {
  const prompt = "When did the harbor of Brackwatre open?";
  const { data, details } = await enhance(prompt);
  expect(data).toEqual({ prompt: "When did the harbour of Brackwater open?", suggestions: [prompt] });
  expect(details.consumption.units).toBe(TOKENS);
  const { organizationId } = ada.workspace.organizationContext;
  const used = await ada.api.request("GET", "/v1/organizations/{organizationId}/usage", {
    params: { organizationId },
    query: { by: "operation" },
  });
  expect(used.data.records).toMatchObject([
    {
      operation: "enhancePrompt",
      units: TOKENS,
      inputTokens: USAGE.prompt_tokens,
      outputTokens: USAGE.completion_tokens,
      questions: 0,
    },
  ]);
  expect((await enhance(prompt)).data).toEqual({ prompt, suggestions: [] });
  expect(server.asked.length).toBe(1);
});
