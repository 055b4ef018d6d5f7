import { expect, test } from "vitest";
import type { AssetState } from "../../src/domain/asset.ts";
import {
  ASSET_EVENTS,
  ASSET_STATES,
  type AssetEvent,
  stateAfter,
  statesBefore,
  transition,
} from "../../src/domain/asset-lifecycle.ts";

/**
 * The state machine, written independently of the code: a row for each event, a column for each state, and
 * "-" for a rejection.
 */
const TABLE = `
           uploading   uploaded    processing  ready       failed      deleted
send       uploading   -           -           -           -           -
arrive     uploaded    -           uploaded    -           -           -
start      -           processing  -           -           processing  -
redo       -           processing  processing  processing  processing  -
renew      -           uploaded    -           ready       processing  -
take       -           processing  processing  processing  processing  -
report     -           uploaded    processing  -           -           -
handIn     -           -           processing  -           -           -
finish     -           ready       ready       -           -           -
fail       failed      failed      failed      -           -           -`;

const [head = [], ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

test("the table contains every state and every event", () => {
  expect(head).toEqual([...ASSET_STATES]);
  expect(rows.map(([event]) => event)).toEqual([...ASSET_EVENTS]);
});

const cases = rows.flatMap(([event, ...ends]) => head.map((state, at) => [state, event, ends[at]] as const));

test.each(cases)("%s, %s: %s", (state, event, end) => {
  const to = end === "-" ? null : end;
  expect(transition(state as AssetState, event as AssetEvent)).toBe(to);
  expect(statesBefore(event as AssetEvent).includes(state as AssetState)).toBe(to !== null);
  if (to === null) expect(() => stateAfter(state as AssetState, event as AssetEvent)).toThrow("cannot");
  else expect(stateAfter(state as AssetState, event as AssetEvent)).toBe(to);
});

test("no event restores a deleted asset, and none deletes one", () => {
  for (const event of ASSET_EVENTS) expect(transition("deleted", event)).toBeNull();
  expect(cases.filter(([, , end]) => end === "deleted")).toEqual([]);
});

test("successive events lead an asset from the upload to the end, and to a second attempt", () => {
  expect(stateAfter("uploading", "send", "arrive", "start", "fail", "start", "finish")).toBe("ready");
});
