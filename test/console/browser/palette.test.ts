/** The command palette and the keys of every page. */
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

test("the palette finds collections and documents, runs actions, and gives the focus back", async () => {
  const ada = await it.person("ada");
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Supplier contracts");
  await addReadyFile(ada, collectionId, textFile("nordwind terms.txt", "Terms.\n"));
  const page = await it.open(ada);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or do" });
  await field.fill("supplier");
  await page.getByRole("option", { name: "Supplier contracts" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/c/${collectionId}`);

  await page.getByRole("button", { name: "Add", exact: true }).waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).focus();
  await page.keyboard.press("Control+k");
  await field.fill("nordwind");
  await page.getByRole("option", { name: "nordwind terms.txt" }).waitFor();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Add");

  await page.keyboard.press("Control+k");
  await field.fill("> new coll");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New collection" }).waitFor();
});

test("an Enter that ends a composition chooses nothing", async () => {
  const page = await it.open(await it.person("ada-ime"));
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or do" });
  await field.fill("設定");
  await field.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  expect(await field.inputValue()).toBe("設定");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("letters lead to places and open the help, which switches them off", async () => {
  const page = await it.open(await it.person("ada-letters"), "/deleted");
  await page.getByRole("heading", { name: "Deleted" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/library");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  await expectAccessible(page);
  await help.getByRole("checkbox", { name: "Single letters are keys" }).uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.keyboard.press("?");
  expect(new URL(page.url()).pathname).toBe("/library");
  expect(await help.count()).toBe(0);
  await page.keyboard.press("F6");
  expect(await page.evaluate(() => document.activeElement?.closest("nav.side, #content") !== null)).toBe(
    true,
  );
});
