import { expect, test } from "vitest";
import { verificationOf } from "../../src/domain/verification-mode.ts";

test.each([
  ["off", "", "off"],
  ["off", "mark", "mark"],
  ["off", "strict", "strict"],
  ["mark", "", "mark"],
  ["mark", "off", "mark"],
  ["mark", "strict", "strict"],
  ["strict", "off", "strict"],
  ["strict", "mark", "strict"],
] as const)(
  "with the operator's mode %s, a question that requests '%s' gets %s",
  (operator, requested, mode) => {
    expect(verificationOf(operator, requested)).toBe(mode);
  },
);
