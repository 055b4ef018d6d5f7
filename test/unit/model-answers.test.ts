import { afterAll, describe, expect, test } from "vitest";
import { NO_LIMITS } from "../../src/answering/answer-limits.ts";
import { type AnswerRequest, collectAnswer } from "../../src/answering/answerer.ts";
import type { WritingModel } from "../../src/config.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import type { ModelUsage } from "../../src/domain/usage.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import { answererOf, type SettingsOf } from "../support/fixtures/answerer-of.ts";
import { readWindow } from "../support/assertions/quotes-of.ts";
import { LAMP, OPENED, passageOf, REQUEST } from "../support/fixtures/model-request.ts";

const WITHOUT_MODEL = `${OPENED} [1]`;

describe("an answer of a model", async () => {
  const server = await startChatServer();
  afterAll(server.close);

  async function answered(
    behaviours: ChatBehavior[],
    more: Partial<AnswerRequest> = {},
    settingsOf: SettingsOf = () => ({}),
  ) {
    const request = { ...REQUEST, ...more };
    const drafts: string[] = [];
    const written = await collectAnswer(
      answererOf(server, behaviours, settingsOf).named(request.model).answer(request),
      (read) => drafts.push(read().text),
    );
    return { ...written, text: written.parts.join(""), drafts };
  }

  test("an answer of a model cites the sentences that it names, verbatim from their documents", async () => {
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

  test("an answer of a model reports the usage of its models, and the cost if they have a price", async () => {
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

  test("an answer of a model drops sentences that cite unknown numbers", async () => {
    const { text, quotes } = await answered(["wrong-numbers"]);
    expect(text).toBe("The harbour opened in 1871. [1]");
    expect(quotes.map(({ quote }) => quote)).toEqual([OPENED]);
  });

  test("an answer of a model drops sentences with another number, a negation or another name than their citations", async () => {
    const { text, drafts, droppedSentences, quotes } = await answered(["lying"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871. [1]");
    expect([droppedSentences, quotes.map(({ support }) => support)]).toEqual([3, ["quoted"]]);
    expect(drafts.at(-1)).not.toMatch(/1999 |never|\[2\]/);
  });

  const askedOf = (behaviour: ChatBehavior) => server.asked.filter((each) => each.behaviour === behaviour);

  test("an answer of a model contains the rewritten sentences after one retry", async () => {
    const { text, quotes, droppedSentences, inputTokens, drafts } = await answered(["mending"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871. [1] Its lamp burnt oil until 1957. [2]");
    expect([droppedSentences, ...quotes.map(({ quote }) => quote)]).toEqual([0, OPENED, LAMP]);
    expect(inputTokens).toBe(2 * USAGE.prompt_tokens);
    expect(drafts.at(-1)).toBe("Its lamp burnt oil until 1957. [1]");
    const [first, second, ...more] = askedOf("mending").map(({ body }) => body.messages);
    expect([second?.slice(0, 2), more]).toEqual([first, []]);
    expect(second?.[2]).toEqual({
      role: "assistant",
      content: expect.stringContaining("in 1999 [1]. Its lamp"),
    });
    expect(second?.[3]?.content).toContain(
      '- "The harbour of Brackwater opened in 1999." It cites [1]. Wrong: a number or a date',
    );
  });

  test("the service retries once, drops sentences that fail again, and drops repetitions", async () => {
    const before = askedOf("lying").length;
    expect(await answered(["lying"])).toMatchObject({
      text: "The harbour of Brackwater opened in 1871. [1]",
      droppedSentences: 3,
    });
    expect(askedOf("lying")).toHaveLength(before + 2);
  });

  test("an answer of a model keeps the accepted sentences if the retry fails", async () => {
    const { text, model, droppedSentences } = await answered(["dying-repair", "paraphrase"]);
    expect([text, model, droppedSentences]).toEqual([
      "The harbour of Brackwater opened in 1871. [1]",
      "dying-repair",
      1,
    ]);
  });

  test("an answer is extractive if the service accepts no sentence and the retry fails", async () => {
    const { text, model, droppedSentences } = await answered(["hanging-repair"]);
    expect([text, model, droppedSentences]).toEqual([WITHOUT_MODEL, "extractive", 1]);
  });

  test("the service does not retry sentences with injected links or markup", async () => {
    expect(await answered(["obedient"])).toMatchObject({ droppedSentences: 4 });
    expect(askedOf("obedient")).toHaveLength(1);
  });

  test("an answer of a model never contains text that a document injected, not even in drafts", async () => {
    const { text, drafts } = await answered(["obedient"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871. [1]");
    expect(drafts.filter((draft) => /!\[|https?:|evil|<img|\]\(/.test(draft))).toEqual([]);
  });

  test("an answer of a model contains no reasoning", async () => {
    expect(await answered(["thinking"])).toMatchObject({ text: "The harbour opened in 1871. [1]" });
  });

  test.each<[ChatBehavior, number]>([
    ["no-numbers", 2],
    ["none", 0],
  ])("an answer is extractive if the service accepts no sentence: %s", async (behaviour, dropped) => {
    const { text, model, inputTokens, drafts, droppedSentences, passedOver } = await answered([
      behaviour,
      "plain",
    ]);
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
  ] as const)(
    "an answer of a model names the models that failed before: %s",
    async (behaviour, reason, hasWritten) => {
      const { text, model, drafts, passedOver, inputTokens, spent } = await answered([
        behaviour,
        "paraphrase",
      ]);
      // The text of the model has a cost even if no sentence is accepted.
      expect([
        inputTokens > USAGE.prompt_tokens,
        (spent?.outputTokens ?? 0) > USAGE.completion_tokens,
      ]).toEqual([hasWritten, hasWritten]);
      expect(passedOver).toEqual([{ model: behaviour, reason }]);
      expect([text, model]).toEqual([
        "The harbour of Brackwater has been open since 1871. [1]",
        "paraphrase",
      ]);
      expect(drafts).toContain("");
      const alone = await answered([behaviour]);
      expect([alone.text, alone.model, alone.drafts.at(-1)]).toEqual([WITHOUT_MODEL, "extractive", ""]);
    },
  );

  test("an answer comes from the requested model, and from no model if the request excludes models or nothing in scope answers", async () => {
    expect((await answered(["plain", "paraphrase"], { model: "paraphrase" })).model).toBe("paraphrase");
    const asked = server.asked.length;
    expect((await answered(["plain"], { model: "extractive" })).model).toBe("extractive");
    const { text, model } = await answered(["plain"], { coverage: 0.1 });
    expect([text, model]).toEqual(["Nothing in the documents in scope answers this.", "extractive"]);
    expect(server.asked).toHaveLength(asked);
  });

  test("an answer comes from the model for its task and reports the score of each model", async () => {
    const tasks = (behaviour: ChatBehavior): Partial<WritingModel> =>
      behaviour === "plain"
        ? { tasks: ["explanation"] }
        : behaviour === "paraphrase"
          ? { tasks: ["fact"] }
          : {};
    const fact = { windows: [readWindow(REQUEST.passages[0] as Passage, "in 1871")] };
    const { model, suggestedModels, passedOver } = await answered(
      ["plain", "thinking", "paraphrase"],
      fact,
      tasks,
    );
    expect([model, passedOver]).toEqual(["paraphrase", []]);
    expect(suggestedModels).toEqual([
      { category: "fact", model: "paraphrase", score: 1 },
      { category: "fact", model: "thinking", score: 0.5 },
      { category: "fact", model: "plain", score: 0.25 },
    ]);
    const why = { windows: [readWindow(REQUEST.passages[0] as Passage, OPENED)] };
    expect(await answered(["paraphrase", "plain"], why, tasks)).toMatchObject({
      model: "plain",
      suggestedModels: [{ category: "explanation", model: "plain" }, { model: "paraphrase" }],
    });
    const named = await answered(["plain", "paraphrase"], { ...fact, model: "plain" }, tasks);
    expect([named.model, named.suggestedModels?.[0]?.model]).toEqual(["plain", "paraphrase"]);
  });

  test("an answer comes from the first of equal models, or from the model that can read more passages", async () => {
    const small = (behaviour: ChatBehavior): Partial<WritingModel> =>
      behaviour === "plain" ? { contextWindow: 2_048 } : {};
    const passages = Array.from({ length: 12 }, (_, at) =>
      passageOf(`${OPENED} ${LAMP.repeat(20)}`, { start: at * 1_000 }),
    );
    const equal = await answered(["plain", "paraphrase"], { passages: passages.slice(0, 1) });
    expect([equal.model, equal.suggestedModels?.map(({ score }) => score)]).toEqual(["plain", [0.5, 0.5]]);
    const { model, suggestedModels } = await answered(["plain", "paraphrase"], { passages }, small);
    expect(model).toBe("paraphrase");
    expect(suggestedModels?.map(({ score }) => score < 0.5)).toEqual([false, true]);
    const alone = await answered(
      ["plain"],
      { passages: [passageOf(`${OPENED} ${"word ".repeat(9_000)}.`)] },
      small,
    );
    expect([alone.model, alone.passedOver, alone.suggestedModels]).toEqual([
      "extractive",
      [{ model: "plain", reason: "too_long" }],
      [],
    ]);
  });

  test("an answer of a model ends before the first stop sequence and drops the sentence that contains it", async () => {
    const stop = (...texts: string[]) => ({ limits: { ...NO_LIMITS, stop: texts } });
    expect((await answered(["wrong-numbers"], stop("Zero"))).text).toBe("The harbour opened in 1871. [1]");
    expect(await answered(["wrong-numbers"], stop(" in 1871"))).toMatchObject({ model: "extractive" });
  });

  test("the service reports the usage of each model text at its end", async () => {
    const used: ModelUsage[] = [];
    const unwanted = new AbortController();
    const request = { ...REQUEST, signal: unwanted.signal, onUsage: (each: ModelUsage) => used.push(each) };
    const answerer = answererOf(server, ["mending", "gated"], () => ({ price: { input: 1, output: 1 } }));
    await collectAnswer(answerer.named("").answer({ ...request, model: "mending" }), () => {});
    // Usage of the call that retries the rejected sentences.
    const each = USAGE.prompt_tokens + USAGE.completion_tokens;
    expect(used.map(({ estimatedTokens, cost }) => [estimatedTokens, cost])).toEqual(
      Array.from({ length: 2 }, () => [0, each * 1_000]),
    );
    const stopped = collectAnswer(answerer.named("").answer({ ...request, model: "gated" }), (read) => {
      if (read().text.endsWith("And")) unwanted.abort(new Error("stopped"));
    });
    await expect(stopped).rejects.toThrow("stopped");
    const [last] = used.slice(2);
    expect(used).toHaveLength(3);
    expect(last?.estimatedTokens).toBeGreaterThan(100);
    expect(last).toMatchObject({ cost: (last?.estimatedTokens ?? 0) * 1_000 });
  });

  test("the service stops immediately if the caller aborts during the retry", async () => {
    const unwanted = new AbortController();
    const asked = server.asked.length;
    const written = answered(["hanging-repair", "paraphrase"], { signal: unwanted.signal });
    await expect.poll(() => server.asked.length).toBe(asked + 2);
    unwanted.abort(new Error("stopped"));
    await expect(written).rejects.toThrow("stopped");
    expect(await server.asked.at(-1)?.ended).toBe(false);
    expect(server.asked).toHaveLength(asked + 2);
  });

  test("the service stops immediately if the caller aborts, and calls no other model", async () => {
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
