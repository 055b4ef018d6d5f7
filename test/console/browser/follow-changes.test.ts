/** Lists that stay current while others change them. */
import type { Locator, Page } from "playwright-core";
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
