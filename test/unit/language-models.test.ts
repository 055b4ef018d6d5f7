import { afterAll, describe, expect, it } from "vitest";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import { type LanguageModel, type ModelFailure, ModelFault, type TextSampling } from "../../src/models/language-model.ts";
import { type ChatBehaviour, startChatServer, USAGE } from "../support/chat-server.ts";

const KEY = "sk-very-secret-key";
const SENTENCE = "The confidential harbour opened in 1871.";
const MESSAGES = [
  { role: "system", content: "Answer." },
  { role: "user", content: `⟨1⟩ ${SENTENCE}\n\nQuestion: When did the harbour open?` },
] as const;
const PLAIN: TextSampling = {
  temperature: 0,
  topP: null,
  frequencyPenalty: null,
  presencePenalty: null,
  logitBias: null,
  stop: [],
  maxTokens: 100,
};
const server = await startChatServer();
afterAll(server.close);

type Provider = "openai" | "anthropic";

/** Only of those that say nothing is the time waited for. */
const SILENT = new Set<ChatBehaviour>(["hanging", "stuck"]);

function modelAt(behaviour: ChatBehaviour, provider: Provider = "openai"): LanguageModel {
  const settings = { id: "m", provider, url: server.urlOf(behaviour), model: "test-model", key: KEY, contextWindow: 8_192 };
  const [firstMs, betweenMs] = SILENT.has(behaviour) ? [400, 400] : [60_000, 60_000];
  const [model] = createLanguageModels([settings], undefined, { firstMs, betweenMs, totalMs: 60_000 });
  if (model === undefined) throw new Error("no model");
  return model;
}

async function textOf(model: LanguageModel, sampling = PLAIN, signal = new AbortController().signal) {
  let text = "";
  for await (const piece of model.write({ messages: MESSAGES, sampling, signal })) {
    if (piece.kind === "end") return { text, ...piece };
    text += piece.text;
  }
  throw new Error("it has no end");
}

async function faultOf(model: LanguageModel): Promise<ModelFault> {
  const fault = await textOf(model).catch((error: unknown) => error);
  if (!(fault instanceof ModelFault)) throw new Error("it did not fail as it should", { cause: fault });
  return fault;
}

const askedOf = (behaviour: ChatBehaviour) => server.asked.filter((each) => each.behaviour === behaviour);

describe.each<Provider>(["openai", "anthropic"])("a model that answers as %s", (provider) => {
  it("writes its text piece by piece, and its provider counts the tokens", async () => {
    const ended = await textOf(modelAt("plain", provider));
    expect(ended).toEqual({
      kind: "end",
      text: `${SENTENCE} [1]`,
      isWhole: true,
      usage: { inputTokens: USAGE.prompt_tokens, outputTokens: USAGE.completion_tokens },
    });
  });

  it.each<[ChatBehaviour, ModelFailure]>([
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
  ])("%s: fails as %s, in words that hold neither text, address nor key", async (behaviour, kind) => {
    const fault = await faultOf(modelAt(behaviour, provider));
    expect(fault.kind).toBe(kind);
    expect(`${fault.message} ${String(fault.cause)}`).not.toMatch(/confidential|127\.0\.0\.1|sk-very|evil/);
    const last = askedOf(behaviour).at(-1);
    await last?.ended;
  });

  it("ends its connection as soon as nobody wants the text any more", async () => {
    const unwanted = new AbortController();
    const before = askedOf("gated").length;
    const written = textOf(modelAt("gated", provider), PLAIN, unwanted.signal);
    await expect.poll(() => askedOf("gated").length).toBe(before + 1);
    unwanted.abort(new Error("nobody wants it"));
    await expect(written).rejects.toThrow("nobody wants it");
    expect(await askedOf("gated").at(-1)?.ended).toBe(false);
  });
});

describe("the time of a text", () => {
  it("counts from when the first text of the same answer was begun", async () => {
    const order = { messages: MESSAGES, sampling: PLAIN, signal: new AbortController().signal };
    const written = modelAt("gated").write({ ...order, startedAt: Date.now() - 60_000 });
    await expect(written.next()).rejects.toMatchObject({ kind: "slow" });
  });
});

describe("what a model is sent", () => {
  it("is the messages, its name and the key, and of the settings those that were given", async () => {
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

  it.each<Provider>(["openai", "anthropic"])("has what it has written before, as %s", async (provider) => {
    const written = { role: "assistant", content: "Something [1]." } as const;
    const before = askedOf("plain").length;
    const messages = [...MESSAGES, written, { role: "user", content: "Again." } as const];
    for await (const _ of modelAt("plain", provider).write({ messages, sampling: PLAIN, signal: new AbortController().signal }));
    expect(askedOf("plain")[before]?.body.messages.slice(-2)).toEqual(messages.slice(-2));
  });

  it("has the rules apart, where the protocol wants them so", async () => {
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

describe("a model that fails", () => {
  it("is asked again before it has said anything, and never behind that", async () => {
    expect((await textOf(modelAt("limited-once"))).text).toContain(SENTENCE);
    expect(askedOf("limited-once")).toHaveLength(2);
    const counts = async (behaviour: ChatBehaviour): Promise<number> => {
      const before = askedOf(behaviour).length;
      await faultOf(modelAt(behaviour));
      return askedOf(behaviour).length - before;
    };
    expect(await counts("failing")).toBe(3);
    expect(await counts("cut")).toBe(1);
    expect(await counts("refusing")).toBe(1);
    // It wants to be left alone for two minutes.
    expect(await counts("limited")).toBe(1);
  });

  it("is left alone for as long as it has asked for, and after three failures in a row", async () => {
    const limited = modelAt("limited");
    expect((await faultOf(limited)).kind).toBe("limited");
    const asked = askedOf("limited").length;
    expect((await faultOf(limited)).message).toContain("left alone");
    expect(askedOf("limited")).toHaveLength(asked);
    const cut = modelAt("cut");
    for (let failures = 0; failures < 3; failures += 1) expect((await faultOf(cut)).kind).toBe("cut");
    expect((await faultOf(cut)).message).toContain("left alone");
    const refusing = modelAt("refusing");
    for (let refusals = 0; refusals < 5; refusals += 1) expect((await faultOf(refusing)).kind).toBe("refused");
  });
});

describe("a model of Workers AI", () => {
  const settings = { id: "w", provider: "workers-ai", url: "", model: "@cf/test", key: null, contextWindow: 8_192 } as const;
  const streamOf = (...events: string[]) => new Response(events.map((event) => `data: ${event}\n\n`).join("")).body;

  it("streams through the binding, in either spelling of a chunk", async () => {
    const inputs: unknown[] = [];
    const run = async (model: string, input: unknown): Promise<unknown> => {
      inputs.push([model, input]);
      return await Promise.resolve(streamOf('{"response":"The "}', '{"choices":[{"delta":{"content":"harbour"}}]}', "[DONE]"));
    };
    const [model] = createLanguageModels([settings], { run });
    expect(model === undefined ? null : await textOf(model)).toMatchObject({ text: "The harbour", isWhole: true, usage: null });
    expect(inputs).toEqual([["@cf/test", { messages: MESSAGES, stream: true, temperature: 0, max_tokens: 100 }]]);
  });

  it.each([
    ["no binding", undefined, "failed"],
    ["an error", { run: () => Promise.reject(new Error(`3040: no capacity for ${SENTENCE}`)) }, "limited"],
    ["no stream", { run: () => Promise.resolve({ response: "x" }) }, "misfit"],
  ])("%s: fails", async (_, binding, kind) => {
    const [model] = createLanguageModels([settings], binding);
    const fault = model === undefined ? null : await faultOf(model);
    expect([fault?.kind, fault?.message.includes("confidential")]).toEqual([kind, false]);
  });
});
