/** A thread that changes under its readers: stops, reconnections, long answers, and what is read out. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { takeProblems } from "./console.ts";
import {
  answered,
  answers,
  answersTo,
  ask,
  chips,
  FACTS,
  LINES,
  startThreadConsole,
  type ThreadConsole,
} from "./thread-console.ts";

const OPENED = "When did the harbour of Brackwater open?";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole();
});

const questions = (page: Page) => page.locator("article.message .message-text, article.unsent .message-text");
const lost = (page: Page) => page.getByText("Not connected. What you send waits here.");

test("Stop keeps the proven sentences of an answer; asked again, two people at once read and choose both versions with one result", async () => {
  const threadId = await it.newThread();
  const [ada, bob] = [await it.open(it.ada, `/t/${threadId}`), await it.open(it.bob, `/t/${threadId}`)];
  await ask(ada, "Say half of it: when did the harbour of Brackwater open?");
  await answers(ada).getByText(FACTS[0]).waitFor();
  await answers(ada).locator(".unproven", { hasText: "It opened in 1999" }).waitFor();
  await answers(ada).getByRole("button", { name: "Stop" }).click();
  for (const page of [ada, bob]) {
    await answers(page).getByText("Stopped by ada").waitFor();
    expect(await answers(page).locator(".answer-text").textContent()).toBe(`${FACTS[0]} 1`);
    await chips(page).first().hover();
    await page.locator(".hover-card mark").getByText(FACTS[0]).waitFor();
  }
  it.models.open();

  await answers(ada).getByRole("button", { name: "Ask again" }).click();
  // The stopped version has the same first sentence.
  await answers(bob).locator(".unproven", { hasText: "It opened in 1999" }).waitFor();
  it.models.open();
  for (const page of [ada, bob]) {
    await answers(page).getByText("2 of 2").waitFor();
    await answers(page).getByText("was enlarged").waitFor();
  }
  for (const page of [ada, bob]) {
    await answers(page).getByRole("button", { name: "Earlier version" }).click();
    await answers(page).getByText("1 of 2").waitFor();
    await answers(page).getByText("Stopped by").waitFor();
    expect(await answers(page).locator(".answer-text").textContent()).toBe(`${FACTS[0]} 1`);
  }
  // Both choose at once.
  await Promise.all(
    [ada, bob].map(
      async (page) => await answers(page).getByRole("button", { name: "Show this to everybody" }).click(),
    ),
  );
  for (const page of [ada, bob])
    await expect
      .poll(async () => await answers(page).getByRole("button", { name: "Show this to everybody" }).count())
      .toBe(0);
  const late = await it.open(it.bob, `/t/${threadId}`);
  const shown = await answers(late).locator(".answer-text").textContent();
  for (const page of [ada, bob])
    expect(await answers(page).locator(".answer-text").textContent()).toBe(shown);
});

test("the first line of a new answer stands under the header and does not move while 200 lines are written, and Follow follows", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  await ask(page, OPENED);
  await answered(page);
  await ask(page, "Write lines about the harbour of Brackwater: when did it open?");
  const answer = answersTo(page, 2);
  await answer.getByText(FACTS[0]).waitFor();
  const first = async (): Promise<number> =>
    await answer.evaluate((element) => element.getBoundingClientRect().top);
  const header = await page
    .locator(".page-header")
    .evaluate((element) => element.getBoundingClientRect().bottom);
  await expect.poll(async () => (await first()) - header).toBeLessThan(120);
  const before = await first();
  expect(before).toBeGreaterThanOrEqual(header);
  it.models.open();
  await page.getByRole("button", { name: /Follow|new message/ }).waitFor();
  expect(Math.abs((await first()) - before)).toBeLessThanOrEqual(1);
  await answer.locator(".answer-actions").waitFor();
  expect(Math.abs((await first()) - before)).toBeLessThanOrEqual(1);
  expect(await answer.locator("li").count()).toBeGreaterThanOrEqual(LINES);
});

test("the status region says each answer once and no text of a draft", async () => {
  const threadId = await it.newThread();
  const [ada, bob] = [await it.open(it.ada, `/t/${threadId}`), await it.open(it.bob, `/t/${threadId}`)];
  await bob.getByText("Ask something about the documents of this thread.").waitFor();
  await bob.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const region = document.querySelector('[aria-live="polite"]');
    new MutationObserver(() => told.push(region?.textContent ?? "")).observe(region ?? document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await ask(ada, "Say half of it: when did the harbour of Brackwater open?");
  await answers(bob).getByText(FACTS[0]).waitFor();
  it.models.open();
  await answered(bob);
  const told = async (): Promise<unknown> =>
    await bob.evaluate(() => (window as unknown as { told: string[] }).told);
  await expect
    .poll(told)
    .toEqual([expect.stringMatching(/asks: Say half of it/), "Answered: 3 sentences, 1 source"]);
});

/** High enough for every row of a test: rows far from the visible ones are not in the page. */
const HIGH = { viewport: { width: 1280, height: 4_000 } };

test("two people see every message once and in the same order while the service is killed three times", async () => {
  const threadId = await it.newThread();
  const [ada, bob] = [
    await it.open(it.ada, `/t/${threadId}`, HIGH),
    await it.open(it.bob, `/t/${threadId}`, HIGH),
  ];
  const asked: string[] = [];
  for (const round of [1, 2, 3]) {
    for (const [page, name] of [
      [ada, "Ada"],
      [bob, "Bob"],
    ] as const) {
      asked.push(`${name} ${round}: ${OPENED}`);
      await ask(page, asked.at(-1) ?? "");
      await answered(page, asked.length);
    }
    await it.service.kill("SIGKILL");
    for (const page of [ada, bob]) await lost(page).waitFor();
    asked.push(`Ada ${round} meanwhile: ${OPENED}`);
    await ask(ada, asked.at(-1) ?? "");
    await ada.getByText("Being sent").waitFor();
    await it.service.restart();
    for (const page of [ada, bob]) {
      await answered(page, asked.length);
      await lost(page).waitFor({ state: "detached" });
    }
  }
  for (const page of [ada, bob]) {
    await page.locator(".thread-scroll").evaluate((list) => list.scrollTo(0, 0));
    await expect.poll(async () => await questions(page).allTextContents()).toEqual(asked);
    expect(await answers(page).count()).toBe(asked.length);
    takeProblems(page);
  }
}, 300_000);
