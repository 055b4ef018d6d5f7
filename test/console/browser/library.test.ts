/** The library: tree, list, moves and deletions. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, share, textFile } from "../../support/http/remote-user.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const folderOf = async (user: RemoteUser, label: string): Promise<string> =>
  await createCollection(user.api, user.workspace.personalId, label);

/** The focused element after a key, in the same task: no frame is drawn between. */
async function focusAfter(page: Page, key: string): Promise<string> {
  return await page.evaluate(async (pressed) => {
    const event = { key: pressed, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", event));
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
  }, key);
}

describe("the list of documents", () => {
  test("the keyboard alone selects, moves, renames, deletes and takes back", async () => {
    const ada = await it.person("ada-keys");
    const [from, to] = [await folderOf(ada, "From"), await folderOf(ada, "To")];
    for (const name of ["a.txt", "b.txt", "c.txt", "d.txt"])
      await addReadyFile(ada, from, textFile(name, `About ${name}.\n`));
    const page = await it.open(ada, `/c/${from}?sort=displayName`);
    await rowOf(page, "a.txt").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("3 selected").waitFor();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Move 3 documents" });
    await dialog.getByRole("treeitem", { name: "From" }).focus();
    await page.keyboard.press("t");
    await page.keyboard.press("Enter");
    await dialog.getByText("Nobody gains or loses access").waitFor();
    await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("2");

    await rowOf(page, "d.txt").focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "Rename" }).fill("delta.txt");
    await page.keyboard.press("Enter");
    await rowOf(page, "delta.txt").waitFor();
    await rowOf(page, "delta.txt").focus();
    await page.keyboard.press("Delete");
    await page.getByText("1 document deleted").waitFor();
    await page.getByText("Nothing here yet.").waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await rowOf(page, "delta.txt").waitFor();
    await page.goto(`${it.service.url}/c/${to}`);
    for (const name of ["a.txt", "b.txt", "c.txt"]) await rowOf(page, name).waitFor();
  });

  test("each key moves the focus before the browser draws, so that fast typing loses no key", async () => {
    const ada = await it.person("ada-fast");
    const [from] = [await folderOf(ada, "From"), await folderOf(ada, "To")];
    for (const name of ["a.txt", "b.txt"]) await addReadyFile(ada, from, textFile(name, `About ${name}.\n`));
    const page = await it.open(ada, `/c/${from}?sort=displayName`);
    await rowOf(page, "a.txt").focus();
    expect(await focusAfter(page, "ArrowDown")).toContain("b.txt");
    expect(await focusAfter(page, "F2")).toBe("Rename");
    await page.keyboard.press("Escape");
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Move b.txt" });
    await dialog.getByRole("treeitem", { name: "From" }).focus();
    expect(await focusAfter(page, "t")).toContain("To");
    expect(await focusAfter(page, "ArrowUp")).toContain("From");
  });

  test("a name is not kept while an input method composes it", async () => {
    const ada = await it.person("ada-ime");
    const collectionId = await folderOf(ada, "Names");
    await addReadyFile(ada, collectionId, textFile("tide.txt", "The tide turns.\n"));
    const page = await it.open(ada, `/c/${collectionId}`);
    await rowOf(page, "tide.txt").focus();
    await page.keyboard.press("F2");
    const field = page.getByRole("textbox", { name: "Rename" });
    await field.fill("潮.txt");
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
    expect(await field.inputValue()).toBe("潮.txt");
    await page.keyboard.press("Escape");
    await rowOf(page, "tide.txt").waitFor();
  });

  test("a move under a collection that others read shows who gains, and changes nothing before", async () => {
    const [ada, grace] = [await it.person("ada-move"), await it.person("grace-move")];
    const [from, to] = [await folderOf(ada, "Private"), await folderOf(ada, "Shared")];
    await share(ada, to, grace, ["read"]);
    await addReadyFile(ada, from, textFile("plan.txt", "The plan.\n"));
    const page = await it.open(ada, `/c/${from}`);
    await rowOf(page, "plan.txt").focus();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("treeitem", { name: "Shared" }).click();
    await dialog.getByText("1 gains access").waitFor();
    expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringContaining("gains: Read"),
    ]);
    await expectAccessible(page);
    expect(await grace.api.search("plan")).toEqual([]);
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await grace.api.search("plan")).toHaveLength(1);
  });

  test("deleting a collection says what goes, and needs a tick", async () => {
    const ada = await it.person("ada-delete");
    const collectionId = await folderOf(ada, "Old");
    await addReadyFile(ada, collectionId, textFile("old.txt", "An old text.\n"));
    const page = await it.open(ada, `/c/${collectionId}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Old" });
    await dialog.getByText("Goes: 1 collection, 1 document, and 0 threads.").waitFor();
    const button = dialog.getByRole("button", { name: "Delete the collection and 1 document for good" });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByRole("checkbox").check();
    await expectAccessible(page);
    await button.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/c/${ada.workspace.personalId}`);
    await expect.poll(async () => await page.getByRole("treeitem", { name: "Old" }).count()).toBe(0);
  });

  test("the list has no violation in either theme, and fits a phone", async () => {
    const ada = await it.person("ada-axe");
    const collectionId = await folderOf(ada, "Plain");
    await addReadyFile(ada, collectionId, textFile("plain.txt", "A plain text.\n"));
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await it.open(ada, `/c/${collectionId}`, { colorScheme, viewport: PHONE });
      await rowOf(page, "plain.txt").waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );
    }
  });
});
