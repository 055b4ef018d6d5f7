import fc from "fast-check";
import { expect, test } from "vitest";
import { composeNote, MAX_NOTE_CHARS } from "../../src/ingestion/extract/compose-note.ts";

test("composeNote joins notes and drops repeated notes", () => {
  expect(
    composeNote([
      "Page 2 holds no text.",
      "",
      undefined,
      "The macros were not read.",
      " Page 2 holds no text.",
    ]),
  ).toBe("Page 2 holds no text. The macros were not read.");
  expect(composeNote([])).toBe("");
  expect(composeNote(["", undefined])).toBe("");
});

test("composeNote keeps the first notes of a long list whole and adds that there are more", () => {
  const notes = ["a", "b", "c"].map((letter) => `${letter.repeat(400)}.`);
  expect(composeNote(notes)).toBe(`${"a".repeat(400)}. Other parts were left out too.`);
});

test("composeNote cuts a single long note between two words", () => {
  const note = composeNote([`${"word ".repeat(400)}`]);
  expect(note).toMatch(/^(?:word )+word… Other parts were left out too\.$/);
  expect(note.length).toBeLessThanOrEqual(MAX_NOTE_CHARS);
});

test("the composed note is well-formed and within the limit", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 900 }), { maxLength: 3 }), (notes) => {
      const note = composeNote(notes);
      expect(note.length).toBeLessThanOrEqual(MAX_NOTE_CHARS);
      expect(notes.every((each) => each.isWellFormed()) ? note.isWellFormed() : true).toBe(true);
    }),
  );
});
