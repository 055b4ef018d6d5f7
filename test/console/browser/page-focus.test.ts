/** The focus while a page is loaded. */
import { expect, test } from "vitest";
import { startConsole } from "./console.ts";

test("the focus goes to a new page, but not away from an element that the person reached meanwhile", async () => {
  const it = await startConsole();
  const page = await it.open(await it.person("ada"));
  await page.getByRole("heading", { level: 1 }).waitFor();
  const gate = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route(/\/assets\/threads-[^/]*\.js/, async (route) => {
    isAsked = true;
    await gate.promise;
    await route.continue();
  });
  const side = page.locator("nav.side");
  await side.getByRole("link", { name: "Threads" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => isAsked).toBe(true);
  await page.keyboard.press("Tab");
  const reached = await page.evaluateHandle(() => document.activeElement);
  gate.resolve();
  await page.getByRole("heading", { level: 1, name: "Threads" }).waitFor();
  expect(await reached.evaluate((element) => element === document.activeElement)).toBe(true);

  // Nobody moves the focus: the new page gets it.
  await side.getByRole("link", { name: "Deleted" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Deleted" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});
