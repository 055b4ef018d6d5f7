import fc from "fast-check";
import { expect, test } from "vitest";
import { drawn } from "../support/scale.ts";

test("one is drawn of every so many, in order; of every one, all are", () => {
  fc.assert(
    fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 20 }), fc.string(), (most, every, name) => {
      const numbers = [...drawn(most, every, name)];
      expect(numbers.map((number) => Math.ceil(number / every))).toEqual(
        Array.from({ length: Math.floor(most / every) }, (_, at) => at + 1),
      );
      expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(most);
      if (every === 1) expect(numbers).toEqual(Array.from({ length: most }, (_, at) => at + 1));
    }),
  );
});

test("others are drawn for another name, and the same for the same one", () => {
  const ofName = (name: string): number[] => [...drawn(600, 6, name)];
  expect(ofName("a crawl")).toEqual(ofName("a crawl"));
  expect(ofName("a crawl")).not.toEqual(ofName("a refresh"));
  // Calls are cut off before and after they are done by turns: both are among them.
  expect(new Set(ofName("a crawl").map((number) => number % 2)).size).toBe(2);
});
