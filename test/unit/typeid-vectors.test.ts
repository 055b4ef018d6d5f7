import { expect, test } from "vitest";
import { ID_KINDS, idFromBytes, idToBytes, parseId } from "../../src/domain/ids.ts";
import type { Id, IdKind } from "../../src/domain/ids.ts";
import invalid from "../support/fixtures/typeid/invalid.json" with { type: "json" };
import valid from "../support/fixtures/typeid/valid.json" with { type: "json" };

const SUFFIX_LENGTH = 26;
const bytesOf = (uuid: string) => Array.from(uuid.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each(valid)("the valid vector $name is read and written under each of our prefixes", ({ typeid, uuid }) => {
  for (const kind of ID_KINDS) {
    const id: Id = `${kind}_${typeid.slice(-SUFFIX_LENGTH)}`;
    expect(parseId(kind, id)).toBe(id);
    expect(idToBytes(id)).toEqual(bytesOf(uuid));
    expect(idFromBytes(kind, bytesOf(uuid))).toBe(id);
    expect(parseId(kind, bytesOf(uuid))).toBe(id);
  }
});

test.each(valid)("the valid vector $name is read and written under its own prefix", ({ typeid, prefix, uuid }) => {
  const kind = prefix as IdKind;
  expect(parseId(kind, typeid)).toBe(typeid);
  expect(idFromBytes(kind, bytesOf(uuid))).toBe(typeid);
  expect(idToBytes(typeid as Id)).toEqual(bytesOf(uuid));
});

test.each(valid)("the valid vector $name as it is belongs to none of our kinds", ({ typeid }) => {
  for (const kind of ID_KINDS) expect(parseId(kind, typeid)).toBeNull();
});

test.each(invalid)("the invalid vector $name is rejected under each prefix, and under the one that it claims", ({ typeid }) => {
  const claimed = typeid.slice(0, Math.max(typeid.lastIndexOf("_"), 0));
  for (const kind of [...ID_KINDS, claimed as IdKind]) expect(parseId(kind, typeid)).toBeNull();
});

test.each(invalid.filter(({ name }) => name.startsWith("suffix-")))(
  "the suffix of $name is rejected under our own prefixes",
  ({ typeid }) => {
    const suffix = typeid.slice("prefix_".length);
    for (const kind of ID_KINDS) expect(parseId(kind, `${kind}_${suffix}`)).toBeNull();
  },
);
