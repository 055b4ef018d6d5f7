import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centroidSimilarities } from "../../src/knowledge-index/centroid.ts";
import { passageConfidence } from "../../src/knowledge-index/confidence.ts";
import { gramScores } from "../../src/knowledge-index/gram-scores.ts";
import { DocumentWords, indexedWords } from "../../src/knowledge-index/indexed-words.ts";
import { matchedSurfaces, termCounter } from "../../src/knowledge-index/matched-terms.ts";
import { numberWords } from "../../src/knowledge-index/numbered-words.ts";
import { matchAny, readQuery } from "../../src/knowledge-index/query-words.ts";
import { bestOf, rankScores } from "../../src/knowledge-index/rank.ts";
import { rarerTerms } from "../../src/knowledge-index/term-statistics.ts";
import { stem } from "../../src/text/terms.ts";

describe("ranking", () => {
  test("of equal bm25, the text with the compound of the question's word is first", () => {
    const candidates = ["der kuchen im ofen", "die dampfschifffahrt am fluss", "das rad am wagen"].map((words) => ({
      score: 1,
      assetScore: 1,
      words,
    }));
    expect(bestOf(rankScores("schifffahrt", candidates), 1)).toEqual([1]);
  });

  test("a document that holds more of the question lifts its chunk", () => {
    const [alone, inDocument] = rankScores("tea", [
      { score: 2, assetScore: 1, words: "tea" },
      { score: 2, assetScore: 3, words: "tea" },
    ]);
    expect(inDocument).toBeGreaterThan(alone ?? 0);
  });

  test("scores are finite and above nothing for any texts", () => {
    const candidate = fc.record({
      score: fc.double({ min: 1e-9, max: 100, noNaN: true }),
      assetScore: fc.constantFrom(0, 1, 7),
      words: fc.string(),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(candidate, { minLength: 1, maxLength: 20 }), (query, candidates) => {
        const scores = rankScores(query, candidates);
        expect(scores).toHaveLength(candidates.length);
        for (const score of scores) expect(Number.isFinite(score) && score > 0).toBe(true);
      }),
    );
  });

  test("the order of equal scores is that of the candidates", () => {
    expect(bestOf([1, 2, 1, 2], 3)).toEqual([1, 3, 0]);
  });

  test("a text like the best ones is nearer to them than a strange one", () => {
    const [, like, strange] = centroidSimilarities(["green tea leaves", "tea leaves dried", "motor oil filter"], [0]);
    expect(like).toBeGreaterThan(strange ?? 1);
    expect(strange).toBe(0);
  });

  test("a text without any sequence of the question scores nothing", () => {
    expect(gramScores("tea", ["oil"])).toEqual([0]);
  });
});

describe("what ranking reads of its candidates", () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z]{1,12}$/),
    fc.constantFrom("", "tea", "teas", "ies", "ied", "sses", "黑豹", "豹队", "\ud83d\ude42"),
  );
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));

  test("words are numbered as `split` and a map would, the empty one too", () => {
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
        const holding = [...numbers.values()].map((number) => numbered.filter(({ words }) => words.includes(number)).length);
        expect(numberWords(texts)).toEqual({ texts: numbered, holding });
      }),
    );
  });

  test("a term is counted wherever a word has its stem, though few words are stemmed", () => {
    fc.assert(
      fc.property(text, fc.array(word, { minLength: 1, maxLength: 6 }), (words, query) => {
        const terms = readQuery(query.join(" "), stem);
        const count = termCounter(terms, stem)(words);
        for (const term of terms.filter(({ isPrefix }) => !isPrefix)) {
          expect(count(term)).toBe(words.split(" ").filter((each) => stem(each) === term.stem).length);
        }
      }),
    );
  });

  test.each(["eyed", "eyes", "ayed", "dyed"])("%s is counted by its stem", (word) => {
    const [term] = readQuery(word, stem);
    expect(termCounter([term!], stem)(`the ${word} one`)(term!)).toBe(1);
  });

  test("stemming keeps the first two letters, y and i alike, or leaves one that the term begins with", () => {
    const alike = (letters: string): string => letters.replaceAll("y", "i");
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,14}(?:ing|ed|ies|sses|y|ization|fulness|e|)$/), (each) => {
        const stemmed = stem(each);
        expect(alike(each).startsWith(alike(stemmed.slice(0, 2)))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of a hundred passages hardly a word is stemmed", () => {
    let stemmed = 0;
    const stemOf = (each: string): string => {
      stemmed += 1;
      return stem(each);
    };
    const terms = readQuery("panthers defense", stem);
    const countTerms = termCounter(terms, stemOf);
    const passage = "the panthers defended their record while the crowd sang and the lights went out over the old stadium";
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
  const terms = readQuery("panthers defense", stem);
  const confidence = (counts: Readonly<Record<string, number>>): number =>
    passageConfidence(terms, statistics, { count: ({ stem: key }) => counts[key] ?? 0, relativeLength: 1 });

  test("runs from 0 without any term to 1 at most with all of them", () => {
    expect(confidence({})).toBe(0);
    expect(confidence({ panther: 1, defens: 1 })).toBeCloseTo(1);
    expect(confidence({ panther: 9, defens: 9 })).toBe(1);
  });

  test("a rare term weighs more than a common one", () => {
    expect(confidence({ panther: 1 })).toBeGreaterThan(confidence({ defens: 1 }));
  });

  test("in an index of one chunk a chunk with most of the terms is still trusted", () => {
    const only = {
      chunks: 1,
      holding: new Map([
        ["panther", 1],
        ["defens", 1],
      ]),
    };
    const asked = readQuery("panthers defense record", stem);
    const value = passageConfidence(asked, only, { count: ({ stem: key }) => (key === "record" ? 0 : 1), relativeLength: 1 });
    expect(value).toBeGreaterThan(0.5);
  });
});

describe("the question as the index reads it", () => {
  test("terms that nearly a third of a large index holds are left out, but never all", () => {
    const terms = readQuery("panthers season", stem);
    const holding = new Map([
      ["panther", 10],
      ["season", 900],
    ]);
    expect(rarerTerms(terms, { chunks: 2000, holding }).map(({ term }) => term)).toEqual(["panthers"]);
    expect(rarerTerms(terms, { chunks: 2000, holding: new Map([["season", 900]]) })).toHaveLength(2);
    expect(rarerTerms(terms, { chunks: 900, holding })).toHaveLength(2);
  });

  test("the expression quotes every term, and one character of Chinese asks for a beginning", () => {
    expect(matchAny(readQuery('tea" OR NEAR(x) 猫', stem))).toBe('"tea" OR "near" OR "x" OR "猫"*');
  });

  test("no query gives more than a bound of terms", () => {
    expect(readQuery("word ".repeat(50_000), stem).length).toBeLessThanOrEqual(64);
  });

  test("what matched is told in the asker's spelling, once, with overlapping pairs joined", () => {
    const query = "Naïve naïve 黑豹队 lost";
    expect(matchedSurfaces(query, readQuery(query, stem), ({ term }) => term !== "lost")).toEqual(["Naïve", "naïve", "黑豹队"]);
  });
});

describe("the words that the index keeps", () => {
  test("a run of an unspaced script ends with its last character alone", () => {
    expect(indexedWords("黑豹队 won, 猫")).toBe("黑豹 豹队 队 won 猫");
  });

  test("a document's words are kept at most four times", () => {
    const document = new DocumentWords();
    for (let i = 0; i < 9; i += 1) document.add("tea pot");
    document.add("lid");
    expect(document.toString()).toBe("tea tea tea tea pot pot pot pot lid");
  });

  test("and there are at most 30,000 of them, however short they are", () => {
    const document = new DocumentWords();
    const pairs = Array.from({ length: 70_000 }, (_, at) => String.fromCharCode(0x4e00 + (at >> 8), 0x4e00 + (at & 0xff)));
    document.add(pairs.slice(0, 100).join(" "));
    document.add(pairs.join(" "));
    const words = document.toString().split(" ");
    expect([words.length, new Set(words).size]).toEqual([30_000, 29_900]);
  });
});
