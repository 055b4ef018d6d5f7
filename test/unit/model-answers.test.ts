import { afterAll, describe, expect, test } from "vitest";
import { NO_LIMITS } from "../../src/answering/answer-limits.ts";
import { type AnswerRequest, readToEnd } from "../../src/answering/answerers/answerer.ts";
import { createAnswerers } from "../../src/answering/answerers/create-answerers.ts";
import type { WritingModel } from "../../src/config.ts";
import type { ModelUsage } from "../../src/domain/usage.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import { type ChatBehaviour, startChatServer } from "../support/chat-server.ts";
import { USAGE } from "../support/chat-dialects.ts";
import { AT_ONCE } from "../support/text-of-model.ts";
import { LAMP, OPENED, passageOf, REQUEST } from "../support/model-request.ts";

const WITHOUT_MODEL = `${OPENED} ${LAMP} [1]`;

describe("an answer by a model", async () => {
  const server = await startChatServer();
  afterAll(server.close);

  type SettingsOf = (behaviour: ChatBehaviour) => Partial<WritingModel>;

  function answererOf(behaviours: readonly ChatBehaviour[], settingsOf: SettingsOf) {
    const settings = behaviours.map((behaviour) => {
      return {
        id: behaviour,
        provider: "openai" as const,
        url: server.urlOf(behaviour),
        model: "m",
        key: null,
        contextWindow: 8_192,
        ...settingsOf(behaviour),
      };
    });
    const models = createLanguageModels(settings, undefined, {
      timeouts: { firstMs: 3_000, betweenMs: 300, totalMs: 5_000 },
      retries: AT_ONCE,
    });
    return createAnswerers(models);
  }

  async function answered(behaviours: ChatBehaviour[], more: Partial<AnswerRequest> = {}, settingsOf: SettingsOf = () => ({})) {
    const request = { ...REQUEST, ...more };
    const drafts: string[] = [];
    const written = await readToEnd(answererOf(behaviours, settingsOf).named(request.model).answer(request), (read) =>
      drafts.push(read().text),
    );
    return { ...written, text: written.parts.join(""), drafts };
  }

  test("rests on the sentences that it names, as they stand in their documents", async () => {
    const { text, quotes, model, inputTokens, outputTokens, drafts } = await answered(["paraphrase"]);
    expect(text).toBe("The harbour of Brackwater has been open since 1871. [1]");
    expect(quotes).toEqual([
      {
        assetId: "asset_a",
        chunkId: "c",
        version: "v",
        page: 0,
        start: 40,
        end: 40 + OPENED.length,
        quote: OPENED,
        locator: null,
        said: ["The harbour of Brackwater has been open since 1871."],
        support: "partial",
      },
    ]);
    expect({ model, inputTokens, outputTokens }).toEqual({
      model: "paraphrase",
      inputTokens: USAGE.prompt_tokens,
      outputTokens: USAGE.completion_tokens,
    });
    expect(drafts[0]).toBe("The har");
    expect(drafts).toContain("The harbour of Brackwater has been open since 1871");
  });

  test("says what its models used, and what that costs where they have a price; without a model nothing", async () => {
    const { prompt_tokens: input, completion_tokens: output } = USAGE;
    const price = () => ({ price: { input: 0.5, output: 2 } });
    expect((await answered(["paraphrase"], {}, price)).spent).toEqual({
      inputTokens: input,
      outputTokens: output,
      estimatedTokens: 0,
      cost: Math.round(input * 500 + output * 2_000),
    });
    const { spent, inputTokens } = await answered(["none"], {}, price);
    expect(spent).toMatchObject({ inputTokens: input, cost: Math.round(input * 500 + output * 2_000) });
    expect(inputTokens).toBeGreaterThan(input);
    expect((await answered(["paraphrase"])).spent).toMatchObject({ cost: 0 });
    expect((await answered(["paraphrase"], { model: "extractive" }, price)).spent).toBeUndefined();
  });

  test("leaves out what names no sentence that there is", async () => {
    const { text, quotes } = await answered(["wrong-numbers"]);
    expect(text).toBe("The harbour opened in 1871. [1]");
    expect(quotes.map(({ quote }) => quote)).toEqual([OPENED]);
  });

  test("leaves out what its sources do not say: another figure, a denial, another name", async () => {
    const { text, drafts, droppedSentences, quotes } = await answered(["lying"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871. [1]");
    expect([droppedSentences, quotes.map(({ support }) => support)]).toEqual([3, ["quoted"]]);
    expect(drafts.at(-1)).not.toMatch(/1999 |never|\[2\]/);
  });

  const askedOf = (behaviour: ChatBehaviour) => server.asked.filter((each) => each.behaviour === behaviour);

  test("has in its place what the model writes again, when it is asked once for what did not stay", async () => {
    const { text, quotes, droppedSentences, inputTokens, drafts } = await answered(["mending"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871. [1] Its lamp burnt oil until 1957. [2]");
    expect([droppedSentences, ...quotes.map(({ quote }) => quote)]).toEqual([0, OPENED, LAMP]);
    expect(inputTokens).toBe(2 * USAGE.prompt_tokens);
    expect(drafts.at(-1)).toBe("Its lamp burnt oil until 1957. [1]");
    const [first, second, ...more] = askedOf("mending").map(({ body }) => body.messages);
    expect([second?.slice(0, 2), more]).toEqual([first, []]);
    expect(second?.[2]).toEqual({ role: "assistant", content: expect.stringContaining("in 1999 [1]. Its lamp") });
    expect(second?.[3]?.content).toContain('- "The harbour of Brackwater opened in 1999." It cites [1]. Wrong: a number or a date');
  });

  test("is asked for once: what fails again goes, and what the model repeats is not there twice", async () => {
    const before = askedOf("lying").length;
    expect(await answered(["lying"])).toMatchObject({ text: "The harbour of Brackwater opened in 1871. [1]", droppedSentences: 3 });
    expect(askedOf("lying")).toHaveLength(before + 2);
  });

  test("keeps what was proven when the model dies while it writes again", async () => {
    const { text, model, droppedSentences } = await answered(["dying-repair", "paraphrase"]);
    expect([text, model, droppedSentences]).toEqual(["The harbour of Brackwater opened in 1871. [1]", "dying-repair", 1]);
  });

  test("is made of sentences of the documents where the model has nothing else and says no more", async () => {
    const { text, model, droppedSentences } = await answered(["hanging-repair"]);
    expect([text, model, droppedSentences]).toEqual([WITHOUT_MODEL, "extractive", 1]);
  });

  test("asks nothing again that brings an address or markup of its own", async () => {
    expect(await answered(["obedient"])).toMatchObject({ droppedSentences: 4 });
    expect(askedOf("obedient")).toHaveLength(1);
  });

  test("has nothing that a document told the model to write, at no moment", async () => {
    const { text, drafts } = await answered(["obedient"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871. [1]");
    expect(drafts.filter((draft) => /!\[|https?:|evil|<img|\]\(/.test(draft))).toEqual([]);
  });

  test("has no thoughts", async () => {
    expect(await answered(["thinking"])).toMatchObject({ text: "The harbour opened in 1871. [1]" });
  });

  test.each<[ChatBehaviour, number]>([
    ["no-numbers", 2],
    ["none", 0],
  ])("is made of sentences of the documents where nothing stays: %s", async (behaviour, dropped) => {
    const { text, model, inputTokens, drafts, droppedSentences, passedOver } = await answered([behaviour, "plain"]);
    expect([text, model, droppedSentences]).toEqual([WITHOUT_MODEL, "extractive", dropped]);
    expect(passedOver).toEqual([{ model: behaviour, reason: "nothing_stays" }]);
    expect(inputTokens).toBeGreaterThan(USAGE.prompt_tokens);
    expect(drafts.at(-1)).toBe("");
    expect(server.asked.filter((each) => each.behaviour === "plain")).toEqual([]);
  });

  test.each([
    ["failing", "failed", false],
    ["limited", "limited", false],
    ["cut", "cut", true],
    ["stuck", "slow", true],
    ["garbage", "misfit", false],
    ["refusing", "refused", false],
  ] as const)("is left to the next model by one that fails, and says so: %s", async (behaviour, reason, hasWritten) => {
    const { text, model, drafts, passedOver, inputTokens, spent } = await answered([behaviour, "paraphrase"]);
    // What it wrote is paid for, though nothing of it stays.
    expect([inputTokens > USAGE.prompt_tokens, (spent?.outputTokens ?? 0) > USAGE.completion_tokens]).toEqual([hasWritten, hasWritten]);
    expect(passedOver).toEqual([{ model: behaviour, reason }]);
    expect([text, model]).toEqual(["The harbour of Brackwater has been open since 1871. [1]", "paraphrase"]);
    expect(drafts).toContain("");
    const alone = await answered([behaviour]);
    expect([alone.text, alone.model, alone.drafts.at(-1)]).toEqual([WITHOUT_MODEL, "extractive", ""]);
  });

  test("is by the model that was asked for, and by none where that was asked for, or nothing in scope answers", async () => {
    expect((await answered(["plain", "paraphrase"], { model: "paraphrase" })).model).toBe("paraphrase");
    const asked = server.asked.length;
    expect((await answered(["plain"], { model: "extractive" })).model).toBe("extractive");
    const { text, model } = await answered(["plain"], { confidence: 0.2 });
    expect([text, model]).toEqual(["Nothing in the documents in scope answers this.", "extractive"]);
    expect(server.asked).toHaveLength(asked);
  });

  test("is by the model that is for such questions, and says how well each would do", async () => {
    const tasks = (behaviour: ChatBehaviour): Partial<WritingModel> =>
      behaviour === "plain" ? { tasks: ["explanation"] } : behaviour === "paraphrase" ? { tasks: ["fact"] } : {};
    const { model, suggestedModels, passedOver } = await answered(["plain", "thinking", "paraphrase"], {}, tasks);
    expect([model, passedOver]).toEqual(["paraphrase", []]);
    expect(suggestedModels).toEqual([
      { category: "fact", model: "paraphrase", score: 1 },
      { category: "fact", model: "thinking", score: 0.5 },
      { category: "fact", model: "plain", score: 0.25 },
    ]);
    const why = { question: "Explain how the harbour of Brackwater came about." };
    expect(await answered(["paraphrase", "plain"], why, tasks)).toMatchObject({
      model: "plain",
      suggestedModels: [{ category: "explanation", model: "plain" }, { model: "paraphrase" }],
    });
    const named = await answered(["plain", "paraphrase"], { model: "plain" }, tasks);
    expect([named.model, named.suggestedModels?.[0]?.model]).toEqual(["plain", "paraphrase"]);
  });

  test("is by the first of those that do as well, or by the one that can read more of what was found", async () => {
    const small = (behaviour: ChatBehaviour): Partial<WritingModel> => (behaviour === "plain" ? { contextWindow: 2_048 } : {});
    const passages = Array.from({ length: 12 }, (_, at) => passageOf(`${OPENED} ${LAMP.repeat(20)}`, { start: at * 1_000 }));
    const equal = await answered(["plain", "paraphrase"], { passages: passages.slice(0, 1) });
    expect([equal.model, equal.suggestedModels?.map(({ score }) => score)]).toEqual(["plain", [0.5, 0.5]]);
    const { model, suggestedModels } = await answered(["plain", "paraphrase"], { passages }, small);
    expect(model).toBe("paraphrase");
    expect(suggestedModels?.map(({ score }) => score < 0.5)).toEqual([false, true]);
    const alone = await answered(["plain"], { passages: [passageOf(`${OPENED} ${"word ".repeat(9_000)}.`)] }, small);
    expect([alone.model, alone.passedOver, alone.suggestedModels]).toEqual(["extractive", [{ model: "plain", reason: "too_long" }], []]);
  });

  test("ends before the first stop text, and without a sentence that is cut by it", async () => {
    const stop = (...texts: string[]) => ({ limits: { ...NO_LIMITS, stop: texts } });
    expect((await answered(["wrong-numbers"], stop("Zero"))).text).toBe("The harbour opened in 1871. [1]");
    expect(await answered(["wrong-numbers"], stop(" in 1871"))).toMatchObject({ model: "extractive" });
  });

  test("tells what was used of it as each text ends, whoever wants it then", async () => {
    const used: ModelUsage[] = [];
    const unwanted = new AbortController();
    const request = { ...REQUEST, signal: unwanted.signal, onSpent: (each: ModelUsage) => used.push(each) };
    const answerer = answererOf(["mending", "gated"], () => ({ price: { input: 1, output: 1 } }));
    await readToEnd(answerer.named("").answer({ ...request, model: "mending" }), () => {});
    // Asked for once more what did not stay.
    const each = USAGE.prompt_tokens + USAGE.completion_tokens;
    expect(used.map(({ estimatedTokens, cost }) => [estimatedTokens, cost])).toEqual(Array.from({ length: 2 }, () => [0, each * 1_000]));
    const stopped = readToEnd(answerer.named("").answer({ ...request, model: "gated" }), (read) => {
      if (read().text.endsWith("And")) unwanted.abort(new Error("stopped"));
    });
    await expect(stopped).rejects.toThrow("stopped");
    const [last] = used.slice(2);
    expect(used).toHaveLength(3);
    expect(last?.estimatedTokens).toBeGreaterThan(100);
    expect(last).toMatchObject({ cost: (last?.estimatedTokens ?? 0) * 1_000 });
  });

  test("is ended at once when nobody wants it while it is written again", async () => {
    const unwanted = new AbortController();
    const asked = server.asked.length;
    const written = answered(["hanging-repair", "paraphrase"], { signal: unwanted.signal });
    await expect.poll(() => server.asked.length).toBe(asked + 2);
    unwanted.abort(new Error("stopped"));
    await expect(written).rejects.toThrow("stopped");
    expect(await server.asked.at(-1)?.ended).toBe(false);
    expect(server.asked).toHaveLength(asked + 2);
  });

  test("is ended at once when nobody wants it, and no other model is asked", async () => {
    const unwanted = new AbortController();
    const asked = server.asked.length;
    const written = answered(["gated", "paraphrase"], { signal: unwanted.signal });
    await expect.poll(() => server.asked.length).toBe(asked + 1);
    unwanted.abort(new Error("stopped"));
    await expect(written).rejects.toThrow("stopped");
    expect(await server.asked.at(-1)?.ended).toBe(false);
    expect(server.asked).toHaveLength(asked + 1);
  });
});
