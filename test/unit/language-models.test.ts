import { afterAll, describe, expect, test } from "vitest";
import { estimateTokens } from "../../src/models/estimate-tokens.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import {
  type LanguageModel,
  type ModelFailure,
  type TextRequest,
  type TokenUsage,
} from "../../src/models/language-model.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import {
  WITHOUT_DELAYS,
  faultOf,
  MESSAGES,
  PLAIN,
  SENTENCE,
  textOf,
} from "../support/fixtures/text-of-model.ts";

const KEY = "sk-very-secret-key";
/** Text with reasoning from a model that stalls afterwards. */
const PONDERING = "Is it 1999, or is it 1871?";
const server = await startChatServer({
  pondering: async ({ think, pause }) => {
    await think(PONDERING);
    await pause(600_000);
  },
});
afterAll(server.close);

type OwnBehaviour = ChatBehavior | "pondering";
type Provider = "openai" | "anthropic";

/** Behaviors of a provider that stall until a timeout. */
const SILENT = new Set<OwnBehaviour>(["hanging", "stuck", "pondering"]);

function modelAt(behaviour: OwnBehaviour, provider: Provider = "openai", totalMs?: number): LanguageModel {
  const settings = {
    id: "m",
    provider,
    url: server.urlOf(behaviour),
    model: "test-model",
    key: KEY,
    contextWindow: 8_192,
    timeouts: totalMs === undefined ? {} : { totalMs },
  };
  const [firstMs, betweenMs] = SILENT.has(behaviour) ? [400, 400] : [60_000, 60_000];
  const [model] = createLanguageModels([settings], undefined, {
    timeouts: { firstMs, betweenMs, totalMs: 60_000 },
    retries: WITHOUT_DELAYS,
  });
  if (model === undefined) throw new Error("no model");
  return model;
}

/** Returns the usage that the model reports, one entry per report. */
async function usagesOf(model: LanguageModel, more: Partial<TextRequest> = {}): Promise<TokenUsage[]> {
  const usages: TokenUsage[] = [];
  await textOf(model, PLAIN, { ...more, onUsage: (usage) => usages.push(usage) }).catch(() => {});
  return usages;
}

const askedOf = (behaviour: OwnBehaviour) => server.asked.filter((each) => each.behaviour === behaviour);

describe.each<Provider>(["openai", "anthropic"])("a model with the %s API", (provider) => {
  test("a model streams its text and reports the provider's token counts", async () => {
    expect(await textOf(modelAt("plain", provider))).toEqual({
      kind: "end",
      text: `${SENTENCE} [1]`,
      isWhole: true,
    });
    const told = {
      inputTokens: USAGE.prompt_tokens,
      outputTokens: USAGE.completion_tokens,
      estimatedTokens: 0,
    };
    expect(await usagesOf(modelAt("plain", provider))).toEqual([told]);
  });

  test("a model reports the usage of a text that broke off, was only reasoning, or was stopped, with estimates for missing counts", async () => {
    const read = MESSAGES.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const isTold = provider === "anthropic";
    const usedWith = (written: string): TokenUsage => {
      const [known, estimated] = isTold ? [USAGE.prompt_tokens, 0] : [read, read];
      const outputTokens = estimateTokens(written) + (isTold ? 1 : 0);
      return { inputTokens: known, outputTokens, estimatedTokens: estimated + estimateTokens(written) };
    };
    expect(await usagesOf(modelAt("cut", provider))).toEqual([
      usedWith("The harbour opened in 1871 [1]. It"),
    ]);
    expect(await usagesOf(modelAt("pondering", provider))).toEqual([usedWith(PONDERING)]);
    expect(await usagesOf(modelAt("hanging", provider))).toEqual([usedWith("")]);
    const unwanted = new AbortController();
    const stopped: TokenUsage[] = [];
    const onUsage = (usage: TokenUsage) => stopped.push(usage);
    let written = "";
    const writing = async () => {
      for await (const piece of modelAt("gated", provider).write({
        messages: MESSAGES,
        sampling: PLAIN,
        signal: unwanted.signal,
        onUsage,
      })) {
        if (piece.kind === "part") written += piece.text;
        if (written.endsWith("And")) unwanted.abort(new Error("nobody wants it"));
      }
    };
    await expect(writing()).rejects.toThrow("nobody wants it");
    expect(stopped).toEqual([usedWith(written)]);
  });

  test.each(["failing", "refusing", "not-events", "garbage"] as const)(
    "a model reports no usage if the provider never responded: %s",
    async (behaviour) => {
      expect(await usagesOf(modelAt(behaviour, provider))).toEqual([]);
    },
  );

  test.each<[ChatBehavior, ModelFailure]>([
    ["cut", "cut"],
    ["failing", "failed"],
    ["redirect", "failed"],
    ["limited", "limited"],
    ["refusing", "refused"],
    ["not-events", "misfit"],
    ["garbage", "misfit"],
    ["too-long-line", "misfit"],
    ["endless", "misfit"],
    ["error-event", "failed"],
    ["hanging", "slow"],
    ["stuck", "slow"],
  ])(
    "a model whose provider is %s fails as %s, without text, URL or key in the error",
    async (behaviour, kind) => {
      const fault = await faultOf(modelAt(behaviour, provider));
      expect(fault.kind).toBe(kind);
      expect(`${fault.message} ${String(fault.cause)}`).not.toMatch(/confidential|127\.0\.0\.1|sk-very|evil/);
      const last = askedOf(behaviour).at(-1);
      await last?.ended;
    },
  );

  test("a model disconnects as soon as the caller aborts", async () => {
    const unwanted = new AbortController();
    const before = askedOf("gated").length;
    const written = textOf(modelAt("gated", provider), PLAIN, { signal: unwanted.signal });
    await expect.poll(() => askedOf("gated").length).toBe(before + 1);
    unwanted.abort(new Error("nobody wants it"));
    await expect(written).rejects.toThrow("nobody wants it");
    expect(await askedOf("gated").at(-1)?.ended).toBe(false);
  });
});

describe("the time budget of a text", () => {
  test("the time limit of a text starts with the first text of the answer", async () => {
    const order = { messages: MESSAGES, sampling: PLAIN, signal: new AbortController().signal };
    const written = modelAt("gated").write({ ...order, startedAt: Date.now() - 60_000 });
    await expect(written.next()).rejects.toMatchObject({ kind: "slow" });
  });

  test("a time limit in the model's settings replaces the default", async () => {
    const late = { startedAt: Date.now() - 30_000 };
    expect(await textOf(modelAt("plain"), PLAIN, late)).toMatchObject({ isWhole: true });
    const failing = textOf(modelAt("plain", "openai", 30_000), PLAIN, late);
    await expect(failing).rejects.toMatchObject({ kind: "slow" });
  });
});

describe("a model request", () => {
  test("a model request contains the messages, the model name, the key and the given options", async () => {
    await textOf(modelAt("plain"));
    const [plain] = askedOf("plain").slice(-1);
    expect(plain?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(plain?.body).toEqual({
      model: "test-model",
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      max_tokens: 100,
    });
    const sampling = {
      ...PLAIN,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: -1,
      logitBias: { "50256": -100 },
      stop: ["a", "b", "c", "d", "e"],
    };
    await textOf(modelAt("plain"), sampling);
    expect(askedOf("plain").at(-1)?.body).toMatchObject({
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: -1,
      logit_bias: { "50256": -100 },
      stop: ["a", "b", "c", "d"],
    });
  });

  test.each<Provider>(["openai", "anthropic"])(
    "a model request with the %s API contains the model's earlier text",
    async (provider) => {
      const written = { role: "assistant", content: "Something [1]." } as const;
      const before = askedOf("plain").length;
      const messages = [...MESSAGES, written, { role: "user", content: "Again." } as const];
      for await (const _ of modelAt("plain", provider).write({
        messages,
        sampling: PLAIN,
        signal: new AbortController().signal,
      }));
      expect(askedOf("plain")[before]?.body.messages.slice(-2)).toEqual(messages.slice(-2));
    },
  );

  test("a model request sends the system prompt separately if the API requires it", async () => {
    await textOf(modelAt("plain", "anthropic"), { ...PLAIN, temperature: 2, stop: ["\n", "END"] });
    const { headers, body } = askedOf("plain").at(-1) ?? {};
    expect(headers).toMatchObject({ "x-api-key": KEY, "anthropic-version": "2023-06-01" });
    expect(headers).not.toHaveProperty("authorization");
    expect(body).toEqual({
      model: "test-model",
      system: "Answer.",
      messages: [MESSAGES[1]],
      stream: true,
      max_tokens: 100,
      temperature: 1,
      stop_sequences: ["END"],
    });
  });
});

describe("a failing model", () => {
  test("the service retries a failing model before its first text and never after", async () => {
    expect((await textOf(modelAt("limited-once"))).text).toContain(SENTENCE);
    expect(askedOf("limited-once")).toHaveLength(2);
    const counts = async (behaviour: ChatBehavior): Promise<number> => {
      const before = askedOf(behaviour).length;
      await faultOf(modelAt(behaviour));
      return askedOf(behaviour).length - before;
    };
    expect(await counts("failing")).toBe(3);
    expect(await counts("cut")).toBe(1);
    expect(await counts("refusing")).toBe(1);
    // The provider requests a delay of two minutes.
    expect(await counts("limited")).toBe(1);
  });
});

describe("a Workers AI model", () => {
  const settings = {
    id: "w",
    provider: "workers-ai",
    url: "",
    model: "@cf/test",
    key: null,
    contextWindow: 8_192,
  } as const;
  const streamOf = (...events: string[]) =>
    new Response(events.map((event) => `data: ${event}\n\n`).join("")).body;

  test("a Workers AI model streams through the binding in both chunk formats", async () => {
    const inputs: unknown[] = [];
    const run = async (model: string, input: unknown): Promise<unknown> => {
      inputs.push([model, input]);
      return await Promise.resolve(
        streamOf('{"response":"The "}', '{"choices":[{"delta":{"content":"harbour"}}]}', "[DONE]"),
      );
    };
    const [model] = createLanguageModels([settings], { run }, { retries: WITHOUT_DELAYS });
    expect(model === undefined ? null : await textOf(model)).toMatchObject({
      text: "The harbour",
      isWhole: true,
    });
    expect(inputs).toEqual([
      ["@cf/test", { messages: MESSAGES, stream: true, temperature: 0, max_tokens: 100 }],
    ]);
  });

  test.each([
    ["no binding", undefined, "failed"],
    ["an error", { run: () => Promise.reject(new Error(`3040: no capacity for ${SENTENCE}`)) }, "limited"],
    ["no stream", { run: () => Promise.resolve({ response: "x" }) }, "misfit"],
  ])("a Workers AI model fails: %s", async (_, binding, kind) => {
    const [model] = createLanguageModels([settings], binding, { retries: WITHOUT_DELAYS });
    const fault = model === undefined ? null : await faultOf(model);
    expect({ kind: fault?.kind, hasConfidential: fault?.message.includes("confidential") }).toEqual({
      kind,
      hasConfidential: false,
    });
  });
});
