import { afterAll, describe, expect, test } from "vitest";
import type { AnswerRequest } from "../../src/answering/answerer.ts";
import type { WritingModel } from "../../src/config.ts";
import type { ModelUsage } from "../../src/domain/usage.ts";
import type { VerificationMode } from "../../src/domain/verification-mode.ts";
import { answerOfModels } from "../support/fixtures/answer-of-models.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import type { Script } from "../support/fixtures/chat-scripts.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { OPENED } from "../support/fixtures/model-request.ts";

const SENTENCE = /^(\d+) "(.*)"$/gm;
/** Replies with the same verdict on each sentence. */
const always =
  (verdict: string): Script =>
  async ({ prompt, say }) =>
    await say(Array.from(prompt.matchAll(SENTENCE), ([, number]) => `${number} ${verdict}\n`).join(""));

describe("the verifier of a model", async () => {
  const server = await startChatServer({
    accepting: always("yes"),
    rejecting: always("no"),
    /** Writes an answer and judges it. */
    both: async (writer) =>
      writer.sentences.length === 0
        ? await always("partly")(writer)
        : await writer.say(
            `The harbour of Brackwater has been open since 1871 [${writer.numberOf("1871")}].`,
          ),
  });
  afterAll(server.close);

  type Judge = "accepting" | "rejecting" | ChatBehavior;

  /** Lets the first behavior write, and the judge verify. */
  async function judged(
    writer: ChatBehavior,
    judge: Judge,
    {
      mode,
      request = {},
      settings = {},
    }: {
      readonly mode?: VerificationMode;
      readonly request?: Partial<AnswerRequest>;
      readonly settings?: Partial<WritingModel>;
    } = {},
  ) {
    const before = server.asked.length;
    const settingsOf = (behaviour: ChatBehavior): Partial<WritingModel> =>
      behaviour === writer
        ? { verifier: "plain", price: { input: 1, output: 1 }, ...settings }
        : { url: server.urlOf(judge), price: { input: 100, output: 100 } };
    const asked = { model: writer, ...request };
    const answer = await answerOfModels(server, [writer, "plain"], asked, settingsOf, mode);
    return { ...answer, calls: server.asked.slice(before) };
  }

  test("a verdict replaces the mark, and the judge's price counts", async () => {
    const used: ModelUsage[] = [];
    const { text, marks, quotes, spent, calls, told } = await judged("paraphrase", "rejecting", {
      request: { onUsage: (usage) => used.push(usage) },
    });
    expect(marks).toEqual([[text, "unverified", "verifier", 1]]);
    expect(quotes.map(({ support }) => support)).toEqual(["unverified"]);
    expect(calls.map(({ behaviour }) => behaviour)).toEqual(["paraphrase", "rejecting"]);
    expect(calls[1]?.body.messages.at(-1)?.content).toContain(
      `1 "The harbour of Brackwater has been open since 1871."\n  quote: "${OPENED}\\nContext: The harbour"`,
    );
    const tokens = USAGE.prompt_tokens + USAGE.completion_tokens;
    expect(used.map(({ cost }) => cost)).toEqual([tokens * 1_000, tokens * 100_000]);
    expect(spent?.cost).toBe(tokens * 101_000);
    // The whole text is shown before the judge replies.
    expect(told.at(-1)).toBe(text);
  });

  test("no verdict overrules a wrong figure or a wrong name", async () => {
    const { marks, calls } = await judged("lying", "accepting");
    expect(marks?.map(([, support, reason]) => [support, reason])).toEqual([
      ["contradicted", "figure"],
      ["supported", "verifier"],
      ["contradicted", "name"],
      ["quoted", ""],
    ]);
    expect(calls.at(-1)?.body.messages.at(-1)?.content.match(SENTENCE)).toEqual([
      '1 "The harbour of Brackwater never opened in 1871."',
    ]);
  });

  test("an inherited citation need not support a sentence", async () => {
    const accepted = await judged("no-numbers", "accepting");
    expect(accepted.calls.map(({ behaviour }) => behaviour)).toEqual(["no-numbers"]);
    const wrong = await judged("wrong-numbers", "rejecting");
    expect(wrong.marks?.map(([, support, reason]) => [support, reason])).toEqual([
      ["unverified", "no_source"],
      ["unverified", "no_source"],
      ["unverified", "verifier"],
      ["unverified", "no_source"],
    ]);
  });

  test.each(["failing", "garbage", "plain"] as const)(
    "the marks of the rules stand if the judge is %s",
    async (judge) => {
      const { text, model, marks, passedOver } = await judged("paraphrase", judge);
      expect(marks).toEqual([[text, "supported", "", 1]]);
      expect([model, passedOver]).toEqual(["paraphrase", []]);
    },
  );

  test("a model may judge its own answer", async () => {
    const { marks, calls } = await judged("paraphrase", "accepting", {
      settings: { url: server.urlOf("both"), verifier: true },
    });
    expect(marks?.map(([, support, reason]) => [support, reason])).toEqual([["unverified", "verifier"]]);
    expect(calls.map(({ behaviour }) => behaviour)).toEqual(["both", "both"]);
  });

  test("a strict answer drops a sentence that the judge rejects, and no draft shows it", async () => {
    const { text, model, drafts, passedOver } = await judged("paraphrase", "rejecting", {
      mode: "strict",
      settings: {},
    });
    expect([model, passedOver]).toEqual(["paraphrase", expect.anything()]);
    expect(passedOver?.[0]).toEqual({ model: "paraphrase", reason: "nothing_stays" });
    expect(text).toMatch(/^Nothing in the documents in scope answers this\./);
    expect(drafts.filter((draft) => draft !== "")).toEqual([]);
    const kept = await judged("paraphrase", "accepting", { mode: "strict" });
    expect(kept.marks).toEqual([[kept.text, "supported", "verifier", 1]]);
  });

  test("the judge is not asked without verification, or if the organization may not use it", async () => {
    const off = await judged("paraphrase", "rejecting", { mode: "off" });
    expect(off.calls).toHaveLength(1);
    const unknown = await judged("paraphrase", "rejecting", { settings: { verifier: "another" } });
    expect(unknown.calls).toHaveLength(1);
    expect(unknown.marks).toEqual([[unknown.text, "supported", "", 1]]);
  });

  test("a stopped answer stops the judge", async () => {
    const stop = new AbortController();
    const asked = server.asked.length;
    const written = judged("paraphrase", "hanging", { request: { signal: stop.signal } });
    await expect.poll(() => server.asked.length).toBe(asked + 2);
    stop.abort(new Error("stopped"));
    await expect(written).rejects.toThrow("stopped");
  });
});
