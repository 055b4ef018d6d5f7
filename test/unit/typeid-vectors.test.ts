import { expect, test } from "vitest";
import { ID_KINDS, idFromBytes, idToBytes, parseId } from "../../src/domain/ids.ts";
import type { Id, IdKind } from "../../src/domain/ids.ts";
import invalid from "../support/fixtures/typeid/invalid.json" with { type: "json" };
import valid from "../support/fixtures/typeid/valid.json" with { type: "json" };

const SUFFIX_LENGTH = 26;
const bytesOf = (uuid: string) =>
  Array.from(uuid.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each(valid)(
  "the service parses and formats the valid vector $name under each of its prefixes",
  ({ typeid, uuid }) => {
    for (const kind of ID_KINDS) {
      const id: Id = `${kind}_${typeid.slice(-SUFFIX_LENGTH)}`;
      expect(parseId(kind, id)).toBe(id);
      expect(idToBytes(id)).toEqual(bytesOf(uuid));
      expect(idFromBytes(kind, bytesOf(uuid))).toBe(id);
      expect(parseId(kind, bytesOf(uuid))).toBe(id);
    }
  },
);

test.each(valid)(
  "the service parses and formats the valid vector $name under its own prefix",
  ({ typeid, prefix, uuid }) => {
    const kind = prefix as IdKind;
    expect(parseId(kind, typeid)).toBe(typeid);
    expect(idFromBytes(kind, bytesOf(uuid))).toBe(typeid);
    expect(idToBytes(typeid as Id)).toEqual(bytesOf(uuid));
  },
);

test.each(valid)("the valid vector $name with its original prefix is no id of any kind", ({ typeid }) => {
  for (const kind of ID_KINDS) expect(parseId(kind, typeid)).toBeNull();
});

test.each(invalid)(
  "the service rejects the invalid vector $name under each prefix, and under the prefix of the vector",
  ({ typeid }) => {
    const claimed = typeid.slice(0, Math.max(typeid.lastIndexOf("_"), 0));
    for (const kind of [...ID_KINDS, claimed as IdKind]) expect(parseId(kind, typeid)).toBeNull();
  },
);

test.each(invalid.filter(({ name }) => name.startsWith("suffix-")))(
  "the service rejects the suffix of $name under each of its prefixes",
  ({ typeid }) => {
    const suffix = typeid.slice("prefix_".length);
    for (const kind of ID_KINDS) expect(parseId(kind, `${kind}_${suffix}`)).toBeNull();
  },
);
