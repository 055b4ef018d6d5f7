/** Lists that stay current while others change them. */
import type { Locator, Page, Request } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, share, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

test("documents, collections and threads that others bring appear without a reload", async () => {
  const [ada, grace] = [await it.person("ada-live"), await it.person("grace-live")];
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Shared log");
  await addReadyFile(ada, collectionId, textFile("first.txt", "The first entry.\n"));
  await share(ada, collectionId, grace, ["read"]);
  const page = await it.open(grace, `/c/${collectionId}`);
  await rowOf(page, "first.txt").waitFor();
  await addReadyFile(ada, collectionId, textFile("second.txt", "The second entry.\n"));
  await rowOf(page, "second.txt").getByText("Ready").waitFor();
  expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("3");
  await createCollection(ada.api, collectionId, "Drafts");
  await page.getByRole("treeitem", { name: "Drafts" }).waitFor();
  const home = await it.open(ada, "/");
  await home.getByRole("link", { name: /first\.txt/ }).waitFor();
  await startThread(ada, collectionId, { label: "What the log says" });
  await home.getByRole("link", { name: /What the log says/ }).waitFor();
});

test("a page whose collection nobody shares any more shows nothing new", async () => {
  const [ada, grace] = [await it.person("ada-ended"), await it.person("grace-ended")];
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Closed log");
  await addReadyFile(ada, collectionId, textFile("first.txt", "The first entry.\n"));
  await share(ada, collectionId, grace, ["read"]);
  const page = await it.open(grace, `/c/${collectionId}`);
  await rowOf(page, "first.txt").waitFor();
  await addReadyFile(ada, collectionId, textFile("second.txt", "The second entry.\n"));
  await rowOf(page, "second.txt").waitFor();
  const { data } = await ada.api.request("GET", "/v1/collection-access/{collectionID}", {
    params: { collectionID: collectionId },
  });
  const member = data.records.find(({ email }) => email === grace.email);
  await ada.api.request("POST", "/v1/modify-collection-permissions", {
    body: { collectionId, userId: member!.user_id!, actions: [] },
  });
  const { cursor } = (await grace.api.request("GET", "/v1/users/self/changes")).data;
  await addReadyFile(ada, collectionId, textFile("third.txt", "The third entry.\n"));
  const { changed } = (await grace.api.request("GET", "/v1/users/self/changes", { query: { after: cursor } }))
    .data;
  expect(changed).toEqual([]);
});

/** Counts the timers that are set, and lets a test choose the time and the visibility. */
async function controlClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const pending = new Set<number>();
    const set = window.setTimeout.bind(window);
    const repeat = window.setInterval.bind(window);
    const clear = window.clearTimeout.bind(window);
    window.setTimeout = ((act: () => void, ms?: number) => {
      const id = set(() => {
        pending.delete(id);
        act();
      }, ms) as unknown as number;
      pending.add(id);
      return id;
    }) as typeof setTimeout;
    window.setInterval = ((act: () => void, ms?: number) => {
      const id = repeat(act, ms) as unknown as number;
      pending.add(id);
      return id;
    }) as typeof setInterval;
    window.clearTimeout = window.clearInterval = ((id: number) => {
      pending.delete(id);
      clear(id);
    }) as typeof clearTimeout;
    Object.assign(window, { pendingTimers: pending });
  });
}

const timersOf = async (page: Page): Promise<number> =>
  await page.evaluate(() => (window as unknown as { pendingTimers: Set<number> }).pendingTimers.size);

async function show(page: Page, state: "visible" | "hidden"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/** Counts the requests of a page from now on, and those of them that have no answer yet. */
function countRequests(page: Page): { readonly all: number; readonly open: number } {
  const open = new Set<Request>();
  let all = 0;
  page.on("request", (request) => {
    all += 1;
    open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return {
    get all() {
      return all;
    },
    get open() {
      return open.size;
    },
  };
}

test("an idle Home asks ever less, then holds no timer until somebody returns", async () => {
  const [ada, grace] = [await it.person("ada-idle"), await it.person("grace-idle")];
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Night log");
  await share(ada, collectionId, grace, ["read"]);
  const page = await it.open(grace);
  await controlClock(page);
  await page.reload();
  await page.getByRole("treeitem", { name: "Night log" }).waitFor();
  const count = countRequests(page);
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await page.clock.runFor(60_000);
      await expect.poll(() => count.open).toBe(0);
    }
  };
  await pass(12);
  expect(await timersOf(page)).toBe(0);
  expect(count.all).toBeGreaterThan(5);
  expect(count.all).toBeLessThan(20);

  const { all } = count;
  await createCollection(ada.api, collectionId, "Morning log");
  await pass(30);
  expect(count.all).toBe(all);
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await page.getByRole("treeitem", { name: "Morning log" }).waitFor({ state: "attached" });
});

test("a hidden page asks nothing, and asks at once when it is visible again", async () => {
  const [ada, grace] = [await it.person("ada-hidden"), await it.person("grace-hidden")];
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Hidden log");
  await share(ada, collectionId, grace, ["read"]);
  const page = await it.open(grace);
  await controlClock(page);
  await page.reload();
  await page.getByRole("treeitem", { name: "Hidden log" }).waitFor();
  const count = countRequests(page);
  await expect.poll(async () => await timersOf(page)).toBe(1);
  await show(page, "hidden");
  await expect.poll(() => count.open).toBe(0);
  expect(await timersOf(page)).toBe(0);
  const { all } = count;
  await createCollection(ada.api, collectionId, "Seen later");
  await page.clock.runFor(5 * 60_000);
  expect(count.all).toBe(all);
  await show(page, "visible");
  await page.getByRole("treeitem", { name: "Seen later" }).waitFor({ state: "attached" });
});
