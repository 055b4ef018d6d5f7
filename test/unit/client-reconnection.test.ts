import { expect, test } from "vitest";
import { equalJitter, fullJitter } from "../../client/src/backoff.ts";
import { Reconnection } from "../../client/src/reconnection.ts";

const BACKOFF = { baseMs: 250, maxMs: 15_000 };
const CROWDED = { baseMs: 5_000, maxMs: 60_000 };
const MAX_LENGTH = 1;
const LONG_AGO_MS = 60_000;

const reconnection = (): Reconnection => new Reconnection({ backoff: BACKOFF, crowdedBackoff: CROWDED });
const times = (count: number): number[] => Array.from({ length: count }, (_, position) => position + 1);

test("delays double with each failure up to the maximum, and start at a random point from 0", () => {
  expect(times(8).map((failures) => fullJitter(BACKOFF, failures, MAX_LENGTH))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ]);
  expect(times(8).map((failures) => fullJitter(BACKOFF, failures, 0))).toEqual(times(8).map(() => 0));
  expect(fullJitter(BACKOFF, 3, 0.5)).toBe(500);
  expect(fullJitter(BACKOFF, 10_000, MAX_LENGTH)).toBe(15_000);
});

test("delays that the service requests are at least half of the maximum", () => {
  expect([0, 0.5, 1].map((random) => equalJitter(CROWDED, 2, random))).toEqual([5_000, 7_500, 10_000]);
  expect(equalJitter(CROWDED, 10_000, 0)).toBe(30_000);
});

test.each([1000, 1001, 1005, 1006, 1011, 1012, 1013, 4408, 4999])(
  "after %i there is another attempt, each after a longer delay",
  (code) => {
    const after = reconnection();
    expect(times(3).map(() => after.pauseAfter(code, 0, false, MAX_LENGTH))).toEqual([250, 500, 1_000]);
  },
);

test.each([4400, 4403, 4404, 4413])("after %i there is no other attempt", (code) => {
  expect(reconnection().pauseAfter(code, LONG_AGO_MS, true, MAX_LENGTH)).toBeNull();
});

test("an overloaded service gets longer delays", () => {
  const after = reconnection();
  expect([after.pauseAfter(4429, 0, true, 0), after.pauseAfter(4429, 0, true, MAX_LENGTH)]).toEqual([
    2_500, 10_000,
  ]);
});

test("a connection that held for a while resets the delays, and one that broke immediately does not", () => {
  const after = reconnection();
  for (const _ of times(5)) after.pauseAfter(1006, 0, true, MAX_LENGTH);
  expect(after.pauseAfter(1006, 10, true, MAX_LENGTH)).toBe(8_000);
  expect(after.pauseAfter(1006, LONG_AGO_MS, true, MAX_LENGTH)).toBe(250);
});

test("the client renews a rejected token immediately, then after delays, and not forever", () => {
  const after = reconnection();
  expect(times(5).map(() => after.pauseAfter(4401, 0, true, MAX_LENGTH))).toEqual([
    0,
    10_000,
    20_000,
    40_000,
    null,
  ]);
});

test("the client renews a token rejected right after its acceptance without a delay only once", () => {
  const after = reconnection();
  const pauses = times(20).map(() => {
    after.opened();
    return after.pauseAfter(4401, 10, true, 0);
  });
  expect(pauses).toEqual([0, ...times(19).map(() => 2_500)]);
});

test("the service may reject a token again after it was valid once", () => {
  const after = reconnection();
  for (const _ of times(20)) {
    after.opened();
    expect(after.pauseAfter(4401, LONG_AGO_MS, true, MAX_LENGTH)).toBe(0);
  }
});

test("a rejected constant token ends the connection", () => {
  expect(reconnection().pauseAfter(4401, LONG_AGO_MS, false, MAX_LENGTH)).toBeNull();
});
