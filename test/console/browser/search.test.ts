/** Search over texts, names and threads, and the way back of deleted things. */
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyFile, startThread, textFile } from "../../support/http/remote-user.ts";
import { d1File } from "../../support/rows/d1-file.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { markedAt } from "./marked-words.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

test("passages are grouped by document, marked, and open at the words", async () => {
  const ada = await it.person("ada");
  const inside = await createCollection(ada.api, ada.workspace.personalId, "Tides");
  await addReadyFile(ada, inside, textFile("wheel.txt", "The tidewheel turns twice a day.\n"));
  await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("mole.txt", "No tidewheel stands on the mole.\n"),
  );
  const page = await it.open(ada, "/search");
  await page.getByRole("searchbox", { name: "Search" }).fill("tidewheel");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "wheel.txt" }).waitFor();
  await page.getByRole("heading", { name: "mole.txt" }).waitFor();
  expect(await page.locator("mark").allInnerTexts()).toEqual(["tidewheel", "tidewheel"]);
  await expectAccessible(page);

  await page.goto(`${it.service.url}/search?q=tidewheel&in=${inside}`);
  await page.getByText("In Tides").waitFor();
  expect(await page.getByRole("heading", { name: "mole.txt" }).count()).toBe(0);
  await page.getByRole("link", { name: "Look everywhere" }).click();
  await page.getByRole("heading", { name: "mole.txt" }).waitFor();
  await page.getByRole("link", { name: /The tidewheel turns/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/d\/asset_/);
  await page.goBack();
  await page.getByRole("heading", { name: "wheel.txt" }).waitFor();
});

test("a hit says its place, and opens the reader with these very words marked", async () => {
  const ada = await it.person("ada-places");
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the log of the harbour.`);
  lines[41] = "The kittiwake returned to the quay.";
  const log = await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("log.txt", `${lines.join("\n\n")}\n`),
  );
  const page = await it.open(ada, "/search?q=kittiwake");
  const group = page.locator("section", { has: page.getByRole("heading", { name: "log.txt" }) });
  const hit = group.getByRole("link", { name: /The kittiwake returned/ });
  await hit.waitFor();
  expect(await hit.innerText()).toMatch(/^line \d+/i);
  expect(await hit.locator("mark").allInnerTexts()).toEqual(["kittiwake"]);
  const [, start = 0, end = 0] = (/at=(\d+)-(\d+)/.exec((await hit.getAttribute("href")) ?? "") ?? []).map(
    Number,
  );
  await hit.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/d/${log}`);
  const { state, words } = await markedAt(page, start, end);
  expect(state).toBe("marked");
  expect(words).toContain("The kittiwake returned to the quay.");
});

test("the search finds threads by title and message and names their place, and a hit opens the thread", async () => {
  const ada = await it.person("ada-threads");
  const inside = await createCollection(ada.api, ada.workspace.personalId, "Birds");
  const titled = await startThread(ada, inside, { label: "Gannets of the rock" });
  const written = await startThread(ada, ada.workspace.personalId, { label: "Notes" });
  await ada.api.request("POST", "/v1/threads/{threadID}/messages", {
    params: { threadID: written },
    body: {
      threadId: written,
      messageKind: "textV1",
      recipients: [],
      messageContent: "Ask Grace how many gannets nest on the rock this year.",
    },
  });
  const page = await it.open(ada, "/search?q=gannets&tab=threads");
  await page.getByRole("status").filter({ hasText: "2 threads" }).waitFor();
  const groups = page.locator("main section");
  expect(await groups.getByRole("heading").allInnerTexts()).toEqual(["Gannets of the rock", "Notes"]);
  expect(await groups.first().innerText()).toContain("Birds");
  expect(await page.locator("mark").allInnerTexts()).toEqual(["Gannets", "gannets"]);
  await expectAccessible(page);
  await page.goto(`${it.service.url}/search?q=gannets&tab=threads&in=${inside}`);
  await page.getByRole("status").filter({ hasText: "1 thread" }).waitFor();
  expect(await page.getByRole("link", { name: "Gannets of the rock" }).getAttribute("href")).toBe(
    `/t/${titled}`,
  );
  await page.getByRole("link", { name: "Look everywhere" }).click();
  await page.getByRole("link", { name: /how many gannets nest/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/t/${written}`);
  await page.getByText("Ask Grace how many gannets nest on the rock this year.").waitFor();
});

test("a search that examined only a part of the matching threads says so", async () => {
  const ada = await it.person("ada-many");
  const first = await startThread(ada, ada.workspace.personalId, { label: "Dunlin 0" });
  await it.service.kill("SIGTERM");
  try {
    copyThread(it.service.dir, first, 1_001);
  } finally {
    await it.service.restart();
  }
  const page = await it.open(ada, "/search?q=dunlin&tab=threads");
  await page.getByText("Not everything was searched. Narrow the search.").waitFor();
  await page.goto(`${it.service.url}/search?q=dunlin%20777&tab=threads`);
  await page.getByRole("status").filter({ hasText: "1 thread" }).waitFor();
  expect(await page.getByText("Not everything was searched.").count()).toBe(0);
});

/** Adds copies of a thread, "Dunlin 1" and so on, to the database of a stopped service. */
function copyThread(stateFolder: string, threadId: string, count: number): void {
  const database = new DatabaseSync(d1File(stateFolder));
  const ids = Array.from({ length: count }, () => newId("thread"));
  database
    .prepare(
      `INSERT INTO threads (id, organization_id, tenant_id, home_collection_id, label, created_at, created_by, modified_at, modified_by)
        SELECT value, organization_id, tenant_id, home_collection_id, 'Dunlin ' || (key + 1), created_at, created_by, modified_at, modified_by
        FROM threads CROSS JOIN json_each(?) WHERE threads.id = ?`,
    )
    .run(JSON.stringify(ids), threadId);
  database.close();
}

test("a search that shows only a part of the passages says so", async () => {
  const ada = await it.person("ada-log");
  const entries = Array.from(
    { length: 80 },
    (_, at) =>
      `# Entry ${at + 1}\n\nThe sandpiper was seen. ${`On day ${at + 1} the wind was calm. `.repeat(40)}`,
  );
  await addReadyFile(ada, ada.workspace.personalId, textFile("log.md", `${entries.join("\n\n")}\n`));
  const page = await it.open(ada, "/search?q=sandpiper");
  await page.getByRole("status").filter({ hasText: "50 passages" }).waitFor();
  await page.getByText("More passages have these words. Narrow the search.").waitFor();
  expect(await page.locator("a.search-hit").count()).toBe(50);
});

test("passages without the words stand apart, and the page says that none has them", async () => {
  const ada = await it.person("ada-close");
  await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("boat.txt", "The boat leaves the harbour at nine.\n"),
  );
  const page = await it.open(ada, "/search?q=qwertzuiop");
  await page.getByText(/Nothing found for “qwertzuiop”\.|No passage has the words “qwertzuiop”\./).waitFor();
  expect(await page.locator("mark").count()).toBe(0);
  await page.goto(`${it.service.url}/search?q=harbour`);
  await page.getByRole("status").filter({ hasText: "1 passage" }).waitFor();
  expect(await page.getByText("Close in meaning").count()).toBe(0);
});

test("the search finds names too, and a miss says so", async () => {
  const ada = await it.person("ada-names");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour rules.txt", "Rules.\n"));
  const page = await it.open(ada, "/search?q=harbour&tab=names", { viewport: PHONE });
  await page.getByRole("link", { name: "harbour rules.txt" }).waitFor();
  await expectAccessible(page);
  await page.goto(`${it.service.url}/search?q=zzqy&tab=threads`);
  await page.getByText("Nothing found for “zzqy”.").waitFor();
});

test("a deleted document comes back from the page of deleted things", async () => {
  const ada = await it.person("ada-deleted");
  const assetId = await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("lost.txt", "A lost text about tidewheels.\n"),
  );
  await ada.api.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [assetId] } });
  const page = await it.open(ada, "/deleted");
  const button = page.getByRole("button", { name: "Restore lost.txt" });
  await button.waitFor();
  await expectAccessible(page);
  await button.click();
  await page.getByText("Nothing can be restored.").waitFor();
  expect(await ada.api.search("tidewheels")).toHaveLength(1);
});
