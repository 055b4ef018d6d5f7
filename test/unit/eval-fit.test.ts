import { describe, expect, it } from "vitest";
import type { DataSet, Question } from "../../eval/data/data-set.ts";
import { collectSigns } from "../../eval/fit/collect-signs.ts";
import { readFitOptions } from "../../eval/fit/fit-options.ts";
import { fitAll, ratesOf } from "../../eval/fit/judge-fit.ts";
import { fitLogistic } from "../../eval/fit/logistic.ts";
import { LocalSemantic } from "../../eval/offline/local-semantic.ts";
import { OfflineIndex } from "../../eval/offline/offline-index.ts";
import { LEAST_CONFIDENCE } from "../../src/domain/retrieval.ts";
import { certaintyBy } from "../../src/knowledge-index/answers-question/certainty.ts";
import { WEIGHTS } from "../../src/knowledge-index/answers-question/weights.ts";

const semantic = await LocalSemantic.load();
const PLACES = ["Brin", "Marlow", "Oxley", "Holm", "Sandby", "Thorne"];

/** A document about each place, and two questions about it. */
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
        Uint8Array.from(new TextEncoder().encode(`The mill of ${place} was built in ${1700 + at}. Entry costs ${at + 2} crowns.`)),
      ),
  })),
  questions: PLACES.flatMap((place) =>
    [`When was the mill of ${place} built?`, `What does entry to ${place} cost?`].map((text, at): Question => ({
      id: `${place}${at}`,
      text,
      kind: "answerable",
      relevance: new Map([[place, 1]]),
      answers: [],
      about: [place],
    })),
  ),
};

describe("a logistic regression", () => {
  it("finds the weights by which it was decided, whatever the scale of a sign", () => {
    const observations = Array.from({ length: 4_000 }, (_, at) => {
      const [small, large] = [((at * 37) % 101) / 100, ((at * 53) % 97) * 10];
      const certainty = 1 / (1 + Math.exp(-(-2 + 3 * small + 0.004 * large)));
      return { signs: { one: 1, small, large, idle: (at * 71) % 13 }, isTrue: ((at * 29) % 1_009) / 1_009 < certainty, weight: 1 };
    });
    const weights = fitLogistic(observations, ["one", "small", "large", "idle"]);
    expect(weights["one"]).toBeCloseTo(-2, 0);
    expect(weights["small"]).toBeCloseTo(3, 0);
    expect((weights["large"] ?? 0) * 1_000).toBeCloseTo(4, 0);
    expect(weights["idle"]).toBeCloseTo(0, 1);
  });

  it("lets an observation count less", () => {
    const one = (isTrue: boolean, weight: number) => ({ signs: { one: 1 }, isTrue, weight });
    expect(fitLogistic([one(true, 1), one(false, 1)], ["one"])["one"]).toBeCloseTo(0, 5);
    expect(fitLogistic([one(true, 3), one(false, 1)], ["one"])["one"]).toBeCloseTo(Math.log(3), 5);
  });
});

describe("what a rule is fitted on", () => {
  it("is what the service's own code sees, the same for the same seed, of answerable questions and of those left out", async () => {
    const options = { level: "on", limit: 40, seed: 3, tell: () => undefined } as const;
    const seen = await collectSigns(semantic, set, options);
    expect(await collectSigns(semantic, set, options)).toEqual(seen);
    for (const scene of ["half", "own"]) {
      const some = seen.filter((each) => each.scene === scene);
      // Of both halves, what is answerable and what is not: else one would be judged by what the other never saw.
      for (const half of [0, 1])
        expect(new Set(some.filter((each) => each.half === half).map(({ isAnswerable }) => isAnswerable)).size).toBe(2);
    }
    const { heldOut } = fitAll(seen, ["one", "names", "strange", "use"], () => 1);
    expect(ratesOf(heldOut)).toMatchObject({ answerable: seen.filter(({ isAnswerable }) => isAnswerable).length });
    expect(ratesOf(heldOut).auroc).toBeGreaterThan(0.8);
    expect(ratesOf(heldOut, 0)).toMatchObject({ refused: 0, answered: 1 });
  });

  it("gives the service's confidence by the service's weights", async () => {
    const index = new OfflineIndex(semantic);
    for (const { id, title, contentType, read } of set.documents) await index.add({ id, name: title, contentType, bytes: await read() });
    await index.encode();
    for (const [level, rule] of [
      ["off", "words"],
      ["words", "wordsAlike"],
      ["on", "sentences"],
    ] as const) {
      const [one] = (await collectSigns(semantic, set, { level, limit: 40, seed: 3, tell: () => undefined })).filter(
        (each) => each.scene === "own",
      );
      expect(one?.rule).toBe(rule);
      const { confidence, passages } = await index.search(
        "When was the mill of Holm built?",
        3,
        level,
        (_, __, { best }) => best.length / 10,
      );
      expect([confidence, passages[0]?.assetId]).toEqual([0.3, "Holm"]);
      const usual = await index.search("When was the mill of Holm built?", 3, level);
      expect(usual.confidence).toBeGreaterThan(LEAST_CONFIDENCE);
      expect(certaintyBy(WEIGHTS[rule], one?.signs ?? {})).toBeGreaterThan(LEAST_CONFIDENCE);
    }
  });
});

describe("the command", () => {
  it("says what is wrong with its options, and how it was called", () => {
    expect(() => readFitOptions([])).toThrow("--data is missing");
    expect(() => readFitOptions(["--data", "x", "--rule", "luck"])).toThrow('not "luck"');
    expect(() => readFitOptions(["--data", "x", "--weigh", "x"])).toThrow("SET:SHARE");
    expect(() => readFitOptions(["--data", "x", "--limit", "0"])).toThrow("--limit must be a number");
    const { command, weights } = readFitOptions(["--data", "some/folder/of/en", "--weigh", "of/en:0.2", "--write"]);
    expect(command).toBe("npm run eval -- fit --data of/en --weigh of/en:0.2");
    expect(weights.get("of/en")).toBe(0.2);
  });
});
