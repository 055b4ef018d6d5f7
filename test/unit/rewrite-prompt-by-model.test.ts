import { afterAll, expect, test } from "vitest";
import { rewritePromptByModel } from "../../src/answering/generation/rewrite-prompt-by-model.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import { WITHOUT_DELAYS } from "../support/fixtures/text-of-model.ts";

const server = await startChatServer();
afterAll(server.close);

const CONVERSATION = [
  { question: "Where is the harbour of Brackwater?", quote: "The harbour of Brackwater lies in Wessex." },
];
const BETTER = "When did the harbour of Brackwater open?";
const SPENT = { inputTokens: USAGE.prompt_tokens, outputTokens: USAGE.completion_tokens, cost: 366 };

const enhanced = async (prompt: string, behaviours: readonly ChatBehavior[], conversation = CONVERSATION) => {
  const settings = behaviours.map((id) => {
    const price = { input: 1e-6 * 1e6, output: 1 };
    return {
      id,
      provider: "openai" as const,
      url: server.urlOf(id),
      model: "m",
      key: null,
      contextWindow: 8_192,
      price,
    };
  });
  const models = createLanguageModels(settings, undefined, {
    timeouts: { firstMs: 3_000, betweenMs: 300, totalMs: 5_000 },
    retries: WITHOUT_DELAYS,
  });
  const { prompt: written, spent } = await rewritePromptByModel(models, { prompt, conversation }, "mark");
  return [written, spent.inputTokens + spent.outputTokens];
};
const ALL = SPENT.inputTokens + SPENT.outputTokens;

test("the service accepts a rewrite that adds context or corrects spelling", async () => {
  expect(await enhanced("When did it open?", ["wording"])).toEqual([BETTER, ALL]);
  expect(await enhanced("When did the harbor of Brackwatre open?", ["wording"], [])).toEqual([BETTER, ALL]);
  const { body } = server.asked.at(-2)!;
  expect(body.messages.at(-1)?.content).toBe(
    [
      "<earlier-mark>",
      "Asked before: Where is the harbour of Brackwater?",
      "Quoted then: The harbour of Brackwater lies in Wessex.",
      "</earlier-mark>",
      "",
      "<question-mark>",
      "When did it open?",
      "</question-mark>",
    ].join("\n"),
  );
});

test("the service rejects a rewrite that asks for something else, answers, or adds a URL, and records its cost", async () => {
  for (const behaviour of ["straying", "chatty", "linking", "none"] as const) {
    expect([behaviour, ...(await enhanced("When did it open?", [behaviour]))]).toEqual([
      behaviour,
      null,
      ALL,
    ]);
  }
  expect(await enhanced(BETTER, ["adding"])).toEqual([null, ALL]);
  expect(
    await enhanced("When did the harbour of Brackwater open? See evil example now, https", ["linking"]),
  ).toEqual([null, ALL]);
  expect(
    await enhanced("Sure! Here is a better question: when did the harbour of Brackwater open?", ["chatty"]),
  ).toEqual([null, ALL]);
  // The service rejects a rewrite that drops or adds numbers.
  expect(await enhanced("Did it open in 1871?", ["wording"])).toEqual([null, ALL]);
  // The service rejects this rewrite, because it drops half of the words.
  expect(await enhanced("When did the lighthouse keeper of Brackwater paint his boat?", ["wording"])).toEqual(
    [null, ALL],
  );
});

test("the service calls a second model after a failure, and no third one", async () => {
  expect(await enhanced("When did it open?", ["failing", "wording"])).toEqual([BETTER, ALL]);
  expect(await enhanced("When did it open?", ["garbage", "failing", "wording"])).toEqual([null, 0]);
  // The usage of a text that broke off is an estimate.
  expect(await enhanced("When did it open?", ["stuck"])).toEqual([
    null,
    expect.toSatisfy((tokens: number) => tokens > 100),
  ]);
});

test("the service calls no model for a long prompt", async () => {
  const before = server.asked.length;
  expect(await enhanced("When did it open? ".repeat(200), ["wording"])).toEqual([null, 0]);
  expect(server.asked.length).toBe(before);
});
