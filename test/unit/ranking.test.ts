import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centroidSimilarities } from "../../src/knowledge-index/ranking/centroid-similarities.ts";
import { passageConfidence } from "../../src/knowledge-index/ranking/passage-confidence.ts";
import { charNgramScores } from "../../src/knowledge-index/ranking/char-ngram-scores.ts";
import { DocumentWords, analyzeText } from "../../src/knowledge-index/indexing/analyze-text.ts";
import { matchedSurfaces, termCounter } from "../../src/knowledge-index/query/term-counter.ts";
import { termCoverage } from "../../src/knowledge-index/ranking/term-coverage.ts";
import { buildVocabulary } from "../../src/knowledge-index/ranking/vocabulary.ts";
import { matchAny, analyzeQuery } from "../../src/knowledge-index/query/query-terms.ts";
import { topIndexes, bm25Scores } from "../../src/knowledge-index/ranking/bm25-scores.ts";
import { rarerTerms } from "../../src/knowledge-index/query/term-statistics.ts";
import { stem } from "../../src/text/stemmer.ts";

describe("ranking", () => {
  test("the ranking puts the text with a compound of the question's word first if BM25 is equal", () => {
    const candidates = ["der kuchen im ofen", "die dampfschifffahrt am fluss", "das rad am wagen"].map(
      (words) => ({
        score: 1,
        assetScore: 1,
        words,
      }),
    );
    expect(topIndexes(bm25Scores("schifffahrt", candidates), 1)).toEqual([1]);
  });

  test("the ranking raises a chunk whose document covers more of the question", () => {
    const [alone, inDocument] = bm25Scores("tea", [
      { score: 2, assetScore: 1, words: "tea" },
      { score: 2, assetScore: 3, words: "tea" },
    ]);
    expect(inDocument).toBeGreaterThan(alone ?? 0);
  });

  test("the ranking gives finite scores above zero for any texts", () => {
    const candidate = fc.record({
      score: fc.double({ min: 1e-9, max: 100, noNaN: true }),
      assetScore: fc.constantFrom(0, 1, 7),
      words: fc.string(),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(candidate, { minLength: 1, maxLength: 20 }), (query, candidates) => {
        const scores = bm25Scores(query, candidates);
        expect(scores).toHaveLength(candidates.length);
        for (const score of scores) expect(Number.isFinite(score) && score > 0).toBe(true);
      }),
    );
  });

  test("the ranking keeps the candidates' order for equal scores", () => {
    expect(topIndexes([1, 2, 1, 2], 3)).toEqual([1, 3, 0]);
  });

  test("the ranking scores a text close to the centroid higher than an unrelated text", () => {
    const [, like, strange] = centroidSimilarities(
      ["green tea leaves", "tea leaves dried", "motor oil filter"],
      [0],
    );
    expect(like).toBeGreaterThan(strange ?? 1);
    expect(strange).toBe(0);
  });

  test("a text without a common 4-gram scores zero", () => {
    expect(charNgramScores("tea", ["oil"])).toEqual([0]);
  });
});

describe("the ranking's reading of candidates", () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.constantFrom("", "tea", "teas", "ies", "ied", "sses", "黑豹", "豹队", "\ud83d\ude42"),
  );
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));

  test("the ranking assigns the same word ids as `split` and a map, also for the empty word", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const numbers = new Map<string, number>();
        const numbered = texts.map((one) => {
          const counts = new Map<number, number>();
          for (const each of one.split(" ")) {
            const number = numbers.get(each) ?? numbers.size;
            numbers.set(each, number);
            counts.set(number, (counts.get(number) ?? 0) + 1);
          }
          return { words: [...counts.keys()], counts: [...counts.values()] };
        });
        const holding = [...numbers.values()].map(
          (number) => numbered.filter(({ words }) => words.includes(number)).length,
        );
        expect(buildVocabulary(texts)).toEqual({ texts: numbered, holding });
      }),
    );
  });

  test("the ranking counts a term wherever a word has its stem, although it stems few words", () => {
    fc.assert(
      fc.property(text, fc.array(word, { minLength: 1, maxLength: 6 }), (words, query) => {
        const terms = analyzeQuery(query.join(" "), stem);
        const count = termCounter(terms, stem)(words);
        for (const term of terms.filter(({ isPrefix }) => !isPrefix)) {
          expect(count(term)).toBe(words.split(" ").filter((each) => stem(each) === term.stem).length);
        }
      }),
    );
  });

  test.each(["eyed", "eyes", "ayed", "dyed"])("the ranking counts %s by its stem", (word) => {
    const [term] = analyzeQuery(word, stem);
    expect(termCounter([term!], stem)(`the ${word} one`)(term!)).toBe(1);
  });

  test("stemming keeps the first two letters (y equals i) or leaves a one-letter stem", () => {
    const alike = (letters: string): string => letters.replaceAll("y", "i");
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}(?:ing|ed|ies|sses|y|ization|fulness|e|)$/), (each) => {
        const stemmed = stem(each);
        expect(alike(each).startsWith(alike(stemmed.slice(0, 2)))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the ranking stems hardly any word of a hundred passages", () => {
    let stemmed = 0;
    const stemOf = (each: string): string => {
      stemmed += 1;
      return stem(each);
    };
    const terms = analyzeQuery("panthers defense", stem);
    const countTerms = termCounter(terms, stemOf);
    const passage =
      "the panthers defended their record while the crowd sang and the lights went out over the old stadium";
    for (let at = 0; at < 100; at += 1) expect(countTerms(passage)(terms[0]!)).toBe(1);
    expect(stemmed).toBe(200);
  });
});

describe("confidence", () => {
  const statistics = {
    chunks: 1000,
    holding: new Map([
      ["panther", 3],
      ["defens", 40],
    ]),
  };
  const terms = analyzeQuery("panthers defense", stem);
  const confidence = (counts: Readonly<Record<string, number>>): number =>
    passageConfidence(terms, statistics, { count: ({ stem: key }) => counts[key] ?? 0, relativeLength: 1 });

  test("confidence runs from 0 without any term to at most 1 with all terms", () => {
    expect(confidence({})).toBe(0);
    expect(confidence({ panther: 1, defens: 1 })).toBeCloseTo(1);
    expect(confidence({ panther: 9, defens: 9 })).toBe(1);
  });

  test("confidence gives more weight to rare terms", () => {
    expect(confidence({ panther: 1 })).toBeGreaterThan(confidence({ defens: 1 }));
  });

  test("confidence trusts a matching chunk in an index of one chunk", () => {
    const only = {
      chunks: 1,
      holding: new Map([
        ["panther", 1],
        ["defens", 1],
      ]),
    };
    const asked = analyzeQuery("panthers defense record", stem);
    const value = passageConfidence(asked, only, {
      count: ({ stem: key }) => (key === "record" ? 0 : 1),
      relativeLength: 1,
    });
    expect(value).toBeGreaterThan(0.5);
  });
});

describe("coverage", () => {
  const statistics = {
    chunks: 1000,
    holding: new Map([
      ["panther", 3],
      ["defens", 40],
    ]),
  };
  const terms = analyzeQuery("panthers defense of the panthers", stem);
  const coverage = (words: string, title = ""): number =>
    termCoverage(terms, statistics, { words, title }, stem);

  test("coverage counts the terms of a passage and of its headings", () => {
    expect(coverage("the crowd sang")).toBe(0);
    expect(coverage("the panthers sang", "defense records")).toBe(1);
  });

  test("coverage gives more weight to rare terms, and counts a repeated term once", () => {
    expect(coverage("panthers")).toBeGreaterThan(0.5);
    expect(coverage("panthers") + coverage("defense defense")).toBeCloseTo(1);
  });
});

describe("the terms of a question", () => {
  test("question terms exclude terms in more than 30 % of a large index, but never all of them", () => {
    const terms = analyzeQuery("panthers season", stem);
    const holding = new Map([
      ["panther", 10],
      ["season", 900],
    ]);
    expect(rarerTerms(terms, { chunks: 2000, holding }).map(({ term }) => term)).toEqual(["panthers"]);
    expect(rarerTerms(terms, { chunks: 2000, holding: new Map([["season", 900]]) })).toHaveLength(2);
    expect(rarerTerms(terms, { chunks: 900, holding })).toHaveLength(2);
  });

  test("the FTS expression quotes question terms; a single Chinese character matches as a prefix", () => {
    expect(matchAny(analyzeQuery('tea" OR NEAR(x) 猫', stem))).toBe('"tea" OR "near" OR "x" OR "猫"*');
  });

  test("the number of question terms has a limit for any question", () => {
    expect(analyzeQuery("word ".repeat(50_000), stem).length).toBeLessThanOrEqual(64);
  });

  test("question terms have the spelling of the question, without repetitions, with overlapping pairs joined", () => {
    const query = "Naïve naïve 黑豹队 lost";
    expect(matchedSurfaces(query, analyzeQuery(query, stem), ({ term }) => term !== "lost")).toEqual([
      "Naïve",
      "naïve",
      "黑豹队",
    ]);
  });
});

describe("the words that the index stores", () => {
  test("the stored words of an unspaced run end with its last character alone", () => {
    expect(analyzeText("黑豹队 won, 猫")).toBe("黑豹 豹队 队 won 猫");
  });

  test("the index stores each word of a document at most four times", () => {
    const document = new DocumentWords();
    for (let i = 0; i < 9; i += 1) document.add("tea pot");
    document.add("lid");
    expect(document.toString()).toBe("tea tea tea tea pot pot pot pot lid");
  });

  test("the index stores at most 30,000 words for each document", () => {
    const document = new DocumentWords();
    const pairs = Array.from({ length: 70_000 }, (_, at) =>
      String.fromCharCode(0x4e00 + (at >> 8), 0x4e00 + (at & 0xff)),
    );
    document.add(pairs.slice(0, 100).join(" "));
    document.add(pairs.join(" "));
    const words = document.toString().split(" ");
    expect([words.length, new Set(words).size]).toEqual([30_000, 29_900]);
  });
});
