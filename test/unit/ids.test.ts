import { expect, test } from "vitest";
import { idFromBytes, idToBytes, newId, parseId } from "../../src/domain/ids.ts";

test("the string form and the byte form of an id stand for one value", () => {
  const id = newId("col");
  expect(idFromBytes("col", idToBytes(id))).toBe(id);
  expect(parseId("col", idToBytes(id))).toBe(id);
  expect(parseId("asset", id)).toBeNull();
});
