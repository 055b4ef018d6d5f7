import fc from "fast-check";
import { expect, test } from "vitest";
import { splitDraft } from "../../client/src/index.ts";

test.each([
  ["The engine was designed.", 10, "The engine", " was designed."],
  ["The engine", 0, "", "The engine"],
  ["The engine", 10, "The engine", ""],
  ["a🦓b", 2, "a", "🦓b"],
  ["a🦓b", 3, "a🦓", "b"],
])("a draft %j with %i verified units has the parts %j and %j", (text, proven, verified, rest) => {
  expect(splitDraft({ text, proven })).toEqual({ proven: verified, rest });
});

test("both parts together are the draft, and neither splits a character", () => {
  const draft = fc
    .string({ unit: "grapheme" })
    .chain((text) => fc.record({ text: fc.constant(text), proven: fc.nat({ max: text.length }) }));
  fc.assert(
    fc.property(draft, ({ text, proven }) => {
      const parts = splitDraft({ text, proven });
      expect(parts.proven + parts.rest).toBe(text);
      expect([parts.proven.isWellFormed(), parts.rest.isWellFormed()]).toEqual([true, true]);
      expect(proven - parts.proven.length).toBeLessThanOrEqual(1);
    }),
  );
});
