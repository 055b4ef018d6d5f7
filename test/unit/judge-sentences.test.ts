import { afterAll, describe, expect, test } from "vitest";
import {
  judgeSentences,
  type JudgedSentence,
  MAX_JUDGED_SENTENCES,
  parseVerdicts,
} from "../../src/answering/verification/judge-sentences.ts";
import type { Mark } from "../../src/answering/verification/mark-sentence.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { TokenUsage } from "../../src/models/language-model.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { WITHOUT_DELAYS } from "../support/fixtures/text-of-model.ts";

const NOT_COVERED: Mark = { support: "unverified", reason: "not_covered" };
const SUPPORTED: Mark = { support: "supported", reason: "" };
const sentence = (text: string, mark: Mark, quotes = ["A quote."]): JudgedSentence => {
  return { sentence: text, quotes, mark };
};
const FOUR = [
  sentence("One.", NOT_COVERED),
  sentence("Two.", SUPPORTED),
  sentence("Three.", SUPPORTED),
  sentence("Four.", SUPPORTED),
];

describe("the second judge", async () => {
  const server = await startChatServer({
    judging: async ({ say }) => await say("1 yes\n2. partly\n3: NO\n4 contradicts\n"),
    chatting: async ({ say }) => await say("Here are my verdicts:\n1 yes"),
    reasoning: async ({ say }) => await say("<think>1 no, or is it?</think>\n1 yes"),
  });
  afterAll(server.close);

  async function judged(
    behaviour: ChatBehavior | "judging" | "chatting" | "reasoning",
    sentences: readonly JudgedSentence[],
    { contextWindow = 8_192, limitMs = 5_000, signal = new AbortController().signal } = {},
  ) {
    const [model] = createLanguageModels(
      [
        {
          id: "judge",
          provider: "openai",
          url: server.urlOf(behaviour),
          model: "m",
          key: null,
          contextWindow,
        },
      ],
      undefined,
      { retries: WITHOUT_DELAYS },
    );
    const used: TokenUsage[] = [];
    const before = server.asked.length;
    const marks = await judgeSentences(sentences, {
      model: model!,
      nonce: "fence",
      signal,
      onUsage: (usage) => used.push(usage),
      limitMs,
    });
    const prompts = server.asked.slice(before).map(({ body }) => body.messages.at(-1)?.content ?? "");
    return { marks, used, prompts };
  }

  test("one request judges all sentences, and each word sets a mark", async () => {
    const { marks, used, prompts } = await judged("judging", FOUR);
    expect(marks).toEqual([
      { support: "supported", reason: "verifier" },
      { support: "unverified", reason: "verifier" },
      { support: "unverified", reason: "verifier" },
      { support: "contradicted", reason: "verifier" },
    ]);
    expect(prompts).toEqual([
      '<fence>\n1 "One."\n  quote: "A quote."\n2 "Two."\n  quote: "A quote."\n3 "Three."\n  quote: "A quote."\n4 "Four."\n  quote: "A quote."\n</fence>',
    ]);
    expect(used).toHaveLength(1);
  });

  test("the judge sees no sentence whose mark is certain", async () => {
    const certain = [
      sentence("a", { support: "quoted", reason: "" }),
      sentence("b", { support: "supported", reason: "computed" }),
      sentence("c", { support: "contradicted", reason: "figure" }),
      sentence("d", { support: "contradicted", reason: "name" }),
      sentence("e", { support: "contradicted", reason: "quoted_words" }),
      sentence("f", { support: "unverified", reason: "no_source" }, []),
    ];
    const { marks, prompts } = await judged("reasoning", [...certain, sentence("g", NOT_COVERED)]);
    expect(marks).toEqual([...certain.map(({ mark }) => mark), { support: "supported", reason: "verifier" }]);
    expect(prompts).toEqual(['<fence>\n1 "g"\n  quote: "A quote."\n</fence>']);
    expect((await judged("judging", certain)).prompts).toEqual([]);
  });

  test.each(["failing", "garbage", "chatting", "limited"] as const)(
    "the marks of the rules stand if the judge is %s",
    async (behaviour) => {
      const { marks } = await judged(behaviour, FOUR);
      expect(marks).toEqual(FOUR.map(({ mark }) => mark));
    },
  );

  test("the marks of the rules stand if the judge takes too long", async () => {
    const { marks } = await judged("hanging", FOUR, { limitMs: 50 });
    expect(marks).toEqual(FOUR.map(({ mark }) => mark));
  });

  test("a stopped answer stops the judge", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(judged("judging", FOUR, { signal: stop.signal })).rejects.toThrow("stopped");
  });

  test("a request has a maximum of sentences and fits the window", async () => {
    const many = Array.from({ length: 60 }, (_, at) => sentence(`Sentence ${at}.`, SUPPORTED));
    const count = (prompt = ""): number => prompt.split("\n").filter((line) => /^\d/.test(line)).length;
    expect(count((await judged("judging", many)).prompts[0])).toBe(MAX_JUDGED_SENTENCES);
    const long = many.map((each) => ({ ...each, quotes: ["word ".repeat(150)] }));
    const few = count((await judged("judging", long, { contextWindow: 2_048 })).prompts[0]);
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(MAX_JUDGED_SENTENCES);
  });

  test.each(["1 yes\n1 no", "3 yes", "0 yes", "1 maybe", "yes", "1 yes because it says so"])(
    "a reply that is no list of verdicts counts for nothing: %j",
    (reply) => {
      expect(parseVerdicts(reply, 2)).toBeNull();
    },
  );
});
