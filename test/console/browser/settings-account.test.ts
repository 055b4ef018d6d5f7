/** Export, import, merging and leaving in the settings. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { newFolder } from "../../support/fixtures/folders.ts";
import { addReadyFile, type RemoteUser, share, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { expectEveryLook } from "./expect-every-look.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

async function exportOf(page: Page, organizationId: string): Promise<Buffer> {
  await page.getByRole("button", { name: "Start export: The organization" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: `Save ${organizationId}.zip` }).click();
  const path = join(await newFolder(), "export.zip");
  // The browser runs elsewhere, so only a copy has a path here.
  await (await saved).saveAs(path);
  return await readFile(path);
}

async function fill(owner: RemoteUser): Promise<string> {
  const folder = await createCollection(owner.api, owner.workspace.rootId, "Mills");
  await addReadyFile(owner, folder, textFile("mill.txt", "The zephyr mill was painted by Tolland.\n"));
  return folder;
}

test("a person saves an export, and it fills another empty organization", async () => {
  const [ada, bea] = [await it.person("ada"), await it.person("bea")];
  await fill(ada);
  const page = await it.open(ada, "/settings/export");
  await page.getByRole("button", { name: "Start export: Your own data" }).click();
  await page.getByRole("link", { name: "Save my-knowledge.zip" }).waitFor();
  const archive = await exportOf(page, ada.workspace.organizationContext.organizationId);
  expect(archive.subarray(0, 2).toString()).toBe("PK");
  await expectEveryLook(page);
  await page.goto(`${it.service.url}/settings/import`);
  await page.getByText("An import needs an empty organization.").waitFor();

  const other = await it.open(bea, "/settings/import");
  await other
    .locator("input[type=file]")
    .setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer: archive });
  await other.getByText("1 archive").waitFor();
  await expectEveryLook(other);
  await other.getByRole("button", { name: "Start import" }).click();
  await other.getByText("The import is complete.").waitFor({ timeout: 120_000 });
  await other.getByText("documents: 1").waitFor();
  await expectEveryLook(other);
  await other.getByRole("link", { name: "Open the organization" }).click();
  await other.getByText("Mills").first().waitFor();
});

test("the import of a broken archive fails with the reason", async () => {
  const cleo = await it.person("cleo");
  const page = await it.open(cleo, "/settings/import");
  await page.locator("input[type=file]").setInputFiles({
    name: "export.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("This is no archive."),
  });
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByText("The import failed.").waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "Try again" }).waitFor();
  expect(await page.locator(".settings-part bdi[lang=en]").textContent()).not.toBe("");
});

test("a person reads the effects of a merge, and takes over the other account", async () => {
  const [dora, old, eva] = [await it.person("dora"), await it.person("dora-old"), await it.person("eva")];
  const folder = await createCollection(eva.api, eva.workspace.rootId, "Shared with the old account");
  await share(eva, folder, old, ["read"]);
  const page = await it.open(dora, "/settings/merge");
  await page.getByLabel("Identifier of the other account").fill(old.workspace.userId);
  await page.getByLabel("Token of the other account").fill("not-a-token");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByLabel("Token of the other account").fill(await it.service.token(old.email));
  await page.getByRole("button", { name: "Show what changes" }).click();
  await page.getByText("Nothing has been changed yet.").waitFor();
  await expectEveryLook(page);
  await page.getByRole("button", { name: "Merge the accounts" }).click();
  await page.getByText("The other account ends for good.").waitFor();
  await page.getByRole("button", { name: "Merge the accounts" }).click();
  await page.getByText("The accounts are merged").waitFor();
  await page.goto(`${it.service.url}/c/${folder}`);
  await page.getByRole("heading", { name: "Shared with the old account" }).waitFor();
});

test("a person leaves a collection that somebody shares", async () => {
  const [fay, gil] = [await it.person("fay"), await it.person("gil")];
  const folder = await fill(fay);
  await share(fay, folder, gil, ["read"]);
  const page = await it.open(gil, "/settings/leave");
  await page.getByRole("button", { name: "Leave Mills" }).click();
  await page.getByText("You lose access to Mills, 1 collection in your view.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave Mills" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByText("Nobody shares anything with you.").waitFor();
  await page.goto(`${it.service.url}/c/${folder}`);
  await page.getByText("You may not see this, or it does not exist.").waitFor();
  expect((await gil.api.collections()).map(({ label }) => label)).not.toContain("Mills");
});

test("closing the account lists the deleted and the kept records, and its owner opens it again", async () => {
  const [hal, ida] = [await it.person("hal"), await it.person("ida")];
  const folder = await fill(hal);
  await share(hal, folder, ida, ["read"]);
  const page = await it.open(hal, "/settings/leave");
  await page.getByText("The account cannot be closed yet:").waitFor();
  await page.getByText(/Mills \(col_/).waitFor();
  await hal.api.request("POST", "/v1/modify-collection-permissions", {
    body: { collectionId: folder, userId: ida.workspace.userId, actions: [] },
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("What goes then").waitFor();
  await page.getByText(/your organization with all threads .*documents: 1/).waitFor();
  await expectEveryLook(page);
  await page.getByRole("button", { name: "Close the account" }).click();
  await page.getByText(/Your organization can go with it .*documents: 1/).waitFor();
  await page.getByRole("button", { name: "Close the account" }).click();
  await page.getByRole("heading", { name: "This account is closed" }).waitFor();
  await page.goto(`${it.service.url}/c/${folder}`);
  await page.getByRole("button", { name: "Open the account again" }).click();
  await page.getByRole("heading", { name: "Mills" }).waitFor();
});
