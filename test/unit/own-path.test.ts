import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath } from "../../src/domain/own-path.ts";

test.each([
  ["/", "/"],
  ["/c/col_1?tab=people#top", "/c/col_1?tab=people#top"],
  ["/t/thread_1?s=cite_1", "/t/thread_1?s=cite_1"],
  ["/search?q=a%20b&in=", "/search?q=a%20b&in="],
  ["/sessions", "/sessions"],
  ["/sign-in", "/sign-in"],
  ["/d/../c/col_1", "/c/col_1"],
])("%s is a path of the own pages", (address, path) => {
  expect(ownPath(address)).toBe(path);
});

test.each([
  "",
  "c/col_1",
  "https://evil.example/",
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "/\t/evil.example/",
  "/\n/evil.example/",
  "/.//evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "/session",
  "/session/callback?code=1",
  "/sign-in#secret",
  "/sign-in?error=denied",
  `/${"a".repeat(3_000)}`,
])("%j leads to /", (address) => {
  expect(ownPath(address)).toBe("/");
});

test("no text leads a browser to another origin", () => {
  const own = "https://knowledge.test";
  const parts = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    "\t",
    "\n",
    "%2f",
    "a",
    "http",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (all) => {
      expect(new URL(ownPath(`/${all.join("")}`), own).origin).toBe(own);
    }),
  );
});
