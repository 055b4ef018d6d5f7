import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findViolations } from "./find-violations.ts";

/** Expects that axe finds no violation in the page, or in one part of it. */
export async function expectAccessible(
  page: Page,
  within = "html",
  withoutRules: readonly string[] = [],
): Promise<void> {
  expect(await findViolations(page, { within, without: withoutRules })).toEqual([]);
}
