import { expect, test } from "vitest";
import { OPERATION_IDS, SYSTEM_OPERATIONS } from "../../src/domain/operation-ids.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";

test("the union of operation ids names exactly the operations of the table, in alphabetical order", () => {
  const inTable = [...new Set([...operations, ...rawRoutes].map(({ id }) => id))].toSorted();
  expect([...OPERATION_IDS]).toEqual(inTable);
});

test("no work of the service itself shares the id of an operation", () => {
  const ids: readonly string[] = OPERATION_IDS;
  expect(SYSTEM_OPERATIONS.filter((id) => ids.includes(id))).toEqual([]);
});
