import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bm25Share } from "../../src/knowledge-index/ranking/bm25.ts";
import { scorePassages } from "../../src/knowledge-index/ranking/score-passages.ts";
import { DocumentWords, analyzeText } from "../../src/knowledge-index/indexing/analyze-text.ts";
import { matchedSurfaces, termCounter } from "../../src/knowledge-index/query/term-counter.ts";
import { termCoverage } from "../../src/knowledge-index/ranking/term-coverage.ts";
import { matchAny, analyzeQuery } from "../../src/knowledge-index/query/query-terms.ts";
import { rarerTerms } from "../../src/knowledge-index/query/term-statistics.ts";
import { stem } from "../../src/text/stemmer.ts";

describe("the ranking's reading of candidates", () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.constantFrom("", "tea", "teas", "ies", "ied", "sses", "黑豹", "豹队", "\ud83d\ude42"),
  );
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));

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

describe("BM25 ÷ ideal BM25", () => {
  const statistics = {
    chunks: 1000,
    holding: new Map([
      ["panther", 3],
      ["defens", 40],
    ]),
  };
  const terms = analyzeQuery("panthers defense", stem);
  const share = (counts: Readonly<Record<string, number>>, relativeLength = 1): number =>
    bm25Share(terms, statistics, ({ stem: key }) => counts[key] ?? 0, relativeLength);

  test("BM25 ÷ ideal BM25 runs from 0 without any term towards 1 with every term many times", () => {
    expect(share({})).toBe(0);
    expect(share({ panther: 1, defens: 1 })).toBeLessThan(share({ panther: 2, defens: 2 }));
    expect(share({ panther: 1e6, defens: 1e6 })).toBeCloseTo(1);
  });

  test("BM25 ÷ ideal BM25 gives more weight to rare terms, and less to a term in a long passage", () => {
    expect(share({ panther: 1 })).toBeGreaterThan(share({ defens: 1 }));
    expect(share({ panther: 1 }, 0.5)).toBeGreaterThan(share({ panther: 1 }, 2));
  });
});

describe("the scores of passages", () => {
  const question = { query: "", terms: analyzeQuery("panthers defense", stem), stemOf: stem, vector: null };
  const statistics = { chunks: 1000, holding: new Map([["panther", 3]]) };
  const filler = "one two three four five six seven eight";
  const both = `panthers defense ${filler}`;

  /** The order of passages, given as their words and their similarity. */
  function order(passages: readonly (readonly [words: string, similarity: number | null])[]): number[] {
    const candidates = passages.map(([words], row) => ({ row, words, title: "" }));
    const scores = scorePassages(question, {
      candidates,
      statistics,
      similarityOf: (row) => {
        const best = passages[row]?.[1] ?? null;
        return best === null ? null : { sentences: [best], best };
      },
    });
    return [...scores.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  }

  test("the score of passages follows the words without vectors", () => {
    expect(
      order([
        [filler, null],
        [`panthers ${filler}`, null],
        [both, null],
      ]),
    ).toEqual([2, 1, 0]);
  });

  test("the score of passages lets words decide between passages of like similarity, not of unlike", () => {
    expect(
      order([
        [filler, 0.8],
        [both, 0.79],
      ]),
    ).toEqual([1, 0]);
    expect(
      order([
        [filler, 0.9],
        [both, 0.79],
      ]),
    ).toEqual([0, 1]);
  });

  test("the score of a passage without vectors is not below that of passages with fewer words", () => {
    const known = [0.75, 0.8, 0.78, 0.76].map((similarity) => [`panthers ${filler}`, similarity] as const);
    expect(order([...known, [both, null]])[0]).toBe(4);
  });

  test("the score of a passage without words and vectors is not above that of a similar passage", () => {
    expect(
      order([
        [filler, 0.7],
        [filler, 0.71],
        [`panthers ${filler}`, 0.9],
        [filler, null],
      ])[0],
    ).toBe(2);
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
