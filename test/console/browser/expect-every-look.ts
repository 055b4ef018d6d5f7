/** A part of a page in both themes, on a wide and a narrow window. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DESKTOP, PHONE } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

const LOOKS = [
  ["light", DESKTOP],
  ["dark", PHONE],
  ["light", PHONE],
  ["dark", DESKTOP],
] as const;

/** Expects that the page has no violation in any look, and is no wider than the window. */
export async function expectEveryLook(page: Page, within = ".settings-part"): Promise<void> {
  for (const [colorScheme, viewport] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectAccessible(page, within);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([colorScheme, viewport.width, wider]).toEqual([colorScheme, viewport.width, 0]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESKTOP);
}
