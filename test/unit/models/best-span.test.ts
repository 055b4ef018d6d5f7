import { expect, test } from "vitest";
import { bestSpan } from "../../../scripts/lib/models/process/best-span.ts";

/** Logits of tokens, given as pairs of start and end. */
function logitsOf(...pairs: readonly (readonly [number, number])[]): Float32Array {
  return Float32Array.from(pairs.flat());
}

test("the best span has the highest sum of start and end", () => {
  const logits = logitsOf([9, 9], [1, 0], [4, 2], [0, 5], [3, 1]);
  expect(bestSpan(logits, 1, 5, 10)).toEqual({ first: 1, last: 2, score: 9 });
});

test("the best span never ends before it starts", () => {
  const logits = logitsOf([0, 7], [7, 0], [0, 1]);
  expect(bestSpan(logits, 0, 3, 10)).toEqual({ first: 1, last: 2, score: 8 });
});

test("the best span stays within its maximum length and within the passage", () => {
  const logits = logitsOf([5, 0], [2, 0], [0, 5], [9, 9]);
  expect(bestSpan(logits, 0, 3, 2)).toEqual({ first: 1, last: 2, score: 7 });
  expect(bestSpan(logits, 0, 3, 3)).toEqual({ first: 0, last: 2, score: 10 });
});

test("an empty passage has no span", () => {
  expect(bestSpan(logitsOf([1, 1]), 1, 1, 10)).toBeNull();
});
