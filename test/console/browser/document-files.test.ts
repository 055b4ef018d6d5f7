/** The files of documents: saving the original, and uploading a new version. */
import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, share, textFile } from "../../support/http/remote-user.ts";
import { setRights } from "../../support/http/set-rights.ts";
import { type Console, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

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

/** Chooses a file as the new version of a document. */
async function chooseVersion(page: Page, name: string, file: { name: string; text: string }): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await chooseOf(page, name, "Upload a new version…");
  const buffer = Buffer.from(file.text);
  const mimeType = file.name.endsWith(".pdf") ? "application/pdf" : "text/plain";
  await (await chooser).setFiles([{ name: file.name, mimeType, buffer }]);
}

test("a document gets a new version, its facts list both, and an unreadable file changes nothing", async () => {
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Editions");
  const assetId = await addReadyFile(ada, collectionId, textFile("rules.txt", "Boats rest in winter.\n"));
  const page = await it.open(ada, `/c/${collectionId}`);
  await chooseVersion(page, "rules.txt", { name: "rules-2.txt", text: "Boats rest in spring.\n" });
  await page.getByText("rules.txt has a new version.").waitFor();
  await chooseVersion(page, "rules.txt", { name: "broken.pdf", text: "%PDF-1.4 nothing" });
  await page.getByText("rules.txt keeps its old version.").waitFor();
  await page.goto(`${it.service.url}/d/${assetId}`);
  await page.locator(".reader").getByText("Boats rest in spring.").waitFor();
  await page.getByRole("button", { name: "About" }).click();
  const facts = page.getByRole("region", { name: "About" });
  await facts.getByText("The last new version could not be read.").waitFor();
  const older = facts.locator(`a[href^="/d/${assetId}?v="]`);
  expect(await older.count()).toBe(1);
  await older.click();
  await page.locator(".reader").getByText("Boats rest in winter.").waitFor();
  await expectAccessible(page);
});
