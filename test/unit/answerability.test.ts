import { describe, expect, test } from "vitest";
import { MIN_CONFIDENCE } from "../../src/domain/retrieval.ts";
import {
  answerProbability,
  type ClassifierInput,
} from "../../src/knowledge-index/ranking/answerability/classifier.ts";
import { targetTerms } from "../../src/knowledge-index/ranking/answerability/target-terms.ts";
import {
  nameCoverage,
  featureExtractor,
  unmentionedNames,
} from "../../src/knowledge-index/ranking/answerability/features.ts";
import { analyzeText } from "../../src/knowledge-index/indexing/analyze-text.ts";
import { createStemmer } from "../../src/knowledge-index/query/create-stemmer.ts";
import { hybridScore } from "../../src/knowledge-index/ranking/hybrid/hybrid-score.ts";
import { analyzeQuery } from "../../src/knowledge-index/query/query-terms.ts";

/** Computes features and probability for a passage that is alone in an index of 200, whose terms are rare. */
function ask(query: string, passage: string, title = "", more: Partial<ClassifierInput> = {}) {
  const stemOf = createStemmer();
  const terms = analyzeQuery(query, stemOf);
  const words = analyzeText(passage);
  const statistics = { chunks: 200, holding: new Map(terms.map(({ stem }) => [stem, 2])) };
  const question = { query, terms, stemOf };
  const found = { words, title: analyzeText(title) };
  const signs = featureExtractor(question, statistics)({ ...found, relativeLength: 1 });
  return {
    signs,
    certainty: answerProbability(question, statistics, {
      best: [signs],
      candidates: [found],
      scores: [1],
      chunksInScope: 200,
      ...more,
    }),
  };
}

describe("passage features", () => {
  test("passage features count names and numbers separately, but not the capital at the beginning of a question", () => {
    const passage = "Tesla moved to the laboratory in Houston Street.";
    expect(ask("Laboratory of Tesla in 1895?", passage).signs.names).toBeCloseTo(0.5, 5);
    expect(ask("Where did Tesla move?", passage).signs.names).toBe(1);
    expect(ask("Laboratory of Edison", passage).signs).toMatchObject({ names: 0 });
    expect(ask("laboratory edison", passage).signs.names).toBeCloseTo(0.5, 5);
  });

  test("passage features match compounds and inflections by character 4-grams, and include the title", () => {
    const { mass, grams } = ask(
      "Bibliotheksordnung",
      "Die Ordnung der Bibliothek gilt für alle Leser.",
    ).signs;
    expect(mass).toBe(0);
    expect(grams).toBeGreaterThan(0.5);
    expect(ask("ما المناطق؟", "مناطق جبلية").signs.grams).toBe(1);
    expect(ask("tower height", "It is 40 metres high.", "The tower").signs.rare).toBeCloseTo(0.5, 5);
  });
});

describe("the names in a question", () => {
  const namesIn = (query: string, held: Record<string, number>) => {
    const stemOf = createStemmer();
    const terms = analyzeQuery(query, stemOf);
    return nameCoverage({ query, terms, stemOf }, { chunks: 200, holding: new Map(Object.entries(held)) });
  };

  test("names in a question have idf weights, include the title, and have no effect if the index contains none of them", () => {
    const held = namesIn("Who steered the Gannet to Holm in 1954?", { gannet: 1, holm: 60 });
    expect(held?.({ words: "gannet 7 50", title: "" })).toBeGreaterThan(0.7);
    expect(held?.({ words: "the gannet", title: "holm" })).toBe(1);
    expect(held?.({ words: "a boat costs 35 crowns", title: "" })).toBe(0);
    expect(namesIn("What does the Albatross cost?", { cost: 3 })).toBeNull();
    expect(namesIn("What does it cost?", { cost: 3 })).toBeNull();
  });

  test("matching names outweigh a slightly higher similarity if the lexical evidence is weak", () => {
    const [named, alike] = [
      { words: 0.2, names: 1, soft: 0.5, wordSimilarity: 0.2, vectorSimilarity: 0.2 },
      { words: 0.2, names: 0, soft: 0.5, wordSimilarity: 0.3, vectorSimilarity: 0.4 },
    ];
    expect(hybridScore(0.05, named)).toBeGreaterThan(hybridScore(0.05, alike));
    expect(hybridScore(0.05, { ...named, vectorSimilarity: null })).toBeGreaterThan(
      hybridScore(0.05, { ...alike, vectorSimilarity: null }),
    );
    expect(hybridScore(1, named)).toBeLessThan(hybridScore(1, alike));
  });
});

describe("names that no candidate mentions", () => {
  /** @param held passages of the index that contain each stem; 1 by default */
  const strangeIn = (
    query: string,
    found: readonly string[],
    held: Record<string, number> = {},
  ): string[] => {
    const stemOf = createStemmer();
    const terms = analyzeQuery(query, stemOf);
    const holding = new Map(terms.map(({ stem }) => [stem, held[stem] ?? 1]));
    const passages = found.map((text) => ({ words: analyzeText(text), title: "" }));
    const strange = unmentionedNames({ query, terms, stemOf }, { chunks: 200, holding }, passages);
    return terms.filter((_, at) => strange[at]).map(({ surface }) => surface);
  };

  test("the missing names include names that only passages outside the results mention", () => {
    const found = ["The Gannet costs 35 crowns.", "The ferry to Holm leaves at ten."];
    expect(strangeIn("What does the Albatross cost?", found, { albatross: 0 })).toEqual(["Albatross"]);
    expect(strangeIn("What does the Albatross cost?", found, { albatross: 3 })).toEqual(["Albatross"]);
    expect(strangeIn("What does the Gannet cost in Holm?", found)).toEqual([]);
    expect(strangeIn("What did it cost in 1954?", found, { 1954: 0 })).toEqual(["1954"]);
  });

  test("the missing names exclude inflected names and names with other word boundaries", () => {
    expect(
      strangeIn("Who sang at the Superbowl?", ["A singer opened Super Bowl 50."], { superbowl: 0 }),
    ).toEqual([]);
    expect(strangeIn("What is the Austrian Succession?", ["Austria had no king."], { austrian: 0 })).toEqual([
      "Succession",
    ]);
    expect(strangeIn("Is the SS safe?", ["The passage is closed."], { ss: 0 })).toEqual(["SS"]);
  });

  test("the missing names exclude German capitals, titles, dates, and numbers in yes-or-no questions", () => {
    expect(
      strangeIn("WHAT DOES THE ALBATROSS COST", ["The Gannet costs 35 crowns."], { albatross: 0 }),
    ).toEqual([]);
    expect(
      strangeIn("Was kostet der Albatros bei uns?", ["Der Tölpel kostet 35 Kronen."], { albatros: 0 }),
    ).toEqual([]);
    expect(
      strangeIn("Can I come in January?", ["You can come from May to September."], { januari: 0 }),
    ).toEqual([]);
    expect(
      strangeIn("May a lorry of 10 tonnes use it?", ["Lorries of up to 7 tonnes may."], { 10: 0 }),
    ).toEqual([]);
  });

  test("missing names lower the probability of an answer that covers the rest of the question", () => {
    const asked = "What does the Albatross cost?";
    const { signs } = ask(asked, "A boat costs 35 crowns.");
    const best = [{ ...signs, similarMass: 0.4, soft: 0.5, vector: 0.55 }];
    const sure = (title: string): number =>
      ask(asked, "A boat costs 35 crowns.", title, { best, chunksInScope: 20 }).certainty;
    expect(sure("Albatross")).toBeGreaterThan(MIN_CONFIDENCE);
    expect(sure("Gannet")).toBeLessThan(MIN_CONFIDENCE);
  });
});

describe("the targets of a question", () => {
  const thingsIn = (query: string): string => {
    const stemOf = createStemmer();
    const terms = analyzeQuery(query, stemOf);
    const isThing = targetTerms({ query, terms, stemOf });
    return terms.flatMap(({ surface }, at) => (isThing[at] === true ? [surface] : [])).join(" ");
  };

  test.each([
    ["Who keeps the windmill?", "windmill"],
    ["What is the salary of the harbour master?", "salary harbour master"],
    ["Which wine goes well with the new soup?", "wine goes well soup"],
    ["How many days of parental leave do fathers have?", "days parental leave fathers"],
    ["How long are potatoes boiled?", "potatoes"],
    ["Does HS-9 apply to anchors?", "anchors"],
    // Verbs at the end, names, numbers, words of measure and very common words are no targets.
    ["When does the summer timetable start?", "summer timetable"],
    ["What did Nordsund offer for the roof?", "roof"],
    ["Can I bring my dog aboard?", "dog"],
    ["How old is Greta Falk?", ""],
    ["How many people live in the village in 1954?", "village"],
    ["At what time does it start?", ""],
    ["who", ""],
    ["", ""],
  ])("the targets of a question are its content words: %s", (query, things) => {
    expect(thingsIn(query)).toBe(things);
  });

  test("missing targets lower the probability if the question otherwise uses the text's own words", () => {
    const asked = "What is the salary of the harbour master?";
    const { signs } = ask(asked, "The harbour master is Ida Holm.");
    const sure = (salary: number | null, mass = signs.mass): number => {
      const best = [{ ...signs, mass, similarMass: 0.6, soft: 0.6, vector: 0.6 }];
      return ask(asked, "", "", {
        best,
        chunksInScope: 20,
        termSimilarities: salary === null ? undefined : [salary, 1, 1],
      }).certainty;
    };
    expect(sure(1)).toBeGreaterThan(MIN_CONFIDENCE);
    expect(sure(null)).toBe(sure(1));
    // "Wage" is similar enough to "salary". "Master" is not.
    expect(sure(0.75)).toBe(sure(1));
    expect(sure(0.66)).toBeLessThan(sure(1));
    expect(sure(0.3)).toBe(sure(0));
    expect(sure(0)).toBeLessThan(sure(0.66));
    expect(sure(1) - sure(0)).toBeGreaterThan(sure(1, 0) - sure(0, 0));
    expect(sure(0, 0)).toBe(sure(1, 0));
  });

  test("missing targets count less in a larger scope", () => {
    const asked = "What is the salary of the harbour master?";
    const { signs } = ask(asked, "The harbour master is Ida Holm.");
    const best = [{ ...signs, similarMass: 0.6, soft: 0.6, vector: 0.6 }];
    const oddsOf = (chunksInScope: number, salary: number): number => {
      const { certainty } = ask(asked, "", "", { best, chunksInScope, termSimilarities: [salary, 1, 1] });
      return Math.log(certainty / (1 - certainty));
    };
    const weight = (chunks: number): number => oddsOf(chunks, 1) - oddsOf(chunks, 0);
    expect(weight(100)).toBeCloseTo(weight(0) / 2, 5);
    expect(weight(100_000)).toBeLessThan(weight(0) / 900);
  });

  test("the targets of a question do not include actions", () => {
    const { signs } = ask("Who keeps the lighthouse?", "The lighthouse has a keeper.");
    const best = [{ ...signs, similarMass: 0.6, soft: 0.6, vector: 0.6 }];
    const sure = (termSimilarities: number[]): number =>
      ask("Who keeps the lighthouse?", "", "", { best, chunksInScope: 20, termSimilarities }).certainty;
    expect(sure([0, 1])).toBe(sure([1, 1]));
    expect(sure([1, 0])).toBeLessThan(sure([1, 1]));
  });
});

describe("the probability of an answer", () => {
  test.each([
    [
      "When did Tesla die in Manhattan?",
      "Tesla died in 1943 in Manhattan.",
      "Tesla sold his laboratory in 1915 and moved to an hotel.",
    ],
    [
      "Wann starb Tesla in Manhattan?",
      "Tesla starb 1943 in Manhattan.",
      "Tesla verkaufte 1915 sein Labor und zog in ein Hotel.",
    ],
    [
      "Когда умер Тесла в Манхэттене?",
      "Тесла умер в Манхэттене в 1943 году.",
      "Тесла продал лабораторию в 1915 году.",
    ],
    ["特斯拉何时在曼哈顿去世？", "特斯拉于1943年在曼哈顿去世。", "特斯拉在1915年卖掉了实验室。"],
  ])("an answer exceeds the minimum confidence and another text does not: %s", (question, answer, other) => {
    expect(ask(question, answer).certainty).toBeGreaterThan(MIN_CONFIDENCE);
    expect(ask(question, other).certainty).toBeLessThan(MIN_CONFIDENCE);
  });

  test("the probability of an answer is higher for Arabic, which joins words", () => {
    const [arabic, russian] = [
      ask("متى بني الجسر القديم؟", "الجسر القديم"),
      ask("Когда построен старый мост?", "старый мост"),
    ];
    expect(arabic.certainty).toBeGreaterThan(russian.certainty);
  });

  test("the probability of an answer falls with a larger scope and with equally good candidates", () => {
    const [question, passage] = ["When did Tesla die?", "Tesla died in 1943."];
    const sure = (more: Partial<ClassifierInput>): number => ask(question, passage, "", more).certainty;
    expect(sure({ chunksInScope: 50_000 })).toBeLessThan(sure({ chunksInScope: 50 }));
    const others = (score: number): number[] => [1, ...Array.from({ length: 20 }, () => score)];
    expect(sure({ scores: others(0.9) })).toBeLessThan(sure({ scores: others(0.1) }));
  });

  test("the probability of an answer is zero without results, and rises with sentence similarity", () => {
    expect(
      answerProbability(
        { query: "", terms: [], stemOf: (word) => word },
        { chunks: 0, holding: new Map() },
        { best: [], candidates: [], scores: [], chunksInScope: 0 },
      ),
    ).toBe(0);
    const { signs } = ask("Are pets allowed?", "Dogs must stay on the lower deck.");
    const meant = (use: number): number =>
      ask("Are pets allowed?", "", "", {
        best: [{ ...signs, similarMass: 0.3, soft: 0.4, vector: use }],
        chunksInScope: 5,
      }).certainty;
    expect(meant(0.6)).toBeGreaterThan(MIN_CONFIDENCE);
    expect(meant(0.1)).toBeLessThan(MIN_CONFIDENCE);
  });
});
