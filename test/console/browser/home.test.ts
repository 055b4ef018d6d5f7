/** Home: the question over everything, documents and samples. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addReadyFile, type RemoteUser, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const QUESTION = "How many piers carry the bridge over the Mole?";
const question = (page: Page) => page.getByRole("textbox", { name: "Question" });

/** The questions of the thread at which the page is. */
async function questionsOf({ api }: RemoteUser, page: Page): Promise<string[]> {
  const threadID = new URL(page.url()).pathname.split("/")[2] ?? "";
  const { data } = await api.request("GET", "/v1/threads/{threadID}", { params: { threadID } });
  return data.messages.filter(({ kind }) => kind === "promptV2").map(({ content }) => content);
}

describe("the ask box", () => {
  test("has the focus, and Enter creates a thread with the question over the whole library", async () => {
    const ada = await it.person("ada");
    const page = await it.open(ada);
    await question(page).waitFor();
    expect(await question(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(QUESTION);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/t/thread_*");
    expect(await questionsOf(ada, page)).toEqual([QUESTION]);
    await page.goBack();
    await question(page).waitFor();
    expect(await question(page).inputValue()).toBe("");
    await page.getByRole("heading", { name: "Recent threads" }).waitFor();
  });

  test("Shift Enter makes a new line, and Enter while a character is composed sends nothing", async () => {
    const page = await it.open(await it.person("bea"));
    await question(page).waitFor();
    await page.keyboard.type("one");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("two");
    await question(page).evaluate((element) => {
      const composing = { key: "Enter", bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent("keydown", { ...composing, isComposing: true }));
      element.dispatchEvent(
        new KeyboardEvent("keydown", { ...composing, keyCode: 229 } as KeyboardEventInit),
      );
    });
    expect(await question(page).inputValue()).toBe("one\ntwo");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("an unsent question is there after a reload, for its author alone", async () => {
    const [ada, grace] = [await it.person("cleo"), await it.person("grace")];
    const page = await it.open(ada);
    await question(page).fill(QUESTION);
    await page.reload();
    expect(await question(page).inputValue()).toBe(QUESTION);
    await page.goto(it.linkFor(grace.email));
    await page.getByRole("button", { name: /Account of grace/ }).waitFor();
    expect(await question(page).inputValue()).toBe("");
  });

  test("an empty question creates no thread", async () => {
    const ada = await it.person("dora");
    const page = await it.open(ada);
    await question(page).fill("   ");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Ask" }).click();
    expect(new URL(page.url()).pathname).toBe("/");
    const { data } = await ada.api.request("GET", "/v1/navigate/recent/threads", {
      query: { limit: 10, offset: 0 },
    });
    expect(data.result.entities).toEqual([]);
  });
});

describe("documents", () => {
  test("a chosen file is sent and read, and an unreadable one stands first with its reason", async () => {
    const page = await it.open(await it.person("eva"));
    await page.getByLabel("Choose files").setInputFiles([
      { name: "facts.txt", mimeType: "text/plain", buffer: Buffer.from("The bridge stands on nine piers.") },
      { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 broken") },
    ]);
    const list = page.getByRole("region", { name: "Uploads" });
    await list.getByText("1 failed").waitFor({ timeout: 60_000 });
    await list
      .getByRole("listitem")
      .filter({ hasText: /facts\.txt.*Ready/ })
      .waitFor({ timeout: 60_000 });
    const rows = await list.getByRole("listitem").allTextContents();
    expect(rows[0]).toMatch(/^broken\.pdf./);
    expect(rows[1]).toMatch(/^facts\.txtReady/);
    await expectAccessible(page);
    const recent = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Recent documents" }) });
    await recent.getByRole("link", { name: /facts\.txt/ }).waitFor();
    expect(await recent.getByRole("listitem").first().textContent()).toContain("broken.pdf");
  });

  test("one click adds the samples, and another one asks about them", async () => {
    const ada = await it.person("fay");
    const page = await it.open(ada);
    await page.getByRole("button", { name: "Add samples" }).click();
    const sample = page.getByRole("button", { name: "What goal do FASTA and BLAST have in common?" });
    await sample.waitFor({ timeout: 90_000 });
    expect((await ada.api.collections()).map(({ label }) => label)).toContain("Samples");
    expect(await page.getByRole("button", { name: "Add samples" }).count()).toBe(0);
    await page.reload();
    await sample.click();
    await page.waitForURL("**/t/thread_*");
    expect(await questionsOf(ada, page)).toEqual(["What goal do FASTA and BLAST have in common?"]);
  });
});

test.each([
  ["light", { width: 1280, height: 900 }, "en-US"],
  ["dark", { width: 1280, height: 900 }, "de-DE"],
  ["light", PHONE, "de-DE"],
  ["dark", PHONE, "zh-CN"],
] as const)(
  "Home is accessible and no wider than the window: %s, %o, %s",
  async (colorScheme, viewport, locale) => {
    const ada = await it.person("gina");
    await addReadyFile(
      ada,
      ada.workspace.personalId,
      textFile(`${"long name ".repeat(12)}.txt`, "Nine piers."),
    );
    await startThread(ada, ada.workspace.personalId);
    const page = await it.open(ada, "/", { colorScheme, viewport, locale });
    await page.locator(".home-list").nth(1).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(
      await page.locator(".page-content").evaluate((element) => element.scrollWidth - element.clientWidth),
    ).toBe(0);
  },
);

test("a session that ends during the work covers the page until the person signs in again", async () => {
  const ada = await it.person("hana");
  const page = await it.open(ada);
  await question(page).fill(QUESTION);
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByText("Your session has ended. What you wrote is still here.").waitFor();
  await expectAccessible(page, "dialog");
  await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  const other = await page.context().newPage();
  await other.goto(it.linkFor(ada.email));
  await page.waitForURL("**/t/thread_*");
  expect(await questionsOf(ada, page)).toEqual([QUESTION]);
});

test("Back and reload return to the line at which the person left Home", async () => {
  const ada = await it.person("ivy");
  const page = await it.open(ada, "/", { viewport: { width: 900, height: 500 } });
  const content = page.locator(".page-content");
  const top = async (): Promise<number> => await content.evaluate((element) => Math.round(element.scrollTop));
  await page.getByRole("button", { name: "Add samples" }).waitFor();
  await content.evaluate((element) => element.scrollTo(0, 200));
  expect(await top()).toBe(200);
  await page.waitForFunction(() => sessionStorage.getItem("knowledge:scroll")?.includes("200"));
  await page.locator("nav.side").getByRole("link", { name: "Threads" }).click();
  await page.waitForURL("**/threads");
  await page.goBack();
  await expect.poll(top, { timeout: 20_000 }).toBe(200);
  await page.reload();
  await expect.poll(top, { timeout: 20_000 }).toBe(200);
  await page.locator("nav.side").getByRole("link", { name: "Threads" }).click();
  await page.locator("nav.side").getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: "Add samples" }).waitFor();
  expect(await top()).toBe(0);
});

test("a page of one person does not continue as another one", async () => {
  const lea = await it.person("lea");
  const page = await it.open(lea);
  await question(page).fill(QUESTION);
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Sign in" }).waitFor();
  const other = await page.context().newPage();
  const mia = await it.person("mia");
  await other.goto(it.linkFor(mia.email));
  await page.getByRole("button", { name: /Account of mia/ }).waitFor();
  expect(await question(page).inputValue()).toBe("");
  const { data } = await mia.api.request("GET", "/v1/navigate/recent/threads", {
    query: { limit: 10, offset: 0 },
  });
  expect(data.result.entities).toEqual([]);
});
