import { afterAll, describe, expect, test } from "vitest";
import { NO_LIMITS } from "../../src/answering/answer-limits.ts";
import { type AnswerRequest, collectAnswer } from "../../src/answering/answerer.ts";
import type { WritingModel } from "../../src/config.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import type { ModelUsage } from "../../src/domain/usage.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import { answerOfModels } from "../support/fixtures/answer-of-models.ts";
import { answererOf, type SettingsOf } from "../support/fixtures/answerer-of.ts";
import { readWindow } from "../support/assertions/quotes-of.ts";
import { LAMP, OPENED, passageOf, REQUEST, wordsOf } from "../support/fixtures/model-request.ts";

const WITHOUT_MODEL = `${OPENED} [1]`;

describe("an answer of a model", async () => {
  const server = await startChatServer();
  afterAll(server.close);

  const answered = async (
    behaviours: ChatBehavior[],
    more: Partial<AnswerRequest> = {},
    settingsOf?: SettingsOf,
  ) => await answerOfModels(server, behaviours, more, settingsOf);

  test("an answer of a model cites the sentences that it names, verbatim from their documents", async () => {
    const { text, quotes, sentences, model, inputTokens, outputTokens, drafts } = await answered([
      "paraphrase",
    ]);
    const said = "The harbour of Brackwater has been open since 1871 [1].";
    expect(text).toBe(said);
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
        said: [said],
        support: "supported",
      },
    ]);
    expect(sentences).toEqual([
      { start: 0, end: said.length, support: "supported", ordinals: [1], reason: "" },
    ]);
    expect({ model, inputTokens, outputTokens }).toEqual({
      model: "paraphrase",
      inputTokens: USAGE.prompt_tokens,
      outputTokens: USAGE.completion_tokens,
    });
    expect(drafts.slice(0, 3)).toEqual([
      "The",
      "The harbour of",
      "The harbour of Brackwater has been open since 1871",
    ]);
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
    expect(inputTokens).toBe(input);
    expect((await answered(["paraphrase"])).spent).toMatchObject({ cost: 0 });
    expect((await answered(["paraphrase"], { model: "extractive" }, price)).spent).toBeUndefined();
  });

  test("an answer of a model keeps sentences without a source, and loses unknown numbers", async () => {
    const { text, marks, quotes } = await answered(["wrong-numbers"]);
    expect(text).toBe("It has no number. This one has a wrong one. The harbour opened in 1871 [1]. Zero.");
    expect(quotes.map(({ quote }) => quote)).toEqual([OPENED]);
    expect(marks?.map(([said, support]) => [said, support])).toEqual([
      ["It has no number.", "unverified"],
      ["This one has a wrong one.", "unverified"],
      ["The harbour opened in 1871 [1].", "supported"],
      ["Zero.", "unverified"],
    ]);
  });

  test("an answer of a model marks another number, a negation and another name as contradicted, and keeps the sentences", async () => {
    const { text, marks, droppedSentences, quotes } = await answered(["lying"]);
    expect(text).toBe(
      "The harbour of Brackwater opened in 1999 [1]. The harbour of Brackwater never opened in 1871 [1]. It belongs to the Duke of Wessex [1]. The harbour of Brackwater opened in 1871 [1].",
    );
    expect(marks?.map(([, ...mark]) => mark)).toEqual([
      ["contradicted", "figure", 1],
      ["contradicted", "contrary", 1],
      ["contradicted", "name", 1],
      ["quoted", "", 1],
    ]);
    expect([droppedSentences, quotes.map(({ support }) => support)]).toEqual([0, ["contradicted"]]);
  });

  const askedOf = (behaviour: ChatBehavior) => server.asked.filter((each) => each.behaviour === behaviour);

  test("sentences without a source cause no repair, and an answer without citations refers to the nearest sentences", async () => {
    const { marks, text, model } = await answered(["no-numbers"]);
    expect([text, model]).toEqual([
      "The harbour opened in 1871. It is large.\n\nSee also: [1]",
      "no-numbers",
    ]);
    expect(marks?.map(([, ...mark]) => mark)).toEqual([
      ["unverified", "no_source"],
      ["unverified", "no_source"],
    ]);
    expect(askedOf("no-numbers")).toHaveLength(1);
  });

  test("an answer of a model never contains an address or markup that a document injected, not even in drafts", async () => {
    const { text, drafts } = await answered(["obedient"]);
    expect(text).toBe("x [1]. [1]. See … [1]. Click here [1]. The harbour of Brackwater opened in 1871 [1].");
    expect([...drafts, text].filter((draft) => /!\[|https?:|evil|<img|\]\(/.test(draft))).toEqual([]);
  });

  test("an answer of a model contains no reasoning", async () => {
    expect(await answered(["thinking"])).toMatchObject({ text: "The harbour opened in 1871 [1]." });
  });

  test("an answer says that the documents do not answer if the model says so, with the nearest sentences as citations", async () => {
    const { text, model, quotes, sentences, passedOver, drafts } = await answered(["none", "plain"]);
    expect(text).toBe("Nothing in the documents in scope answers this.\n\nSee also: [1]");
    expect(quotes.map(({ quote }) => quote)).toEqual([OPENED]);
    expect([model, sentences, passedOver, drafts.join("")]).toEqual(["none", [], [], ""]);
    const german = await answered(["none"], {
      question: "Wie viele Schiffe liegen im Hafen von Brackwater?",
    });
    expect(german.text).toBe(
      "Nichts in den verfügbaren Dokumenten beantwortet diese Frage.\n\nSiehe auch: [1]",
    );
  });

  test("the model decides if anything answers, also where no passage has the words of the question", async () => {
    expect(await answered(["paraphrase"], { coverage: 0.1 })).toMatchObject({ model: "paraphrase" });
    expect(await answered(["failing"], { coverage: 0.1 })).toMatchObject({
      text: "Nothing in the documents in scope answers this.\n\nSee also: [1]",
      model: "extractive",
    });
    const asked = server.asked.length;
    expect(await answered(["plain"], { passages: [], coverage: 0 })).toMatchObject({
      text: "Nothing in the documents in scope answers this.",
      model: "extractive",
    });
    expect(server.asked).toHaveLength(asked);
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
      // The text of a model that failed has a cost too.
      expect([
        inputTokens > USAGE.prompt_tokens,
        (spent?.outputTokens ?? 0) > USAGE.completion_tokens,
      ]).toEqual([hasWritten, hasWritten]);
      expect(passedOver).toEqual([{ model: behaviour, reason }]);
      expect([text, model]).toEqual([
        "The harbour of Brackwater has been open since 1871 [1].",
        "paraphrase",
      ]);
      expect(drafts).toContain("");
      const alone = await answered([behaviour]);
      expect([alone.text, alone.model, alone.drafts.at(-1)]).toEqual([WITHOUT_MODEL, "extractive", ""]);
    },
  );

  test("an answer comes from the requested model, and from no model if the request excludes models", async () => {
    expect((await answered(["plain", "paraphrase"], { model: "paraphrase" })).model).toBe("paraphrase");
    const asked = server.asked.length;
    expect((await answered(["plain"], { model: "extractive" })).model).toBe("extractive");
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
      passageOf(`${OPENED} ${LAMP.repeat(20)} ${wordsOf(at)}`, { start: at * 1_000 }),
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

  test("an answer of a model ends before the first stop sequence", async () => {
    const stop = (...texts: string[]) => ({ limits: { ...NO_LIMITS, stop: texts } });
    expect((await answered(["wrong-numbers"], stop(" Zero"))).text).toBe(
      "It has no number. This one has a wrong one. The harbour opened in 1871 [1].",
    );
    expect((await answered(["paraphrase"], stop(" since"))).text).toBe(
      "The harbour of Brackwater has been open\n\nSee also: [1]",
    );
  });

  test("the service reports the usage of each model text at its end", async () => {
    const used: ModelUsage[] = [];
    const unwanted = new AbortController();
    const request = { ...REQUEST, signal: unwanted.signal, onUsage: (each: ModelUsage) => used.push(each) };
    const answerer = answererOf(server, ["mending", "gated"], () => ({ price: { input: 1, output: 1 } }));
    await collectAnswer(answerer.named("").answer({ ...request, model: "mending" }), () => {});
    // Usage of the call that repairs the contradicted sentence.
    const each = USAGE.prompt_tokens + USAGE.completion_tokens;
    expect(used.map(({ estimatedTokens, cost }) => [estimatedTokens, cost])).toEqual(
      Array.from({ length: 2 }, () => [0, each * 1_000]),
    );
    const stopped = collectAnswer(answerer.named("").answer({ ...request, model: "gated" }), (read) => {
      if (read().text.endsWith("1871 [1].")) unwanted.abort(new Error("stopped"));
    });
    await expect(stopped).rejects.toThrow("stopped");
    const [last] = used.slice(2);
    expect(used).toHaveLength(3);
    expect(last?.estimatedTokens).toBeGreaterThan(100);
    expect(last).toMatchObject({ cost: (last?.estimatedTokens ?? 0) * 1_000 });
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
