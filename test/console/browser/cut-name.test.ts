/** Names that have no room, and the composer beside a keyboard on the screen. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, DESKTOP, PHONE, startConsole } from "./console.ts";
import { answered, ask, composer } from "./thread-console.ts";

const LONG = "Minutes of the long meeting about the harbour of Brackwater ".repeat(3);
const FILE = `${LONG}2026.txt`;

let it: Console;
let ada: RemoteUser;
let collectionId: string;
let inside: string;
let threadId: string;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
  collectionId = await createCollection(ada.api, ada.workspace.personalId, `Folder ${LONG}`.trim());
  await addReadyFile(ada, collectionId, textFile(FILE, "The tidewheel of Brackwater turns twice a day.\n"));
  inside = await createCollection(ada.api, collectionId, `Inside ${LONG}`.trim());
  threadId = await startThread(ada, collectionId, { label: `Thread ${LONG}`.trim() });
});

/** The number of an element that the test has found. */
const FOUND = "data-found";

/** Numbers the names that the browser cuts. @returns how many they are */
async function findCutNames(page: Page): Promise<number> {
  return await page.evaluate((attribute) => {
    for (const before of document.querySelectorAll(`[${attribute}]`)) before.removeAttribute(attribute);
    const isCut = (element: HTMLElement): boolean =>
      getComputedStyle(element).textOverflow === "ellipsis" &&
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth &&
      element.checkVisibility({ visibilityProperty: true });
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter(isCut);
    for (const [at, element] of cut.entries()) element.setAttribute(attribute, String(at));
    return cut.length;
  }, FOUND);
}

/** The text of an element. `CutName` draws its parts by the stylesheet. */
async function textOf(element: Locator): Promise<string> {
  return await element.evaluate((each: HTMLElement) =>
    (each.textContent || each.dataset["text"] || "").trim(),
  );
}

/** Gives the focus to the innermost element around this one that takes it. @returns whether there is one */
async function focusAround(element: Locator): Promise<boolean> {
  return await element.evaluate((each) => {
    const around = each.closest<HTMLElement>("a[href], button, [tabindex]");
    if (around === null || around.id === "content" || around.matches('[role="region"]')) return false;
    (document.activeElement as HTMLElement | null)?.blur();
    around.focus();
    return true;
  });
}

const PAGES = [
  ["Home", () => "/"],
  ["a collection", () => `/c/${collectionId}`],
  ["threads of a collection", () => `/c/${collectionId}?tab=threads`],
  ["a collection inside", () => `/c/${inside}`],
  ["threads", () => "/threads"],
  ["the search", () => "/search?q=tidewheel"],
  ["a thread", () => `/t/${threadId}`],
] as const;

test.each(PAGES)("a name that is cut is whole on hover and on focus: %s", async (_, path) => {
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await it.open(ada, path(), { viewport });
    if (path().startsWith("/t/") && viewport === PHONE) {
      await ask(page, "How often does the tidewheel of Brackwater turn?");
    }
    if (path().startsWith("/t/")) await answered(page);
    await expect.poll(async () => await findCutNames(page)).toBeGreaterThan(0);
    // The keyboard has the focus from here on.
    await page.keyboard.press("Tab");
    const count = await findCutNames(page);
    for (let at = 0; at < count; at += 1) {
      const name = page.locator(`[${FOUND}="${at}"]`);
      const text = await textOf(name);
      await name.hover();
      const title = await name.evaluate((each) => each.closest("[title]")?.getAttribute("title") ?? "");
      expect({ text, title }).toEqual({ text, title: expect.stringContaining(text) });
      if (!(await focusAround(name))) continue;
      const shown = page.locator(".whole-name");
      await expect.poll(async () => await shown.textContent()).toContain(text);
      const { x, y, width, height } = (await shown.boundingBox())!;
      const isInside = x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
      expect({ text, isInside }).toEqual({ text, isInside: true });
    }
  }
});

test("a page, a list and a field with a long text show no names when they take the focus", async () => {
  const page = await it.open(ada, `/t/${threadId}`, { viewport: PHONE });
  await ask(page, "How often does the tidewheel of Brackwater turn?");
  await answered(page);
  await composer(page).fill("unbroken".repeat(40));
  await page.keyboard.press("Tab");
  expect(await findCutNames(page)).toBeGreaterThan(0);
  for (const place of [
    page.locator("#content"),
    page.getByRole("region", { name: "Messages" }),
    composer(page),
  ]) {
    await place.focus();
    await expect.poll(async () => await place.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await page.locator(".whole-name").count()).toBe(0);
  }
});

/** With `interactive-widget=resizes-content`, a keyboard on the screen takes its height from the page. */
const KEYBOARD_PX = 380;

test.each([
  ["a thread", () => `/t/${threadId}`],
  ["Home", () => "/"],
])("the field stays in sight beside a keyboard on the screen: %s", async (name, path) => {
  const page = await it.open(ada, path(), { viewport: PHONE, hasTouch: true });
  const field = name === "Home" ? page.locator("#content textarea") : composer(page);
  await field.tap();
  expect(await page.locator('meta[name="viewport"]').getAttribute("content")).toContain(
    "interactive-widget=resizes-content",
  );
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height - KEYBOARD_PX });
  await page.keyboard.type("First line");
  for (let line = 0; line < 6; line += 1) await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Last line");
  const place = async (): Promise<unknown> =>
    await field.evaluate((element) => {
      const { top, bottom, left, width } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, Math.min(bottom, innerHeight) - 8);
      return { isInside: top >= 0 && bottom <= innerHeight, isOnTop: at === element };
    });
  await expect.poll(place).toEqual({ isInside: true, isOnTop: true });
});
