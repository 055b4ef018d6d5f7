/** A thread: asking, the answer with its sources, and the card of a source. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PHONE, takeProblems } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";
import {
  answered,
  answers,
  ask,
  chips,
  FACTS,
  startThreadConsole,
  type ThreadConsole,
} from "./thread-console.ts";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole();
});

async function openAsking(question: string): Promise<Page> {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  await ask(page, question);
  await answered(page);
  return page;
}

test("every number of an answer with 12 sources is a button that names its document, place and state, and the list has the same numbers", async () => {
  const page = await openAsking("Say twelve things about the harbour of Brackwater");
  const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1));
  await expect.poll(async () => await chips(page).allTextContents()).toEqual(numbers);
  const sources = page.getByRole("list", { name: "Sources" }).getByRole("link");
  await expect.poll(async () => await sources.count()).toBe(12);
  await expect.poll(async () => await sources.locator(".chip").allTextContents()).toEqual(numbers);
  await sources.last().scrollIntoViewIfNeeded();
  // Checks are few at a time: the state of each follows.
  await expect
    .poll(
      async () => await chips(page).evaluateAll((all) => all.map((chip) => chip.getAttribute("aria-label"))),
      {
        timeout: 60_000,
      },
    )
    .toEqual(
      numbers.map((number, at) =>
        expect.stringMatching(
          new RegExp(`^Source ${number}: harbor.txt, line ${2 * at + 1}\\. Stands there word for word$`),
        ),
      ),
    );
  expect(await page.getByText("left out").count()).toBe(0);
});

test.each(["mouse", "keyboard", "touch"] as const)(
  "the %s opens the card of a number, and then its document",
  async (by) => {
    const thread = await it.newThread();
    const page = await it.open(
      it.ada,
      `/t/${thread}`,
      by === "touch" ? { hasTouch: true, viewport: PHONE } : {},
    );
    await ask(page, "When did the harbour of Brackwater open?");
    await answered(page);
    const [chip, card] = [chips(page).first(), page.getByRole("group", { name: "Source 1" })];
    if (by === "mouse") await chip.hover();
    else if (by === "touch") await chip.tap();
    else {
      await page.keyboard.press("Shift+Tab");
      for (let press = 0; press < 20 && !(await card.isVisible()); press += 1) {
        await page.keyboard.press("Shift+Tab");
        await page.waitForTimeout(200);
      }
    }
    await card.locator("mark").getByText(FACTS[0]).waitFor();
    if (by === "touch") await card.getByRole("button", { name: "Open" }).tap();
    else if (by === "mouse") await chip.click();
    else await page.keyboard.press("Enter");
    await page.waitForURL(/\?s=cite_/);
    await page.getByRole("region", { name: "Source 1" }).getByText(FACTS[0]).first().waitFor();
    expect(await card.isVisible()).toBe(false);
  },
);

test("the card has the service's quote letter for letter within 200 ms of the page's clock, without a request", async () => {
  const threadId = await it.newThread();
  const page = await it.open(it.ada, `/t/${threadId}`);
  await ask(page, "When did the harbour of Brackwater open?");
  await answered(page);
  const { data } = await it.ada.api.request("GET", "/v1/threads/{threadID}", {
    params: { threadID: threadId },
  });
  const [citation] = Object.values(data.knowledgeProvenance.citations);
  await page.mouse.move(0, 0);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.context().setOffline(true);
  const quote = page.locator(".hover-card mark");
  await chips(page).first().hover();
  await page.clock.runFor(140);
  expect(await quote.count()).toBe(0);
  await page.clock.runFor(60);
  await expect.poll(async () => await quote.textContent()).toBe(citation?.quote);
  expect(citation?.quote).toBe(FACTS[0]);
  await page.context().setOffline(false);
  takeProblems(page);
});

test("the thread is accessible in both themes on a desktop and a phone", async () => {
  const threadId = await it.newThread();
  const first = await it.open(it.ada, `/t/${threadId}`);
  await ask(first, "Show the marks of the harbour of Brackwater");
  await answered(first);
  for (const colorScheme of ["light", "dark"] as const)
    for (const viewport of [{ width: 1280, height: 900 }, PHONE]) {
      const page = await it.open(it.ada, `/t/${threadId}`, { colorScheme, viewport });
      await answered(page);
      await chips(page).first().hover();
      await page.locator(".hover-card").waitFor();
      await expectAccessible(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  await expect.poll(async () => await answers(first).count()).toBe(1);
});
