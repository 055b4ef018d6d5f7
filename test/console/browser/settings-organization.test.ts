/** The parts of the settings about an organization. */
import { beforeAll, expect, test } from "vitest";
import { createCollection, postQuestion } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, share, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { expectEveryLook } from "./expect-every-look.ts";

/** A model that writes only with a key of the organization. Nobody asks it here. */
const NEEDING = {
  id: "needing",
  label: "Large model",
  provider: "openai",
  url: "http://127.0.0.1:9/v1",
  model: "large",
  contextWindow: 8_192,
  organizationKeys: "needed",
};
const OWN_KEY = "sk-of-an-organization-WXYZ";

let it: Console;
beforeAll(async () => {
  it = await startConsole({ vars: { MODELS: JSON.stringify([NEEDING]) } });
});

test("usage shows numbers, bars and quotas, and owners set quotas there", async () => {
  const ada = await it.person("ada");
  const { personalId } = ada.workspace;
  await addReadyFile(ada, personalId, textFile("mill.txt", "The zephyr mill was painted by Tolland.\n"));
  await postQuestion(ada.api, await startThread(ada, personalId), "Who painted the zephyr mill?");
  const page = await it.open(ada, "/settings/usage");
  const today = page.getByRole("list", { name: "Today" }).getByRole("listitem");
  await today.filter({ hasText: "Questions" }).getByText("1, no quota").waitFor();
  await page.getByText("1 in all").waitFor();
  await page.getByLabel("Listed by").selectOption("Action");
  await page.getByRole("rowheader", { name: "Wrote a message" }).waitFor();
  await page.getByLabel("What is counted").selectOption("Documents");
  await page.getByRole("row", { name: "Brought in a document 1" }).waitFor();
  await page.getByText("Set quotas").click();
  const form = page.getByRole("group", { name: "Today" });
  await form.getByLabel("Questions").fill("many");
  await page.getByRole("button", { name: "Save quotas" }).click();
  await page.getByText("Quotas are whole numbers from 0.").waitFor();
  await form.getByLabel("Questions").fill("1");
  await form.getByLabel("Size of documents in megabytes").fill("5");
  await page.getByRole("button", { name: "Save quotas" }).click();
  await today.filter({ hasText: "1 of 1" }).getByText("Used up").waitFor();
  await today.filter({ hasText: "of 5 MB" }).getByRole("progressbar").waitFor();
  await expectEveryLook(page);
});

test("a reader of another organization's root reads one sentence in its parts", async () => {
  const [bea, cleo] = [await it.person("bea"), await it.person("cleo")];
  await share(bea, bea.workspace.rootId, cleo, ["read"]);
  const page = await it.open(cleo, "/settings/usage");
  const { organizationId } = bea.workspace.organizationContext;
  await page.getByRole("combobox", { name: "Organization" }).selectOption(organizationId);
  const sentence = page.getByText("Only the owners of the organization see this.");
  await sentence.waitFor();
  expect(new URL(page.url()).searchParams.get("org")).toBe(organizationId);
  for (const part of ["audit", "feedback", "webhooks", "models"]) {
    await page.goto(`${it.service.url}/settings/${part}?org=${organizationId}`);
    await sentence.waitFor();
    expect([part, await page.getByRole("alert").count()]).toEqual([part, 0]);
  }
});

test("the audit log names changes in words, filters them by action and person, and opens their records", async () => {
  const dora = await it.person("dora");
  const folders = ["North", "South", "West"];
  for (const label of folders) await createCollection(dora.api, dora.workspace.rootId, label);
  const page = await it.open(dora, "/settings/audit");
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await changes.filter({ hasText: "Created a collection" }).first().waitFor();
  await page.getByLabel("Action", { exact: true }).selectOption("Created a collection");
  await expect.poll(async () => await changes.count()).toBe(folders.length);
  expect(new URL(page.url()).searchParams.get("action")).toBe("createCollection");
  await changes.first().locator("summary").click();
  await changes.first().getByRole("button", { name: "Only by" }).click();
  await page.getByRole("button", { name: "By everybody" }).waitFor();
  await page.getByLabel("To").fill("2020-01-01");
  await page.getByText("No change matches.").waitFor();
  await page.getByLabel("To").fill("");
  await changes.first().locator("summary").click();
  await expectEveryLook(page);
  await changes.first().getByRole("link").click();
  await page.getByRole("heading", { name: "West" }).waitFor();
});

test("the audit log leads through its pages, and a reload keeps the page", async () => {
  const eva = await it.person("eva");
  for (let count = 0; count < 51; count += 1)
    await createCollection(eva.api, eva.workspace.rootId, `Folder ${count}`);
  const page = await it.open(eva, "/settings/audit?action=createCollection");
  await page.getByText("1 to 50 of 51").waitFor();
  await page.getByRole("button", { name: "Older" }).click();
  await page.getByText("51 to 51 of 51").waitFor();
  await page.reload();
  await page.getByText("51 to 51 of 51").waitFor();
  await expect
    .poll(async () => await page.getByRole("list", { name: "Changes" }).getByRole("listitem").count())
    .toBe(1);
  await page.getByRole("button", { name: "Newer" }).click();
  await page.getByText("1 to 50 of 51").waitFor();
});

test("feedback lists ratings with their reasons, and leads to the answer", async () => {
  const fay = await it.person("fay");
  const { personalId } = fay.workspace;
  await addReadyFile(fay, personalId, textFile("mill.txt", "The zephyr mill was painted by Tolland.\n"));
  const threadId = await startThread(fay, personalId);
  const { messageId } = await fay.api.ask(threadId, "Who painted the zephyr mill?");
  const page = await it.open(fay, "/settings/feedback");
  await page.getByText("Nobody has rated an answer yet.").waitFor();
  await fay.api.answers(threadId).rate(messageId, { rating: "bad", word: "It names no year." });
  await page.reload();
  const ratings = page.getByRole("list", { name: "Ratings" }).getByRole("listitem");
  await ratings.filter({ hasText: "It names no year." }).getByText("Bad answer").waitFor();
  await expectEveryLook(page);
  await page.getByLabel("Show").selectOption("Good answer");
  await page.getByText("Nobody has rated an answer yet.").waitFor();
  await page.getByLabel("Show").selectOption("Bad answer");
  await ratings.getByRole("link", { name: "Open the answer" }).click();
  await page.getByText("Who painted the zephyr mill?").first().waitFor();
});

test("models say their state in words, and an owner saves, replaces and removes a key that nobody sees again", async () => {
  const gil = await it.person("gil");
  const page = await it.open(gil, "/settings/models");
  const models = page.getByRole("list", { name: "Models for questions" }).getByRole("listitem");
  await models.filter({ hasText: "Large model" }).getByText("Needs a key of the organization").waitFor();
  await models.filter({ hasText: "Quotes only" }).getByText("Ready").waitFor();
  await page.getByLabel("Key for needing").fill("short");
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByText("must be 8 to 500 visible ASCII characters").waitFor();
  await page.getByLabel("Key for needing").fill(OWN_KEY);
  await page.getByLabel("Name of the key").fill("Our team");
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByText("Our team, ending in WXYZ").waitFor();
  await models.filter({ hasText: "Large model" }).getByText("with the organization's key").waitFor();
  await expectEveryLook(page);
  expect(await page.content()).not.toContain(OWN_KEY);
  await page.getByRole("button", { name: "Remove needing" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove needing" }).click();
  await page.getByText("Answers no longer use this key.").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Save key" }).waitFor();
  await models.filter({ hasText: "Large model" }).getByText("Needs a key of the organization").waitFor();
});
