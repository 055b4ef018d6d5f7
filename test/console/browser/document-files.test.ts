/** The files of documents: saving the original. */
import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, share, textFile } from "../../support/http/remote-user.ts";
import { setRights } from "../../support/http/set-rights.ts";
import { type Console, startConsole } from "./console.ts";

let it: Console;
let ada: RemoteUser;
let folderId: string;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
  folderId = await createCollection(ada.api, ada.workspace.personalId, "Harbour");
});

/** Chooses an entry in the menu of a row. */
async function chooseOf(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `More about ${name}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** The name and the text of the file that an action saves. */
async function saved(page: Page, act: () => Promise<void>): Promise<readonly [string, string]> {
  const saving = page.waitForEvent("download");
  await act();
  const download = await saving;
  return [download.suggestedFilename(), await textOf(await download.createReadStream())];
}

test("the menu of a row and the reader save the original under its name", async () => {
  const text = "The mole is 420 metres long.\n";
  const assetId = await addReadyFile(ada, folderId, textFile("Mole länge.txt", text));
  const page = await it.open(ada, `/c/${folderId}`);
  const fromMenu = await saved(page, async () => await chooseOf(page, "Mole länge.txt", "Download"));
  expect(fromMenu).toEqual(["Mole länge.txt", text]);
  await page.goto(`${it.service.url}/d/${assetId}`);
  const fromReader = await saved(
    page,
    async () => await page.getByRole("button", { name: "Download the original" }).click(),
  );
  expect(fromReader).toEqual(["Mole länge.txt", text]);
});

test("a reader whose right ended meanwhile saves nothing and is told so", async () => {
  const grace = await it.person("grace");
  await share(ada, folderId, grace, ["read"]);
  await addReadyFile(ada, folderId, textFile("tariff.txt", "Two crowns a night.\n"));
  const page = await it.open(grace, `/c/${folderId}`);
  await page.getByRole("button", { name: "More about tariff.txt" }).waitFor();
  // The list must not notice the change before the click.
  await page.route("**/v1/users/self/changes*", () => undefined);
  expect(await setRights(ada, folderId, grace, [])).toBe("ok");
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.url()));
  await chooseOf(page, "tariff.txt", "Download");
  await page.getByRole("status").getByText("There is no such asset").waitFor();
  expect(downloads).toEqual([]);
});
