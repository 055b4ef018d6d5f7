import { describe, expect, test } from "vitest";
import type { DataSet, Question } from "../../tools/eval/data/data-set.ts";
import { cutAnswers } from "../../tools/eval/data/cut-answers.ts";
import { planScenariosPerDocument } from "../../tools/eval/data/plan-scenarios.ts";
import { collectFeatures } from "../../tools/eval/fit/collect-features.ts";
import { readFitOptions } from "../../tools/eval/fit/fit-options.ts";
import { fitAll, ratesOf } from "../../tools/eval/fit/judge-fit.ts";
import { fitLogistic } from "../../tools/eval/fit/logistic.ts";
import { LocalSemantic } from "../../tools/eval/offline/local-semantic.ts";
import { OfflineIndex } from "../../tools/eval/offline/offline-index.ts";
import { MIN_CONFIDENCE } from "../../src/domain/retrieval.ts";
import { probabilityOf } from "../../src/knowledge-index/ranking/answerability/classifier.ts";
import { WEIGHTS } from "../../src/knowledge-index/ranking/answerability/weights.ts";

const semantic = await LocalSemantic.load();
const PLACES = ["Brin", "Marlow", "Oxley", "Holm", "Sandby", "Thorne"];

/** A document about each town, and two questions about it. */
const set: DataSet = {
  name: "places",
  conversations: [],
  documents: PLACES.map((place, at) => ({
    id: place,
    title: place,
    contentType: "text/plain",
    group: place,
    read: async () =>
      await Promise.resolve(
        Uint8Array.from(
          new TextEncoder().encode(
            `The mill of ${place} was built in ${1700 + at}. Entry costs ${at + 2} crowns.`,
          ),
        ),
      ),
  })),
  questions: PLACES.flatMap((place) =>
    [`When was the mill of ${place} built?`, `What does entry to ${place} cost?`].map(
      (text, at): Question => ({
        id: `${place}${at}`,
        text,
        kind: "answerable",
        relevance: new Map([[place, 1]]),
        answers: [],
        about: [place],
      }),
    ),
  ),
};

describe("a logistic regression", () => {
  test("a logistic regression finds the weights behind the labels at any scale of a feature", () => {
    const observations = Array.from({ length: 4_000 }, (_, at) => {
      const [small, large] = [((at * 37) % 101) / 100, ((at * 53) % 97) * 10];
      const certainty = 1 / (1 + Math.exp(-(-2 + 3 * small + 0.004 * large)));
      return {
        signs: { one: 1, small, large, idle: (at * 71) % 13 },
        isTrue: ((at * 29) % 1_009) / 1_009 < certainty,
        weight: 1,
      };
    });
    const weights = fitLogistic(observations, ["one", "small", "large", "idle"]);
    expect(weights["one"]).toBeCloseTo(-2, 0);
    expect(weights["small"]).toBeCloseTo(3, 0);
    expect((weights["large"] ?? 0) * 1_000).toBeCloseTo(4, 0);
    expect(weights["idle"]).toBeCloseTo(0, 1);
  });

  test("a logistic regression can give an observation less weight", () => {
    const one = (isTrue: boolean, weight: number) => ({ signs: { one: 1 }, isTrue, weight });
    expect(fitLogistic([one(true, 1), one(false, 1)], ["one"])["one"]).toBeCloseTo(0, 5);
    expect(fitLogistic([one(true, 3), one(false, 1)], ["one"])["one"]).toBeCloseTo(Math.log(3), 5);
  });

  test("a logistic regression starts from given weights, and gives a constant zero feature the weight 0", () => {
    const one = (isTrue: boolean, weight: number, known: number) => ({
      signs: { one: 1, always: 2 },
      isTrue,
      weight,
      known,
    });
    const some = (known: number) => [one(true, 300, known), one(false, 100, known)];
    expect(fitLogistic(some(Math.log(3)), ["one"])["one"]).toBeCloseTo(0, 5);
    expect(fitLogistic(some(0), ["always"])["always"]).toBeCloseTo(Math.log(3) / 2, 1);
  });
});

describe("the training data of a rule", () => {
  test("the training data comes from the service's own code, is reproducible by seed, and has answerable and out-of-scope questions", async () => {
    const options = { level: "on", limit: 40, seed: 3, near: false, tell: () => undefined } as const;
    const seen = await collectFeatures(semantic, set, options);
    expect(await collectFeatures(semantic, set, options)).toEqual(seen);
    for (const scenario of ["half", "own"]) {
      const some = seen.filter((each) => each.scenario === scenario);
      // Both halves have answerable and unanswerable questions. Otherwise a half would be tested on a kind of
      // question that the other half lacks.
      for (const half of [0, 1])
        expect(
          new Set(some.filter((each) => each.half === half).map(({ isAnswerable }) => isAnswerable)).size,
        ).toBe(2);
    }
    const { heldOut } = fitAll(seen, ["one", "names", "strange", "use"], () => 1);
    expect(ratesOf(heldOut)).toMatchObject({
      answerable: seen.filter(({ isAnswerable }) => isAnswerable).length,
    });
    expect(ratesOf(heldOut).auroc).toBeGreaterThan(0.8);
    expect(ratesOf(heldOut, 0)).toMatchObject({ refused: 0, answered: 1 });
  });

  test("the training data contains the service's confidence, computed with the service's weights", async () => {
    const index = new OfflineIndex(semantic);
    for (const { id, title, contentType, read } of set.documents)
      await index.add({ id, name: title, contentType, bytes: await read() });
    await index.encode();
    for (const [level, rule] of [
      ["off", "words"],
      ["words", "similarWords"],
      ["on", "sentences"],
    ] as const) {
      const [one] = (
        await collectFeatures(semantic, set, {
          level,
          limit: 40,
          seed: 3,
          near: false,
          tell: () => undefined,
        })
      ).filter((each) => each.scenario === "own");
      expect(one?.rule).toBe(rule);
      const { confidence, passages } = await index.search(
        "When was the mill of Holm built?",
        3,
        level,
        (_, __, { best }) => best.length / 10,
      );
      expect({ confidence, assetId: passages[0]?.assetId }).toEqual({ confidence: 0.3, assetId: "Holm" });
      const usual = await index.search("When was the mill of Holm built?", 3, level);
      expect(usual.confidence).toBeGreaterThan(MIN_CONFIDENCE);
      expect(probabilityOf(WEIGHTS[rule], one?.features ?? {})).toBeGreaterThan(MIN_CONFIDENCE);
    }
  });
});

describe("the term features of a question", () => {
  test("the term features cover each term over all retrieved texts, and count an unknown word as present", async () => {
    const index = new OfflineIndex(semantic);
    for (const { id, title, contentType, read } of set.documents)
      await index.add({ id, name: title, contentType, bytes: await read() });
    let told: readonly number[] | undefined;
    const ask = async (question: string) => {
      await index.search(question, 3, "words", (_, __, { termSimilarities: held }) => ((told = held), 0));
      return told;
    };
    const [mill = 0, price = 0, piano = 0, misspelt = 0] =
      (await ask("Is the mill of the price a piano or a qwmfilp?")) ?? [];
    expect({ mill, misspelt }).toEqual({ mill: 1, misspelt: 1 });
    expect(price).toBeGreaterThan(0.5);
    expect(price).toBeLessThan(1);
    expect(piano).toBeLessThan(0.5);
    expect(await ask("Wann wurde die mill von Holm gebaut?")).toBeUndefined();
  });
});

describe("near misses", () => {
  const known: DataSet = {
    ...set,
    questions: set.questions.map((question, at) => ({
      ...question,
      answers: [at % 2 === 0 ? `built in ${1700 + at / 2}` : `${(at - 1) / 2 + 2} crowns`],
    })),
  };

  test("near misses are exactly the questions whose answers were cut from their texts", async () => {
    const [trial] = planScenariosPerDocument(known, { limit: 40, seed: 1, holdOut: 0 });
    const { documents, questions } = await cutAnswers(
      trial ?? { documents: [], questions: [], conversations: [] },
      1,
    );
    const kinds = new Map(questions.map(({ text, kind }) => [text.split(" ")[0], kind]));
    expect([...kinds.values()].toSorted()).toEqual(["answerable", "impossible"]);
    const rest =
      kinds.get("When") === "answerable" ? "The mill of Brin was built in 1700." : "Entry costs 2 crowns.";
    expect(new TextDecoder().decode(await documents[0]?.read()).trim()).toBe(rest);
  });

  test("near misses omit each sentence that contains an answer", async () => {
    const bytes = Uint8Array.from(
      new TextEncoder().encode(
        "It has 12 rooms. The mill is old. Of the 12 some are closed. It has no roof.",
      ),
    );
    const read = async () => await Promise.resolve(bytes);
    const document = { id: "a", title: "a", contentType: "text/plain", group: "a", read };
    const [question] = known.questions;
    const asked = question === undefined ? [] : [{ ...question, about: ["a"], answers: ["12"] }];
    const { documents, questions } = await cutAnswers(
      { documents: [document], questions: asked, conversations: [] },
      1,
    );
    expect(
      new TextDecoder()
        .decode(await documents[0]?.read())
        .replaceAll(/ +/g, " ")
        .trim(),
    ).toBe("The mill is old. It has no roof.");
    expect(questions.map(({ kind }) => kind)).toEqual(["impossible"]);
  });

  test("near misses join the other questions on request and have a mark", async () => {
    const seen = await collectFeatures(semantic, known, {
      level: "words",
      limit: 20,
      seed: 3,
      near: true,
      tell: () => undefined,
    });
    const near = seen.filter(({ isNear }) => isNear);
    expect(new Set(near.map(({ scenario, isAnswerable }) => `${scenario} ${isAnswerable}`))).toEqual(
      new Set(["near true", "near false"]),
    );
    expect(seen.length).toBeGreaterThan(near.length);
    // A weight of 0 removes an observation, and the other observations keep their weights.
    const weightOf = ({ isNear }: { isNear: boolean }): number => Number(!isNear);
    const kept = { one: -1, mass: 2, soft: 0.5 };
    const { weights } = fitAll(seen, ["soft"], weightOf, kept);
    expect(weights).toMatchObject({ one: -1, mass: 2 });
    const others = seen.filter(({ isNear }) => !isNear);
    expect(fitAll(others, ["soft"], () => 1, kept).weights).toEqual(weights);
    expect(fitAll(seen, ["soft"], () => 1, kept).weights["soft"]).not.toBe(weights["soft"]);
  });
});

describe("the command", () => {
  test("the command reports invalid options and its usage", () => {
    expect(() => readFitOptions([])).toThrow("--data is missing");
    expect(() => readFitOptions(["--data", "x", "--rule", "luck"])).toThrow('not "luck"');
    expect(() => readFitOptions(["--data", "x", "--weigh", "x"])).toThrow("SET:SHARE");
    expect(() => readFitOptions(["--data", "x", "--limit", "0"])).toThrow("--limit must be a number");
    expect(() => readFitOptions(["--data", "x", "--near", "many"])).toThrow("--near must be a share");
    expect(() => readFitOptions(["--data", "x", "--keep"])).toThrow("requires at least one --sign");
    const { command, weights } = readFitOptions([
      "--data",
      "some/folder/of/en",
      "--weigh",
      "of/en:0.2",
      "--write",
    ]);
    expect(command).toBe("npm run eval -- fit --data of/en --weigh of/en:0.2");
    expect(weights.get("of/en")).toBe(0.2);
  });
});
