import fc from "fast-check";
import { expect, test } from "vitest";
import { fillSimilarities } from "../../src/domain/fill-similarities.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const text = (similarity: fc.Arbitrary<number | null>) => fc.record({ words: share, similarity });
const texts = fc.array(text(fc.option(share)), { minLength: 1, maxLength: 20 });

test("no text gets a similarity if none has vectors", () => {
  expect(fillSimilarities([{ words: 0.5, similarity: null }])).toBeNull();
});

test("a text without the question's words gets the mean, and one with all words the best similarity", () => {
  const known = [0.7, 0.9, 0.8].map((similarity) => ({ words: 0.5, similarity }));
  const estimateOf = (words: number): number =>
    fillSimilarities([...known, { words, similarity: null }])?.[known.length] ?? Number.NaN;
  expect(estimateOf(0)).toBeCloseTo(0.8);
  expect(estimateOf(0.05)).toBeGreaterThan(0.8);
  expect(estimateOf(1)).toBe(0.9);
});

test("known similarities stay", () => {
  fc.assert(
    fc.property(texts, (all) => {
      const filled = fillSimilarities(all);
      for (const [at, { similarity }] of all.entries())
        if (similarity !== null) expect(filled?.[at]).toBe(similarity);
    }),
  );
});

test("of two texts without vectors, the one with more words has no lower similarity", () => {
  fc.assert(
    fc.property(texts, share, share, (all, one, other) => {
      const both = [Math.max(one, other), Math.min(one, other)].map((words) => ({ words, similarity: null }));
      const [more = 0, fewer = 0] = fillSimilarities([...both, ...all]) ?? [];
      expect(more).toBeGreaterThanOrEqual(fewer);
    }),
  );
});
