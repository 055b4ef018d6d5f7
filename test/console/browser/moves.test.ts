/** Moves by drag and by keys, their effects on access, and deletions for good. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, share, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const library = (page: Page): Locator => page.getByRole("tree", { name: "Library" });
const nodeOf = (page: Page, name: string): Locator => library(page).getByRole("treeitem", { name });
const folderOf = async (user: RemoteUser, label: string, parentId = user.workspace.personalId) =>
  await createCollection(user.api, parentId, label);

async function namesIn(user: RemoteUser, collectionID: string): Promise<string[]> {
  const { data } = await user.api.request("GET", "/v1/collection/{collectionID}/assets", {
    params: { collectionID },
  });
  return data.result.entities.map((each) => each.data.displayName).toSorted();
}

/** Presses the button over one element and holds the pointer over another one. */
async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await holdOver(page, to);
}

/** Two steps: the browser begins a drag with the first one. */
async function holdOver(page: Page, to: Locator): Promise<void> {
  await to.hover({ force: true });
  await to.hover({ force: true, position: { x: 60, y: 10 } });
}

test("a drag moves three rows into a collection that opens below the pointer, and says why others are closed", async () => {
  const [ada, grace] = [await it.person("ada"), await it.person("grace")];
  const from = await folderOf(ada, "From");
  const outer = await folderOf(ada, "Outer");
  const inner = await folderOf(ada, "Inner", outer);
  const foreign = await folderOf(grace, "Foreign");
  await share(grace, foreign, ada, ["read"]);
  for (const name of ["a.txt", "b.txt", "c.txt", "d.txt"])
    await addReadyFile(ada, from, textFile(name, `About ${name}.\n`));
  const page = await it.open(ada, `/c/${from}?sort=displayName`);
  await nodeOf(page, "Outer").locator(".tree-fold").click();
  await nodeOf(page, "Inner").waitFor({ state: "detached" });
  await rowOf(page, "a.txt").getByRole("checkbox").click();
  await rowOf(page, "c.txt")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await page.getByText("3 selected").waitFor();

  await dragTo(page, rowOf(page, "b.txt").locator(".column-size"), nodeOf(page, "From"));
  await nodeOf(page, "From").getByText("is here").waitFor();
  expect(await nodeOf(page, "From").getAttribute("aria-disabled")).toBe("true");
  await holdOver(page, nodeOf(page, "Foreign"));
  await nodeOf(page, "Foreign").getByText("read only").waitFor();
  await holdOver(page, nodeOf(page, "Outer"));
  await nodeOf(page, "Inner").waitFor();
  await holdOver(page, nodeOf(page, "Inner"));
  await library(page).locator(".is-target", { hasText: "Inner" }).waitFor();
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Move 3 documents" });
  await dialog.getByText("Nobody gains or loses access").waitFor();
  expect(await namesIn(ada, inner)).toEqual([]);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await namesIn(ada, inner)).toEqual(["a.txt", "b.txt", "c.txt"]);
  await page.getByText("3 selected").waitFor({ state: "detached" });
  await expect.poll(async () => await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("2");
});

test("a collection moves in the tree by drag, and by M", async () => {
  const ada = await it.person("ada-tree");
  const [left, right] = [await folderOf(ada, "Left"), await folderOf(ada, "Right")];
  const moved = await folderOf(ada, "Moved", left);
  const page = await it.open(ada, `/c/${left}`);
  const parentOf = async (): Promise<unknown> => {
    const parent = library(page).locator(`[data-id="${moved}"]`);
    return await parent.evaluate((element) => element.previousElementSibling?.getAttribute("data-id"));
  };
  await dragTo(page, nodeOf(page, "Moved"), nodeOf(page, "Left"));
  await nodeOf(page, "Left").getByText("is here").waitFor();
  await holdOver(page, nodeOf(page, "Right"));
  await library(page).locator(".is-target", { hasText: "Right" }).waitFor();
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Move Moved" });
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(parentOf).toBe(right);

  await nodeOf(page, "Moved").focus();
  await page.keyboard.press("m");
  await dialog.getByRole("treeitem", { name: "Right" }).getByText("is here").waitFor();
  await dialog.getByRole("treeitem", { name: "Left" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Nobody gains or loses access").waitFor();
  await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(parentOf).toBe(left);
  const path = (
    await ada.api.request("GET", "/v1/collections/{collectionID}", { params: { collectionID: moved } })
  ).data.path;
  expect(path).toHaveLength(4);
});

test("the move of a collection shows exactly the effects of the service's dry run, and changes nothing before", async () => {
  const [ada, grace, lin] = [
    await it.person("ada-effects"),
    await it.person("grace-gains"),
    await it.person("lin-loses"),
  ];
  const [old, shared] = [await folderOf(ada, "Old place"), await folderOf(ada, "Shared")];
  const moved = await folderOf(ada, "Moved", old);
  await share(ada, shared, grace, ["read"]);
  await share(ada, old, lin, ["read"]);
  await addReadyFile(ada, moved, textFile("plan.txt", "The plan of the tidewheel.\n"));
  const dryRun = await ada.api.request("POST", "/v1/collection/{collectionID}/move", {
    params: { collectionID: moved },
    query: { dryRun: "true" },
    body: { collectionId: moved, parentCollectionId: shared },
  });
  const { effects } = dryRun.data as unknown as {
    effects: { who: { displayName: string }; on: { label: string }; gained: string[]; lost: string[] }[];
  };
  expect(new Set(effects.map(({ who }) => who.displayName)).size).toBe(2);
  const page = await it.open(ada, `/c/${moved}`);
  await dragTo(page, nodeOf(page, "Moved"), nodeOf(page, "Shared"));
  await library(page).locator(".is-target", { hasText: "Shared" }).waitFor();
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Move Moved" });
  await dialog.getByText("1 gains access").waitFor();
  await dialog.getByText("1 loses access").waitFor();
  const shown = await dialog.getByRole("listitem").allInnerTexts();
  // The losses stand first.
  const ordered = effects.toSorted((one, other) => other.lost.length - one.lost.length);
  expect(shown).toEqual(
    ordered.map(
      ({ who, on, lost }) =>
        `${who.displayName} · ${on.label} ${lost.length > 0 ? "loses: Read" : "gains: Read"}`,
    ),
  );
  await expectAccessible(page);
  expect(await grace.api.search("tidewheel")).toEqual([]);
  expect(await lin.api.search("tidewheel")).toHaveLength(1);
  await dialog.getByRole("button", { name: "Move, and take this access away" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await grace.api.search("tidewheel")).toHaveLength(1);
  expect(await lin.api.search("tidewheel")).toEqual([]);
});

test("the receipt of a collection that was deleted for good opens, and the check finds nothing", async () => {
  const ada = await it.person("ada-receipt");
  const [old, kept] = [await folderOf(ada, "Old"), await folderOf(ada, "Kept")];
  await addReadyFile(ada, old, textFile("goes.txt", "This text goes.\n"));
  const staysId = await addReadyFile(ada, old, textFile("stays.txt", "This text stays.\n"));
  await ada.api.request("POST", "/v1/collections/{collectionID}/assets", {
    params: { collectionID: kept },
    body: { collectionId: kept, assetIds: [staysId], flags: [] },
  });
  const page = await it.open(ada, `/c/${old}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Old" });
  await dialog.getByText("Goes: 1 collection, 1 document, and 0 threads.").waitFor();
  await dialog.getByText("1 document also stands in another collection and stays there.").waitFor();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: /Delete the collection/ }).click();
  await page.getByRole("link", { name: "Open the receipt" }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByRole("heading", { name: "Old" }).waitFor();
  await receipt.getByText("Goes: 1 collection, 1 document, and 0 threads.").waitFor();
  await expectAccessible(page);
  await expect
    .poll(async () => {
      await receipt.getByRole("button", { name: "Check now" }).click();
      await receipt.getByText("records were looked for").or(receipt.getByText("still found")).waitFor();
      return await receipt.getByText("None was found.").count();
    })
    .toBe(1);
  expect(await namesIn(ada, kept)).toEqual(["stays.txt"]);
  await page.getByRole("link", { name: "For good" }).click();
  await page.getByRole("listitem").getByRole("link", { name: "Old" }).click();
  await receipt.waitFor();
});
