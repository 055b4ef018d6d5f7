import { describe, expect, test } from "vitest";
import type { Question, QuestionKind } from "../../tools/eval/data/data-set.ts";
import { planScenariosPerDocument, planScenario } from "../../tools/eval/data/plan-scenarios.ts";
import { sample } from "../../tools/eval/data/seeded.ts";
import type { AskedQuestion, AskedTurn } from "../../tools/eval/measure/ask-questions.ts";
import { figuresOf } from "../../tools/eval/measure/figures.ts";
import { containsText } from "../../tools/eval/measure/contains-text.ts";
import { gradeTurn } from "../../tools/eval/measure/grade-turn.ts";
import { hit, ndcg, recall } from "../../tools/eval/measure/ranking.ts";
import { auroc, falseAnswersAt } from "../../tools/eval/measure/auroc.ts";
import { Work } from "../../tools/eval/work.ts";

const RANKED = ["a", "b", "c", "d"];
const EXACT = { document: "a", isExact: true };

function asked(
  kind: QuestionKind,
  score: number,
  quotes: readonly string[],
  answer = "forty crowns",
): AskedQuestion {
  const relevance = new Map(kind === "answerable" ? [["a", 1]] : []);
  const question: Question = { id: "q", text: "How much?", kind, relevance, answers: [answer], about: ["a"] };
  const reply = { text: quotes.join(" "), quotes: quotes.map((text) => ({ ...EXACT, text })), ms: 10 };
  return { question, search: { documents: ["b", "a"], score, ms: 5 }, reply };
}

describe("ranking, with values computed by hand", () => {
  test("nDCG divides the discounted gains by those of the best order", () => {
    // Gains 0, 2, 0, 1 against the best order 2, 1: (2 / log2 3 + 1 / log2 5) / (2 + 1 / log2 3) = 1.6925 /
    // 2.6309.
    const relevance = new Map([
      ["b", 2],
      ["d", 1],
    ]);
    expect(ndcg(RANKED, relevance, 10)).toBeCloseTo(0.64333, 4);
    expect(ndcg(RANKED, relevance, 2)).toBeCloseTo(0.47964, 4);
    expect(ndcg(["b", "d"], relevance, 10)).toBe(1);
    expect(ndcg(["a"], relevance, 10)).toBe(0);
  });

  test("a missed relevant document counts in the ideal order and in recall", () => {
    const relevance = new Map(["a", "x", "y"].map((id) => [id, 1]));
    // 1 / (1 + 1 / log2 3 + 1 / 2)
    expect(ndcg(RANKED, relevance, 10)).toBeCloseTo(0.46928, 4);
    expect(recall(RANKED, relevance, 100)).toBeCloseTo(1 / 3);
  });

  test("a hit is any relevant document within the depth", () => {
    expect([1, 2, 3].map((depth) => hit(RANKED, new Map([["b", 1]]), depth))).toEqual([false, true, true]);
  });
});

describe("separation, with values computed by hand", () => {
  test("AUROC counts the pairs in the right order, and ties half", () => {
    // Pairs: 3 above 1 and 2; 2 above 1, tied with 2; 1 tied with 1, below 2: 2 + 1.5 + 0.5 of 6.
    expect(auroc([3, 2, 1], [1, 2])).toBeCloseTo(4 / 6);
    expect(auroc([3, 4], [1, 2])).toBe(1);
    expect(auroc([], [1])).toBeNaN();
  });

  test("the rate of false answers uses the threshold that rejects the given proportion of answerable questions", () => {
    // A quarter of four is one rejection, so the threshold is the second lowest, 2. Of the others 2 and 5
    // reach it.
    expect(falseAnswersAt(0.25, [1, 2, 3, 4], [0, 1, 2, 5])).toBe(0.5);
  });
});

describe("figures", () => {
  test("gold counts all answerable questions, also rejected ones, and quotes count the answered questions", () => {
    const figures = figuresOf(
      [
        asked("answerable", 2, ["It costs forty crowns."]),
        asked("answerable", 1, ["It is old.", "It costs forty", "and Forty  CROWNS it is", "a fourth"]),
        asked("answerable", 1.5, []),
        asked("answerable", 0.5, ["Nothing of the kind."]),
        asked("outside", 0.7, ["Wrong."]),
        asked("outside", 0.2, []),
        asked("impossible", 2, ["Wrong."]),
      ],
      [],
    );
    expect(figures).toMatchObject({
      answerable: 4,
      outside: 2,
      impossible: 1,
      acc1: 0,
      acc5: 1,
      recall100: 1,
    });
    expect(figures).toMatchObject({
      gold1: 0.25,
      gold3: 0.5,
      goldAll: 0.5,
      refused: 0.25,
      falseAnswers: 0.5,
      trickedAnswers: 1,
    });
    expect(figures.quotesAnAnswer).toBe(2);
    expect(figures.ndcg10).toBeCloseTo(1 / Math.log2(3));
    expect(figures.auroc).toBe(7 / 8);
    expect(figures).toMatchObject({ quotes: 8, exactQuotes: 8 });
  });

  test("the answer in an irrelevant document is not gold, and the report lists an inexact quote", () => {
    const other = asked("answerable", 1, []);
    const reply = { text: "", ms: 1, quotes: [{ document: "b", text: "forty crowns", isExact: false }] };
    expect(figuresOf([{ ...other, reply }], [])).toMatchObject({
      goldAll: 0,
      refused: 0,
      quotes: 1,
      exactQuotes: 0,
    });
  });

  test("turns without an expectation do not count", () => {
    const turn = (kind: string, isRight: boolean | null): AskedTurn => ({
      conversation: "c",
      kind,
      question: "?",
      reply: { text: "", quotes: [], ms: 1 },
      isRight,
    });
    const figures = figuresOf(
      [],
      [turn("direct", null), turn("follow-up", true), turn("follow-up", false), turn("greeting", true)],
    );
    expect(figures).toMatchObject({ turns: 3, rightTurns: 2, ndcg10: null, falseAnswers: null });
    expect(figures.turnsByKind).toEqual({
      "follow-up": { right: 1, turns: 2 },
      greeting: { right: 1, turns: 1 },
    });
  });
});

describe("words in a text", () => {
  test.each([
    ["The fee is 40\n kroner.", "FEE is 40 kroner", true],
    ["in 2003", "20", false],
    ["in 2003, 20 of them", "20", true],
    ["３０８点", "308", true],
    ["nothing", "anything", false],
  ])("%j contains %j: %s", (text, words, expected) => expect(containsText(text, words)).toBe(expected));
});

describe("a turn", () => {
  const reply = {
    text: "There are three harbours. [1]",
    quotes: [{ text: "Three harbours are open in winter." }],
  };
  test.each([
    [{ answers: ["two", "three harbours"] }, true],
    [{ answers: ["two"] }, false],
    [{ all: ["three", "winter"] }, true],
    [{ all: ["three", "summer"] }, false],
    [{ says: ["there are"] }, true],
    [{ never: ["summer"] }, true],
    [{ answers: ["three"], never: ["winter"] }, false],
    [{ refused: true }, false],
    [{ refused: false }, true],
    [{}, null],
  ])("with the expectation %j: %s", (expected, isRight) => {
    expect(gradeTurn({ question: "?", kind: "direct", ...expected }, reply)).toBe(isRight);
  });
});

describe("the questions of each variant", () => {
  const document = (id: string, group: string) => ({
    id,
    title: "",
    contentType: "text/plain",
    group,
    read: async () => new Uint8Array(),
  });
  const question = (id: string, about: string): Question => ({
    id,
    text: id,
    kind: "answerable",
    relevance: new Map([[about, 1]]),
    answers: [],
    about: [about],
  });
  const documents = ["a", "b", "c", "d"].map((id) => document(id, id < "c" ? "one" : "two"));
  const questions = documents.flatMap(({ id }) => [question(`${id}1`, id), question(`${id}2`, id)]);
  const set = { name: "set", documents, questions, conversations: [] };

  test("a question about held-out documents is out of scope", () => {
    const trial = planScenario(set, { limit: Infinity, seed: 1, holdOut: 0.5 });
    const kept = trial.documents.map(({ id }) => id);
    expect([["a", "b"].join(), ["c", "d"].join()]).toContain(kept.join());
    for (const { kind, about } of trial.questions)
      expect(kind).toBe(kept.includes(about[0] ?? "") ? "answerable" : "outside");
    expect(trial.questions).toHaveLength(8);
  });

  test("in the variant of single documents each gets its own questions and as many about others", () => {
    const trials = planScenariosPerDocument(set, { limit: Infinity, seed: 1, holdOut: 0 });
    expect(trials.map((trial) => trial.documents.map(({ id }) => id))).toEqual([["a"], ["b"], ["c"], ["d"]]);
    const [first] = trials;
    expect(first?.questions.filter(({ kind }) => kind === "answerable").map(({ id }) => id)).toEqual([
      "a1",
      "a2",
    ]);
    const others = first?.questions.filter(({ kind }) => kind === "outside") ?? [];
    expect(others).toHaveLength(2);
    expect(others.every(({ about, relevance }) => about[0] !== "a" && relevance.size === 0)).toBe(true);
  });

  test("a sample is reproducible by its seed, keeps the order and has no item twice", () => {
    const items = Array.from({ length: 100 }, (_, item) => item);
    const chosen = sample(items, 30, 7);
    expect(sample(items, 30, 7)).toEqual(chosen);
    expect(sample(items, 30, 8)).not.toEqual(chosen);
    expect(new Set(chosen).size).toBe(30);
    expect(chosen.toSorted((a, b) => a - b)).toEqual(chosen);
    expect(sample(items, 200, 7)).toEqual(items);
  });
});

test("the report leaves out a failed question and names it, and more than twenty end the run", async () => {
  const told: string[] = [];
  const work = new Work([], (line) => told.push(line));
  const fail = async (): Promise<never> => await Promise.reject(new Error("no answer"));
  expect(await work.attempt("fine", async () => await Promise.resolve(1))).toBe(1);
  for (let failures = 0; failures < 20; failures += 1) expect(await work.attempt("q", fail)).toBeNull();
  expect(work.failed).toHaveLength(20);
  expect(told.filter((line) => line === "failed: q: no answer")).toHaveLength(20);
  await expect(work.attempt("q", fail)).rejects.toThrow("More than 20 questions failed");
});
