/** Lists that are much longer than the screen: the drawn rows, and the places that screen readers say. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, textFile } from "../../support/http/remote-user.ts";
import { fillCollection } from "../../support/rows/fill-collection.ts";
import { type Console, startConsole } from "./console.ts";

const DOCUMENTS = 2_000;
/** The head of the grid is its first row. */
const ROWS = DOCUMENTS + 1;
const FOLDERS = 220;
/** Rows beyond the visible ones, on both sides together. */
const SPARE = 16;
const JUMPS = 12;

let it: Console;
let ada: RemoteUser;
let pileId: string;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
  pileId = await createCollection(ada.api, ada.workspace.personalId, "Pile");
  await addReadyFile(ada, pileId, textFile("Document 0001.txt", "The tide turns.\n"));
  const foldersId = await createCollection(ada.api, ada.workspace.personalId, "Folders");
  for (let at = 1; at <= FOLDERS; at += 1) await createCollection(ada.api, foldersId, `Folder ${at}`);
  await it.service.kill("SIGTERM");
  fillCollection(it.service.dir, pileId, DOCUMENTS);
  await it.service.restart();
});

const scrollerOf = (page: Page): Locator => page.locator(".documents-scroller");
const placesOf = async (rows: Locator, attribute: string): Promise<number[]> =>
  (
    await rows.evaluateAll((all, name) => all.map((each) => Number(each.getAttribute(name))), attribute)
  ).toSorted((one, other) => one - other);
const following = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at);

/** The number of rows that fit on the screen, with the cut ones at both edges. */
async function visibleRows(scroller: Locator, row: Locator): Promise<number> {
  const height = await scroller.evaluate(({ clientHeight }) => clientHeight);
  return Math.ceil(height / (await row.evaluate((element) => element.getBoundingClientRect().height))) + 1;
}

async function scrollTo(scroller: Locator, share: number): Promise<void> {
  await scroller.evaluate((element, to) => {
    element.scrollTop = to * (element.scrollHeight - element.clientHeight);
  }, share);
}

test("a long grid draws few rows, and each has its place among all documents wherever the list stands", async () => {
  const page = await it.open(ada, `/c/${pileId}`);
  const read = new Set<string>();
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/assets")) read.add(searchParams.get("offset") ?? "");
  });
  const grid = page.getByRole("grid");
  const rows = grid.locator(".document-row");
  await rows.first().getByRole("checkbox").waitFor();
  expect(await grid.getAttribute("aria-rowcount")).toBe(String(ROWS));
  expect(await grid.getByRole("row").first().getAttribute("aria-rowindex")).toBe("1");
  const visible = await visibleRows(scrollerOf(page), rows.first());
  const drawn = await placesOf(rows, "aria-rowindex");
  expect(drawn).toEqual(following(2, drawn.length));
  expect(drawn.length).toBeLessThanOrEqual(visible + SPARE);

  for (const share of [0.5, 1]) {
    await scrollTo(scrollerOf(page), share);
    await expect
      .poll(async () => Math.abs(((await placesOf(rows, "aria-rowindex"))[0] ?? 0) / ROWS - share))
      .toBeLessThan(0.03);
    await rows.last().getByRole("checkbox").waitFor();
    const places = await placesOf(rows, "aria-rowindex");
    expect(places).toEqual(following(places[0] ?? 0, places.length));
    expect(places.length).toBeLessThanOrEqual(visible + SPARE);
    expect(await grid.getAttribute("aria-rowcount")).toBe(String(ROWS));
  }
  expect((await placesOf(rows, "aria-rowindex")).at(-1)).toBe(ROWS);
  // Few of the pages of 100 documents are read.
  expect(read.size).toBeLessThanOrEqual(5);
});

/** Scrolls by whole screens, one a frame. @returns the rows in the page at each frame */
async function jump(page: Page): Promise<readonly number[]> {
  return await scrollerOf(page).evaluate(async (scroller, jumps) => {
    const counts: number[] = [];
    for (let at = 0; at < jumps; at += 1) {
      scroller.scrollTop += 3 * scroller.clientHeight;
      // The browser calls listeners of the scroll before it calls those of the frame.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      counts.push(scroller.querySelectorAll(".document-row").length);
    }
    return counts;
  }, JUMPS);
}

test("a list that jumps draws only the rows on the screen, and the others when it stands still", async () => {
  const page = await it.open(ada, `/c/${pileId}`);
  const rows = page.locator(".document-row");
  await rows.first().getByRole("checkbox").waitFor();
  const visible = await visibleRows(scrollerOf(page), rows.first());
  expect(Math.max(...(await jump(page)))).toBeLessThanOrEqual(visible);
  await expect.poll(async () => await rows.count()).toBeGreaterThanOrEqual(visible - 1 + SPARE);
});

test("the menus of a list have entries and keys of their own only while they are open", async () => {
  const page = await it.open(ada, `/c/${pileId}`);
  const button = page.locator(".document-row").first().getByRole("button", { name: /^More/ });
  await button.waitFor();
  const entries = page.locator(".document-row [role=menuitem]");
  expect(await entries.count()).toBe(0);
  await button.press("Enter");
  await entries.first().waitFor();
  await expect
    .poll(async () => await page.evaluate(() => document.activeElement?.textContent))
    .toBe("Copy link");
  expect(await button.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(async () => await page.evaluate(() => document.activeElement?.textContent))
    .toBe("Download");
  await page.keyboard.press("Escape");
  await expect.poll(async () => await entries.count()).toBe(0);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await button.getAttribute("aria-expanded")).toBe("false");
});

test("a long tree draws few nodes, and each has its place among its siblings wherever the tree stands", async () => {
  const page = await it.open(ada, `/c/${pileId}`);
  const tree = page.locator("nav.side .tree-scroller");
  const folders = tree.getByRole("treeitem", { name: /^Folder \d/ });
  await folders.first().waitFor();
  const visible = await visibleRows(tree, folders.first());
  const expectPlaces = async (): Promise<number[]> => {
    const places = await placesOf(folders, "aria-posinset");
    expect(places).toEqual(following(places[0] ?? 0, places.length));
    expect(new Set(await placesOf(folders, "aria-setsize"))).toEqual(new Set([FOLDERS]));
    expect(await tree.getByRole("treeitem").count()).toBeLessThanOrEqual(visible + SPARE);
    return places;
  };
  expect((await expectPlaces())[0]).toBe(1);
  await scrollTo(tree, 0.5);
  await expect.poll(async () => (await placesOf(folders, "aria-posinset"))[0]).toBeGreaterThan(FOLDERS / 4);
  await expectPlaces();
  await scrollTo(tree, 1);
  await expect.poll(async () => (await placesOf(folders, "aria-posinset")).at(-1)).toBe(FOLDERS);
  await expectPlaces();
});
