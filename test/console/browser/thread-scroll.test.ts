/** A thread of several hundred messages under the hands of its reader. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { fillThread } from "../../support/rows/fill-thread.ts";
import { ask, LINES, startThreadConsole, type ThreadConsole } from "./thread-console.ts";

/** The list in the page has at most this many rows. */
const MOUNTED = 60;
const MESSAGES = 600;

let it: ThreadConsole;
let threadId: string;
beforeAll(async () => {
  it = await startThreadConsole();
  threadId = await it.newThread();
  await it.ada.api.ask(threadId, "Say twelve things about the harbour of Brackwater");
  await it.ada.api.ask(threadId, "When did the harbour of Brackwater open?");
  await it.service.kill("SIGTERM");
  fillThread(it.service.dir, threadId, MESSAGES);
  await it.service.restart();
});

const list = (page: Page): Locator => page.getByRole("region", { name: "Messages" });
const question = (page: Page, position: number): Locator =>
  page.locator("article.message", { hasText: new RegExp(`(^|\\D)${position}: `) });

interface View {
  /** Positions of the rows in the page. */
  readonly mounted: readonly number[];
  readonly top: number;
  readonly end: number;
  /** Height of the visible part that no row covers. */
  readonly empty: number;
}

async function look(page: Page): Promise<View> {
  return await list(page).evaluate((scroller) => {
    const frame = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll<HTMLElement>("[data-row]")];
    const covered = rows.reduce((sum, row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return sum + Math.max(0, Math.min(bottom, frame.bottom) - Math.max(top, frame.top));
    }, 0);
    return {
      mounted: rows.map((row) => Number(row.getAttribute("aria-posinset"))),
      top: scroller.scrollTop,
      end: scroller.scrollHeight - scroller.clientHeight,
      empty: frame.height - covered,
    };
  });
}

/** Waits until rows cover the visible part, and the list stands still for two frames. */
async function rested(page: Page): Promise<View> {
  const states = async (): Promise<unknown> => {
    const before = await look(page);
    await page.evaluate(
      async () => await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const after = await look(page);
    return { isSame: JSON.stringify(before) === JSON.stringify(after), isCovered: after.empty < 60 };
  };
  await expect
    .poll(async () => await states(), { timeout: 60_000 })
    .toEqual({ isSame: true, isCovered: true });
  return await look(page);
}

/** Drags the bar: in each frame the browser moves the content, also far beyond the rows in the page. */
async function drag(page: Page, share: number): Promise<void> {
  await list(page).evaluate(async (scroller, to) => {
    const frames = 20;
    scroller.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    const from = scroller.scrollTop / (scroller.scrollHeight - scroller.clientHeight);
    for (let frame = 1; frame <= frames; frame += 1) {
      const place = from + ((to - from) * frame) / frames;
      scroller.scrollTop = place * (scroller.scrollHeight - scroller.clientHeight);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, share);
}

/** Reads older pages until the thread's first message is in the list. */
async function readAll(page: Page): Promise<void> {
  for (;;) {
    await page.keyboard.press("Home");
    const { mounted } = await rested(page);
    if (mounted[0] === 1 && (await page.getByRole("button", { name: /earlier messages/i }).count()) === 0)
      return;
  }
}

test("Home, End and the bar lead to every place of a long thread, where the list comes to rest", async () => {
  const page = await it.open(it.ada, `/t/${threadId}`);
  await question(page, MESSAGES - 1).waitFor();
  await list(page).focus();
  await readAll(page);
  const beginning = await rested(page);
  expect(beginning.top).toBe(0);
  expect(await page.locator("[data-row]").first().getAttribute("aria-setsize")).toBe(String(MESSAGES));

  await page.keyboard.press("End");
  await question(page, MESSAGES - 1).waitFor();
  const ending = await rested(page);
  expect(ending.end - ending.top).toBeLessThanOrEqual(1);
  expect(ending.mounted.at(-1)).toBe(MESSAGES);

  for (const share of [0, 0.5, 1, 0.25, 0.75, 0]) {
    await drag(page, share);
    const view = await rested(page);
    expect(view.mounted.length).toBeLessThanOrEqual(MOUNTED);
    const middle = ((view.mounted[0] ?? 0) + (view.mounted.at(-1) ?? 0)) / 2 / MESSAGES;
    expect(Math.abs(middle - share)).toBeLessThan(0.2);
  }
});

/** The oldest messages of the thread, which no page shows before somebody asks for them. */
async function oldestMessages() {
  const read = async (before: object) =>
    (
      await it.ada.api.request("GET", "/v1/threads/{threadID}", {
        params: { threadID: threadId },
        query: { messagesLimit: 500, ...before },
      })
    ).data;
  const newest = await read({});
  return await read({ messagesBefore: idFromBytes("msg", newest.messages[0]!.id) });
}

/** The distance of a question from the top edge of the list. */
async function distanceOf(page: Page, position: number): Promise<number> {
  const box = await question(page, position).boundingBox();
  return (box?.y ?? Number.NaN) - ((await list(page).boundingBox())?.y ?? Number.NaN);
}

test("a link to an old message shows it with the messages before and behind it, and a reload returns to the line last read", async () => {
  const linked = 41;
  const { messages, knowledgeProvenance } = await oldestMessages();
  const id = idFromBytes("msg", messages[linked - 1]!.id);
  const page = await it.open(it.ada, `/t/${threadId}?m=${id}`);
  await question(page, linked).waitFor();
  await rested(page);
  const distance = await distanceOf(page, linked);
  expect(distance).toBeGreaterThanOrEqual(0);
  expect(distance).toBeLessThan(40);

  const mounted = async (): Promise<readonly number[]> => (await rested(page)).mounted;
  await list(page).hover();
  await page.mouse.wheel(0, -2_000);
  await expect.poll(async () => (await mounted())[0]).toBeLessThan(linked - 2);
  await page.mouse.wheel(0, 8_000);
  await expect.poll(async () => (await mounted()).at(-1)).toBeGreaterThan(linked + 10);

  const rows = await mounted();
  const seen = rows.find((position, at) => position % 2 === 1 && at >= rows.length / 2) ?? 0;
  const before = await distanceOf(page, seen);
  await page.goto(`${it.service.url}/t/${threadId}`);
  await question(page, seen).waitFor();
  await rested(page);
  expect(Math.abs((await distanceOf(page, seen)) - before)).toBeLessThanOrEqual(1);

  await list(page).focus();
  await page.keyboard.press("End");
  await question(page, MESSAGES - 1).waitFor();
  await readAll(page);
  await question(page, 5).waitFor();

  // A link to an old source opens it too.
  const [citationId = ""] =
    Object.entries(knowledgeProvenance.citations).find(
      ([, { messageId }]) => messageId === idFromBytes("msg", messages[linked]!.id),
    ) ?? [];
  const beside = await it.open(it.ada, `/t/${threadId}?s=${citationId}`);
  await beside.locator(".reader").waitFor();
  await question(beside, linked + 2).waitFor();
});

test("nothing moves in a long thread while an answer is written, neither at its first line nor above, and Follow follows", async () => {
  const page = await it.open(it.ada, `/t/${threadId}`);
  await question(page, MESSAGES - 1).waitFor();
  await rested(page);
  await ask(page, "Write parts about the harbour of Brackwater: when did it open?");
  const answer = page.locator("article.answers").last();
  await answer.getByText("Being written").waitFor();
  const lines = async (): Promise<number> => await answer.locator("li").count();
  const placeOf = async (row: Locator): Promise<number> =>
    await row.evaluate((element) => element.getBoundingClientRect().top);
  const header = await page.locator(".page-header").evaluate((each) => each.getBoundingClientRect().bottom);
  await expect.poll(async () => (await placeOf(answer)) - header).toBeLessThan(120);
  const first = await placeOf(answer);
  expect(first).toBeGreaterThanOrEqual(header);
  const follow = page.getByRole("button", { name: /^Follow/ });

  // The first line stays while the first part is written below.
  it.models.open();
  await expect.poll(lines).toBe(LINES);
  await follow.waitFor();
  expect(Math.abs((await placeOf(answer)) - first)).toBeLessThanOrEqual(1);

  await follow.click();
  const below = async (): Promise<number> => {
    const { top, end } = await look(page);
    return end - top;
  };
  await expect.poll(below).toBeLessThanOrEqual(1);
  it.models.open();
  await expect.poll(lines).toBe(2 * LINES);
  await expect.poll(below).toBeLessThanOrEqual(1);
  expect(await follow.count()).toBe(0);

  // Once the person scrolls up, the rows in sight stay.
  await list(page).hover();
  await page.mouse.wheel(0, -12_000);
  await expect.poll(below).toBeGreaterThan(10_000);
  const { top, mounted } = await rested(page);
  const seen = page.locator(`[aria-posinset="${mounted[Math.floor(mounted.length / 2)]}"]`);
  const place = await placeOf(seen);
  it.models.open();
  await follow.waitFor();
  await page.getByRole("status").getByText("Answered").waitFor({ state: "attached" });
  expect(Math.abs((await placeOf(seen)) - place)).toBeLessThanOrEqual(1);
  expect((await look(page)).top).toBe(top);
});
