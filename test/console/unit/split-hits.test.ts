import { expect, test } from "vitest";
import { splitHits } from "../../../console/src/pages/search/split-hits.ts";

const hit = (score: number, ...matched: string[]) => ({ score, matched });

test("passages with words come apart from those that are only close in meaning", () => {
  const [one, two, near] = [hit(0.9, "tide"), hit(0.2, "tide"), hit(0.8)];
  expect(splitHits([one, near, two])).toEqual({ withWords: [one, two], close: [near] });
});

test("of the close passages only the best remain, and at most five", () => {
  const close = [0.5, 0.49, 0.48, 0.47, 0.46, 0.45].map((score) => hit(score));
  expect(splitHits([...close, hit(0.1)]).close).toEqual(close.slice(0, 5));
  expect(splitHits([hit(0.5), hit(0.39)]).close).toEqual([hit(0.5)]);
  expect(splitHits([])).toEqual({ withWords: [], close: [] });
});
