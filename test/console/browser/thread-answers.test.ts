/** Answers in their states: written, stopped, asked again, chosen, rated, copied. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  answered,
  answers,
  ask,
  chips,
  composer,
  FACTS,
  startThreadConsole,
  type ThreadConsole,
} from "./thread-console.ts";

const OPENED = "When did the harbour of Brackwater open?";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole();
});

test("an answer shows unsupported sentences by a word and a sign", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  await ask(page, "Show the marks of the harbour of Brackwater");
  await answered(page);
  const marks = await answers(page).locator(".sentence-mark").allTextContents();
  expect(marks[0]).toMatch(/^≠ contradicts its source\. A figure/);
  expect(await answers(page).locator(".support-line").textContent()).toContain("1 sentence word for word");
});

test("a rating says who reads it, a bad one asks why, and it is there after a reload", async () => {
  const threadId = await it.newThread();
  const page = await it.open(it.ada, `/t/${threadId}`);
  await ask(page, OPENED);
  await answered(page);
  await page.getByRole("button", { name: "Bad answer" }).click();
  await page.getByText("The owners of the organization read this.").waitFor();
  await page.getByRole("textbox", { name: "What is wrong with it?" }).fill("It is about another engine.");
  await page.keyboard.press("Enter");
  await page.getByText("Thank you.").waitFor();
  const rated = async (): Promise<unknown> => {
    const { messages } = (
      await it.ada.api.request("GET", "/v1/threads/{threadID}", { params: { threadID: threadId } })
    ).data;
    const { idFromBytes } = await import("../../../src/domain/ids.ts");
    const messageID = idFromBytes("msg", messages[0]?.id ?? []);
    const { data } = await it.ada.api.request("GET", "/v1/threads/{threadID}/messages/{messageID}/answers", {
      params: { threadID: threadId, messageID },
    });
    return data.records.map(({ rating, word }) => ({ rating, word }));
  };
  await expect.poll(rated).toEqual([{ rating: "bad", word: "It is about another engine." }]);
  await page.reload();
  await answered(page);
  const pressed = async (name: string): Promise<string | null> =>
    await page.getByRole("button", { name }).getAttribute("aria-pressed");
  expect([await pressed("Bad answer"), await pressed("Good answer")]).toEqual(["true", "false"]);
  expect(await page.getByText("The owners of the organization read this.").count()).toBe(0);
  await page.getByRole("button", { name: "Bad answer" }).click();
  await expect.poll(rated).toEqual([{ rating: "", word: "" }]);
});

test("copying an answer gives its text with numbers and its sources, as text and as Markdown", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ask(page, OPENED);
  await answered(page);
  const copied = async (): Promise<string> =>
    await page.evaluate(async () => await navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy with sources" }).click();
  const text = `${FACTS[0]} [1]\n\n[1] "${FACTS[0]}" (harbor.txt, line 1)`;
  await expect.poll(copied).toBe(text);
  await composer(page).press("ControlOrMeta+V");
  expect(await composer(page).inputValue()).toBe(text);
  await answers(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy as Markdown" }).click();
  await expect.poll(copied).toBe(`${FACTS[0]} [^1]\n\n[^1]: "${FACTS[0]}" (harbor.txt, line 1)`);
  await answers(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  await expect.poll(copied).toMatch(/\/t\/thread_\w+\?m=msg_\w+$/);
  await chips(page).first().click();
  // The link leads to this place in this thread.
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(copied).toMatch(/\/t\/thread_\w+\?s=cite_\w+$/);
  expect(await copied()).toBe(page.url());
  const other = await page.context().newPage();
  await other.goto(await copied());
  await other.locator('.reader-body[data-mark="marked"]').waitFor();
});

/** The vertical places of elements on the screen. */
const topOf = async (page: Page, selector: string): Promise<number> =>
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

test("opening a source moves the clicked line by at most two pixels", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  for (let question = 0; question < 3; question += 1) {
    await ask(page, "Say twelve things about the harbour of Brackwater");
    await answered(page, question + 1);
  }
  const chip = chips(page, 2).nth(8);
  await chip.scrollIntoViewIfNeeded();
  await chip.evaluate((element) => element.setAttribute("id", "clicked"));
  const before = await topOf(page, "#clicked");
  await chip.click();
  await page.getByRole("region", { name: "Source 9" }).waitFor();
  await page.getByRole("region", { name: "Source 9" }).getByText(FACTS[8]).first().waitFor();
  expect(Math.abs((await topOf(page, "#clicked")) - before)).toBeLessThanOrEqual(2);
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Source 9" }).waitFor({ state: "detached" });
  await expect
    .poll(async () => await chip.evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(Math.abs((await topOf(page, "#clicked")) - before)).toBeLessThanOrEqual(2);
});
