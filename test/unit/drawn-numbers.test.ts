import fc from "fast-check";
import { expect, test } from "vitest";
import { sampledNumbers } from "../support/setup/scaled.ts";

test("the draw takes one of every n numbers in order, and all if n is 1", () => {
  fc.assert(
    fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 20 }), fc.string(), (most, every, name) => {
      const numbers = [...sampledNumbers(most, every, name)];
      expect(numbers.map((number) => Math.ceil(number / every))).toEqual(
        Array.from({ length: Math.floor(most / every) }, (_, at) => at + 1),
      );
      expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(most);
      if (every === 1) expect(numbers).toEqual(Array.from({ length: most }, (_, at) => at + 1));
    }),
  );
});

test("the draw takes the same numbers for the same name, and others for another name", () => {
  const ofName = (name: string): number[] => [...sampledNumbers(600, 6, name)];
  expect(ofName("a crawl")).toEqual(ofName("a crawl"));
  expect(ofName("a crawl")).not.toEqual(ofName("a refresh"));
  // Even and odd calls are interrupted before and after they complete. The draw has both.
  expect(new Set(ofName("a crawl").map((number) => number % 2)).size).toBe(2);
});
