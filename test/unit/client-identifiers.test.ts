import { expect, test } from "vitest";
import { idFromBytes, idText, idToBytes, newId } from "../../client/src/identifiers.ts";
import { parseId } from "../../src/domain/ids.ts";
import invalid from "../support/fixtures/typeid/invalid.json" with { type: "json" };
import valid from "../support/fixtures/typeid/valid.json" with { type: "json" };

const bytesOf = (uuid: string) =>
  Array.from(uuid.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each(valid)("the client parses and formats the valid vector $name", ({ typeid, prefix, uuid }) => {
  expect(idFromBytes(prefix, bytesOf(uuid))).toBe(typeid);
  expect(idToBytes(typeid)).toEqual(bytesOf(uuid));
});

test.each(invalid)("the client rejects the invalid vector $name as a message id", ({ typeid }) => {
  expect(() => idText("msg", typeid)).toThrow(RangeError);
});

test.each(invalid.filter(({ name }) => name.startsWith("suffix-")))(
  "the client rejects the suffix of $name",
  ({ typeid }) => {
    expect(() => idText("msg", `msg_${typeid.slice("prefix_".length)}`)).toThrow(RangeError);
  },
);

test("new identifiers of the client are distinct UUIDv7 with the current time, and the service parses both spellings", () => {
  const before = Date.now();
  const ids = Array.from({ length: 1_000 }, () => newId("msg"));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    const bytes = idToBytes(id);
    const madeAt = bytes.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(Date.now());
    expect([(bytes[6] ?? 0) >> 4, (bytes[8] ?? 0) >> 6]).toEqual([7, 2]);
    expect({ parseIdMsgId: parseId("msg", id), parseIdMsgBytes: parseId("msg", bytes) }).toEqual({
      parseIdMsgId: id,
      parseIdMsgBytes: id,
    });
  }
});

test.each([[[]], [[1, 2, 3]], [Array.from({ length: 17 }, () => 0)]])(
  "the client rejects %j as bytes of an identifier",
  (bytes) => {
    expect(() => idFromBytes("msg", bytes)).toThrow(RangeError);
  },
);
