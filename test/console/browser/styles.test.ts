/** Every part in every state. */
import { beforeAll, expect, test } from "vitest";
import { type Console, DESKTOP, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const SCREENS = [
  ["light", DESKTOP],
  ["dark", DESKTOP],
  ["light", PHONE],
  ["dark", PHONE],
] as const;

test.each(SCREENS)("every state of every part is accessible: %s, %o", async (colorScheme, viewport) => {
  const page = await it.open(null, "/styles", { colorScheme, viewport });
  await page.locator(".styles-state").first().waitFor();
  expect(await page.locator(".styles-state").count()).toBeGreaterThan(20);
  // The page shows some landmarks once for each state.
  await expectAccessible(page, "html", ["landmark-unique"]);
});

test("the page of all states is no wider than a phone", async () => {
  const page = await it.open(null, "/styles", { viewport: PHONE });
  await page.locator(".styles-state").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test.each(["light", "dark"] as const)(
  "an open dialog and an open menu are accessible: %s",
  async (colorScheme) => {
    const page = await it.open(null, "/styles", { colorScheme });
    await page.getByRole("button", { name: "Open the dialog" }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page, "dialog");
    await page.keyboard.press("Escape");
    await page.locator('[data-state^="Menu"]').getByRole("button", { name: "More" }).click();
    await page.getByRole("menu").waitFor();
    await expectAccessible(page, ".menu");
  },
);

test("a dialog takes the focus, keeps it, and gives it back", async () => {
  const page = await it.open(null, "/styles");
  const opener = page.getByRole("button", { name: "Open the dialog" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("arrow keys, Home, End and letters move in a menu, and a disabled entry says why", async () => {
  const page = await it.open(null, "/styles");
  await page.locator('[data-state^="Menu"]').getByRole("button", { name: "More" }).click();
  const focused = async (): Promise<string> =>
    await page.evaluate(() => document.activeElement?.querySelector(".grow")?.firstChild?.textContent ?? "");
  // The menu takes the focus once the browser has opened it.
  await expect.poll(focused).toBe("Rename");
  const steps: string[] = [await focused()];
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "r"]) {
    await page.keyboard.press(key);
    steps.push(await focused());
  }
  expect(steps).toEqual(["Rename", "Move", "Delete", "Rename", "Delete", "Rename", "Delete", "Rename"]);
  const move = page.getByRole("menuitem", { name: /Move/ });
  expect(await move.getAttribute("aria-disabled")).toBe("true");
  expect(await move.textContent()).toContain("You may only read this.");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("menu").isVisible()).toBe(false);
});
