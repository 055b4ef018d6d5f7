/** Addresses of everything on the screen, and the state that reload and Back bring again. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { answered, ask } from "./thread-console.ts";

const DOCUMENTS = 14;
const SENTENCE = "The tidewheel of Brackwater turns twice a day.";
const name = (at: number): string => `entry-${String(at).padStart(2, "0")}.txt`;

let it: Console;
let ada: RemoteUser;
let collectionId: string;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
  collectionId = await createCollection(ada.api, ada.workspace.personalId, "Harbor log");
  for (let at = 1; at <= DOCUMENTS; at += 1)
    await addReadyFile(ada, collectionId, textFile(name(at), at === 1 ? SENTENCE : `Entry ${at}.\n`));
});

const rowOf = (page: Page, at: number): Locator => page.getByRole("row").filter({ hasText: name(at) });

async function choose(page: Page, at: number): Promise<void> {
  await rowOf(page, at).focus();
  await page.keyboard.press("Space");
}

interface View {
  readonly path: string;
  readonly chosen: readonly string[];
  readonly top: number;
}

/** The address, the chosen rows and the scroll position of a list. */
async function viewOf(page: Page): Promise<View> {
  const { pathname, search } = new URL(page.url());
  const chosen = await page.locator('[role="row"][aria-selected="true"]').allInnerTexts();
  const top = await page.locator(".documents-scroller").evaluate((list) => list.scrollTop);
  return { path: pathname + search, chosen: chosen.map((text) => /entry-\d+/.exec(text)?.[0] ?? ""), top };
}

test("reload and Back keep the filter, the selection and the scroll position of a list, and a link opens it anew", async () => {
  const path = `/c/${collectionId}?sort=displayName`;
  const page = await it.open(ada, path, { viewport: { width: 1280, height: 480 } });
  await rowOf(page, 1).waitFor();
  for (const at of [7, 9]) await choose(page, at);
  await page.getByText("2 selected").waitFor();
  await page.locator(".documents-scroller").evaluate((list) => list.scrollTo(0, 180));
  await expect.poll(async () => (await viewOf(page)).top).toBe(180);
  const before = await viewOf(page);
  expect(before).toEqual({ path, chosen: ["entry-07", "entry-09"], top: 180 });

  await page.reload();
  await rowOf(page, 8).waitFor();
  await expect.poll(async () => await viewOf(page)).toEqual(before);
  await rowOf(page, 8).getByRole("link").click();
  await page.waitForURL("**/d/asset_*");
  await page.goBack();
  await rowOf(page, 8).waitFor();
  await expect.poll(async () => await viewOf(page)).toEqual(before);

  // A link to the list opens it anew, and Back still leads to the chosen rows.
  await page.getByRole("treeitem", { name: "Personal" }).click();
  await page.waitForURL(`**/c/${ada.workspace.personalId}`);
  await page.getByRole("treeitem", { name: "Harbor log" }).click();
  await page.waitForURL(`**/c/${collectionId}`);
  await rowOf(page, DOCUMENTS).waitFor();
  expect(await page.getByText("2 selected").count()).toBe(0);
  await page.goBack();
  await page.goBack();
  await rowOf(page, 8).waitFor();
  await expect.poll(async () => await viewOf(page)).toEqual(before);

  // The rows that came again are the ones that are deleted, also those that are not drawn.
  await page.locator(".documents-scroller").evaluate((list) => list.scrollTo(0, 0));
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await page.getByText("2 documents deleted").waitFor();
  await expect.poll(async () => await rowOf(page, 7).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, 7).waitFor();
});

/** Opens a link in a new tab, as a click with Ctrl does. */
async function inNewTab(page: Page, link: Locator): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await link.click({ modifiers: ["Control"] });
  const tab = await opened;
  await tab.waitForLoadState();
  return tab;
}

test("every row, source, hit and place is a link that opens in a new tab at the same state", async () => {
  const threadId = await startThread(ada, collectionId, { label: "The tidewheel" });
  const page = await it.open(ada, `/c/${collectionId}?sort=displayName`);
  const isThere = async (link: Locator, url: RegExp, shown: (tab: Page) => Locator): Promise<void> => {
    const before = page.url();
    const tab = await inNewTab(page, link);
    expect(tab.url()).toMatch(url);
    await shown(tab).first().waitFor();
    expect(page.url()).toBe(before);
    await tab.close();
  };
  const heading = (words: string) => (tab: Page) => tab.getByRole("heading", { name: words });
  await rowOf(page, 1).waitFor();
  await isThere(rowOf(page, 1).getByRole("link"), /\/d\/asset_/, heading(name(1)));
  await isThere(page.getByRole("treeitem", { name: "Harbor log" }), /\/c\/col_/, heading("Harbor log"));
  await isThere(page.getByRole("columnheader").getByRole("link").first(), /sort=/, (tab) => rowOf(tab, 1));
  await isThere(page.getByRole("link", { name: "People" }), /tab=people/, (tab) =>
    tab.getByRole("button", { name: /^Why/ }),
  );

  await page.goto(`${it.service.url}/c/${collectionId}?tab=threads`);
  await isThere(page.getByRole("link", { name: "The tidewheel" }), /\/t\/thread_/, heading("The tidewheel"));

  await page.goto(`${it.service.url}/search?q=tidewheel&in=${collectionId}`);
  const marked = (tab: Page): Locator => tab.locator('.reader-body[data-mark="marked"]');
  await isThere(page.getByRole("link", { name: /turns twice/ }), /\/d\/asset_\w+\?v=\w+&at=\d+-\d+$/, marked);

  await page.goto(`${it.service.url}/t/${threadId}`);
  await ask(page, "How often does the tidewheel of Brackwater turn?");
  await answered(page);
  await isThere(page.locator(".sources a").first(), /\/t\/thread_\w+\?s=cite_\w+$/, marked);
  await page.locator(".sources a").first().click();
  await isThere(page.getByRole("link", { name: "Open alone" }), /\/d\/asset_\w+\?v=\w+&at=\d+-\d+$/, marked);
});
