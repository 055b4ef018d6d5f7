/** Sharing: people, invitations, and why somebody has access. */
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, share, textFile } from "../../support/http/remote-user.ts";
import { type Console, emailOf, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

test("sharing shows who would gain access, names every grant, and takes access away at once", async () => {
  const [ada, grace] = [await it.person("ada"), await it.person("grace")];
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Plans");
  await addReadyFile(ada, collectionId, textFile("plan.txt", "The plan of the tidewheel.\n"));
  const page = await it.open(ada, `/c/${collectionId}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share “Plans”" });
  await dialog.getByRole("combobox", { name: "Name or address" }).fill(grace.email);
  await dialog.getByText("1 gains access").waitFor();
  expect(await grace.api.search("tidewheel")).toEqual([]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  const right = dialog.getByRole("combobox", { name: "Right of grace" });
  await right.waitFor();
  expect(await right.inputValue()).toBe("chat");
  expect(await grace.api.search("tidewheel")).toHaveLength(1);

  await dialog.getByRole("button", { name: "Why grace has access" }).click();
  await dialog.getByRole("link", { name: "Plans" }).first().waitFor();
  await right.selectOption("remove");
  await dialog.getByText("grace loses access at once.").waitFor();
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await right.waitFor({ state: "detached" });
  expect(await grace.api.search("tidewheel")).toEqual([]);
});

test("an address without an account gets a link, which only that address redeems, and only by the button", async () => {
  const ada = await it.person("ada-invites");
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Notes");
  const page = await it.open(ada, `/c/${collectionId}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Name or address" }).fill(emailOf("lin"));
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByText("Send this link; it works for 30 days.").waitFor();
  await dialog.getByRole("button", { name: "Copy link" }).first().click();
  const link = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(link).toMatch(/\/i#\S+$/);

  const other = await it.open(await it.person("mallory"));
  await other.goto(link);
  await other.getByRole("button", { name: "Accept" }).click();
  await other.getByRole("alert").waitFor();
  const guest = await it.open(null, "/");
  await guest.goto(link);
  await guest.getByText("Sign in with the address that was invited.").waitFor();
  expect(guest.url()).not.toContain("#");
  await expectAccessible(guest);

  const lin = await it.open(await it.person("lin"), "/", { viewport: PHONE });
  await lin.goto(link);
  await lin.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => new URL(lin.url()).pathname).toBe(`/c/${collectionId}`);
});

test("an ended invitation answers nothing any more", async () => {
  const ada = await it.person("ada-ends");
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Ended");
  const email = emailOf("tom");
  const { newUsers } = (
    await ada.api.request("POST", "/v1/share-collections", {
      body: { actions: ["read"], collectionIds: [collectionId], shareTo: [], shareToEmails: [email] },
    })
  ).data as unknown as { newUsers: { publicToken: string }[] };
  const page = await it.open(ada, `/c/${collectionId}?tab=people`);
  await page.getByRole("button", { name: `End the invitation of ${email}` }).click();
  await page.getByText(email).waitFor({ state: "detached" });
  const tom = await it.open(await it.person("tom"));
  await tom.goto(`${it.service.url}/i#${newUsers[0]?.publicToken ?? ""}`);
  await tom.getByRole("button", { name: "Accept" }).click();
  await tom.getByRole("alert").waitFor();
  expect(new URL(tom.url()).pathname).toBe("/i");
});

test("somebody who may only read is offered nothing that changes", async () => {
  const [ada, grace] = [await it.person("ada-reads"), await it.person("grace-reads")];
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Read only");
  await share(ada, collectionId, grace, ["read"]);
  await addReadyFile(ada, collectionId, textFile("a.txt", "A text.\n"));
  const page = await it.open(grace, `/c/${collectionId}`);
  await page.getByRole("row").filter({ hasText: "a.txt" }).waitFor();
  for (const name of ["Share", "Add", "More"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "More about a.txt" }).click();
  await expect
    .poll(async () => await page.getByRole("menuitem").allInnerTexts())
    .toEqual(["Copy link", "Download"]);
});
