import { afterAll, describe, expect, test } from "vitest";
import { abstentionSentence } from "../../src/answering/abstention.ts";
import type { AnswerRequest } from "../../src/answering/answerer.ts";
import type { VerificationMode } from "../../src/domain/verification-mode.ts";
import { answerOfModels } from "../support/fixtures/answer-of-models.ts";
import { USAGE } from "../support/fixtures/chat-dialects.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { LAMP, OPENED } from "../support/fixtures/model-request.ts";

describe("the repair of an answer", async () => {
  const server = await startChatServer();
  afterAll(server.close);

  const answered = async (
    behaviours: ChatBehavior[],
    more: Partial<AnswerRequest> = {},
    verification?: VerificationMode,
  ) => await answerOfModels(server, behaviours, more, undefined, verification);
  const askedOf = (behaviour: ChatBehavior) => server.asked.filter((each) => each.behaviour === behaviour);

  test("an answer of a model contains the rewritten sentences after one repair", async () => {
    const { text, quotes, marks, inputTokens, drafts, told } = await answered(["mending"]);
    expect(text).toBe("The harbour of Brackwater opened in 1871 [1]. Its lamp burnt oil until 1957 [2].");
    expect(marks?.map(([, support]) => support)).toEqual(["quoted", "quoted"]);
    expect(quotes.map(({ quote }) => quote)).toEqual([OPENED, LAMP]);
    expect(inputTokens).toBe(2 * USAGE.prompt_tokens);
    expect(drafts.at(-1)).toContain("in 1999");
    // No client takes the wrong sentence as final.
    expect(told.every((each) => text.startsWith(each))).toBe(true);
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

  test("the service asks for one repair, and contradicted sentences that fail again stay with their marks", async () => {
    const before = askedOf("lying").length;
    const { marks } = await answered(["lying"]);
    expect(marks?.map(([, support]) => support)).toEqual([
      "contradicted",
      "contradicted",
      "contradicted",
      "quoted",
    ]);
    expect(askedOf("lying")).toHaveLength(before + 2);
  });

  test.each(["dying-repair", "hanging-repair"] as const)(
    "an answer of a model stays with its marks if the repair fails: %s",
    async (behaviour) => {
      const { text, model, marks } = await answered([behaviour, "paraphrase"]);
      expect([text, model]).toEqual([expect.stringContaining("opened in 1999 [1]."), behaviour]);
      expect(marks?.[0]?.slice(1)).toEqual(["contradicted", "figure", 1]);
    },
  );

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

  describe("with other verification", () => {
    const strict = async (behaviours: ChatBehavior[]) => await answered(behaviours, {}, "strict");

    test("a strict answer has supported sentences only, and counts the others", async () => {
      const { text, marks, droppedSentences, told } = await strict(["lying"]);
      expect(text).toBe("The harbour of Brackwater opened in 1871 [1].");
      expect(marks).toEqual([[text, "quoted", "", 1]]);
      expect(droppedSentences).toBe(3);
      expect(told.every((each) => text.startsWith(each))).toBe(true);
    });

    test("a strict answer never shows a sentence that it drops, not even in drafts", async () => {
      const { drafts } = await strict(["wrong-numbers"]);
      expect(drafts.filter((draft) => /number|wrong|Zero/.test(draft))).toEqual([]);
    });

    test("the service abstains if the sources support no sentence of any model", async () => {
      const { text, quotes, marks, model, droppedSentences, passedOver } = await strict(["no-numbers"]);
      const [notice, seeAlso] = text.split("\n\n");
      expect(notice).toBe(abstentionSentence("en"));
      expect(seeAlso).toMatch(/^See also: \[1\]/);
      expect(quotes[0]?.quote).toBe(OPENED);
      expect([marks, model, droppedSentences]).toEqual([[], "no-numbers", 2]);
      expect((await strict(["no-numbers", "cut"])).model).toBe("no-numbers");
      expect(passedOver).toEqual([{ model: "no-numbers", reason: "nothing_stays" }]);
      expect((await strict(["no-numbers", "plain"])).model).toBe("plain");
    });

    test("an answer without verification has no marks and no repair", async () => {
      const before = askedOf("lying").length;
      const { text, sentences, quotes } = await answered(["lying"], {}, "off");
      expect(text).toContain("opened in 1999 [1].");
      expect([sentences, quotes.map(({ support }) => support)]).toEqual([[], [""]]);
      expect(askedOf("lying")).toHaveLength(before + 1);
    });
  });
});
