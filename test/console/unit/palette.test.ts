/** The palette's order, its prefixes, and the keys that work outside of fields. */
import { expect, test } from "vitest";
import { keyPress } from "../../../console/src/parts/keys/key-press.ts";
import { matching, readTyped } from "../../../console/src/parts/palette/palette-items.ts";

const item = (label: string) => ({ id: label, label, icon: "folder" as const });
const key = (name: string, held: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...held,
});

test("labels with all words match, and those that begin with the text come first", () => {
  const items = ["Late orders", "Orders", "Order terms 2026", "Terms"].map(item);
  const found = (typed: string): readonly string[] => matching(items, typed, 5).map(({ label }) => label);
  expect(found("order")).toEqual(["Orders", "Order terms 2026", "Late orders"]);
  expect(found("terms ORDER")).toEqual(["Order terms 2026"]);
  expect(matching(items, "", 2)).toHaveLength(2);
});

test("> narrows to actions and # to collections", () => {
  expect(readTyped("> new")).toEqual({ only: "actions", text: "new" });
  expect(readTyped("#Plans")).toEqual({ only: "collections", text: "Plans" });
  expect(readTyped(" a # b ")).toEqual({ only: null, text: "a # b" });
});

test("letters count outside of fields only, without held keys, and can be switched off", () => {
  expect(keyPress(key("g"), false, true)).toEqual({ letter: "g" });
  expect(keyPress(key("g"), true, true)).toBeNull();
  expect(keyPress(key("g"), false, false)).toBeNull();
  expect(keyPress(key("c", { ctrlKey: true }), false, true)).toBeNull();
  expect(keyPress(key("z", { ctrlKey: true }), false, false)).toBe("undo");
  expect(keyPress(key("z", { ctrlKey: true }), true, true)).toBeNull();
  expect(keyPress(key("c", { altKey: true }), false, true)).toBeNull();
  expect(keyPress(key("?", { shiftKey: true }), false, true)).toBe("help");
  expect(keyPress(key("/"), true, true)).toBeNull();
});

test("Ctrl K and F6 work in fields too, but not while characters are composed", () => {
  expect(keyPress(key("k", { ctrlKey: true }), true, false)).toBe("palette");
  expect(keyPress(key("K", { metaKey: true }), true, true)).toBe("palette");
  expect(keyPress(key("F6", { shiftKey: true }), true, true)).toBe("previous-region");
  expect(keyPress(key("k", { ctrlKey: true, isComposing: true }), true, true)).toBeNull();
});
