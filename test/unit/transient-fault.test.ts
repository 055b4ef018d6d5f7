import { expect, test } from "vitest";
import { repeatWhileLost } from "../../src/domain/repeat-while-lost.ts";
import { transientFaultOf } from "../../src/domain/transient-fault.ts";

// Word for word as Cloudflare documents or sends them.
const LOST = [
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: Can't read from request stream because client disconnected.",
  "Durable Object reset because its code was updated.",
  "This Durable Object's code has been updated, this version can no longer access storage.",
  "Internal error in Durable Object storage caused object to be reset.",
  "Connection closed: this Durable Object instance is no longer active. Reconnect or retry the request.",
  "Durable Object connection closed because the object was reset.",
];

const OVERLOADED = [
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  "D1_ERROR: Currently processing a long-running export.",
  "D1_ERROR: Currently processing a long-running import.",
  "Durable Object is overloaded. Too many requests queued.",
  "Durable Object is overloaded. Too much data queued.",
  "Durable Object is overloaded. Requests queued for too long.",
  "Durable Object is overloaded. Too many requests for the same object within a 10 second window.",
  "Durable Object storage operation exceeded timeout which caused object to be reset.",
  "Durable Object's isolate exceeded its memory limit and was reset.",
  "Durable Object exceeded its CPU time limit and was reset.",
  "Your account is generating too much load on Durable Objects. Please back off and try again later.",
  "Your account is doing too many concurrent storage operations. Please back off and try again later.",
];

const NO_FAULTS = [
  "D1_ERROR: UNIQUE constraint failed: users.id: SQLITE_CONSTRAINT",
  "D1_ERROR: no such table: assets: SQLITE_ERROR",
  "D1_ERROR: D1 DB's parameters are too many.",
  `D1_ERROR: assert: ${"a".repeat(600)} Network connection lost.`,
  "",
];

test.each(LOST)("the connection of a call is lost: %s", (text) => {
  expect(transientFaultOf(new Error(text))).toBe("lost");
});

test.each(OVERLOADED)("a store is overloaded: %s", (text) => {
  expect(transientFaultOf(new Error(text))).toBe("overloaded");
});

test.each(NO_FAULTS)("an error that stays is no transient fault: %.40s", (text) => {
  expect(transientFaultOf(new Error(text))).toBeNull();
});

test("the flags of the runtime decide before the text", () => {
  const faults = [
    { durableObjectReset: true },
    { retryable: true },
    { retryable: true, overloaded: true },
    { retryable: false },
  ].map((flags) => transientFaultOf(Object.assign(new Error("internal error"), flags)));
  expect(faults).toEqual(["lost", "lost", "overloaded", null]);
  expect(transientFaultOf("Network connection lost.")).toBeNull();
});

test("a lost call runs three times at most, and an overloaded or failed one once", async () => {
  const runsOf = async (text: string, failures: number): Promise<[runs: number, isDone: boolean]> => {
    let runs = 0;
    const call = async (): Promise<true> => {
      runs += 1;
      if (runs <= failures) throw new Error(text);
      return await Promise.resolve(true);
    };
    const isDone = await repeatWhileLost(call).catch(() => false);
    return [runs, isDone];
  };
  const lost = "Network connection lost.";
  expect(await runsOf(lost, 0)).toEqual([1, true]);
  expect(await runsOf(lost, 2)).toEqual([3, true]);
  expect(await runsOf(lost, 3)).toEqual([3, false]);
  expect(await runsOf("D1 DB is overloaded.", 1)).toEqual([1, false]);
  expect(await runsOf("no such table: assets", 1)).toEqual([1, false]);
});
