/** A thread that several people use: who is here, names, the scope of a question, comparisons, sources and what was left out. */
import { beforeAll, expect, test } from "vitest";
import { addReadyFile, textFile } from "../../support/http/remote-user.ts";
import { DESKTOP } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";
import {
  answered,
  answers,
  ask,
  chips,
  composer,
  FACTS,
  startThreadConsole,
  type ThreadConsole,
} from "./thread-console.ts";

const OPENED = "When did the harbour of Brackwater open?";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole();
});

test("people see who is here and who types, and a new name of the thread", async () => {
  const threadId = await it.newThread();
  const [ada, bob] = [await it.open(it.ada, `/t/${threadId}`), await it.open(it.bob, `/t/${threadId}`)];
  await ada.locator(".page-header").getByRole("img", { name: "bob" }).waitFor();
  await composer(bob).pressSequentially("Which");
  await ada.getByText("bob is typing").waitFor();
  await ada.locator(".page-header").getByRole("button", { name: "More" }).click();
  await ada.getByRole("menuitem", { name: "Rename" }).click();
  const field = ada.getByRole("dialog").getByRole("textbox");
  await field.fill("The harbor");
  await field.press("Enter");
  for (const page of [ada, bob]) await page.getByRole("heading", { name: "The harbor" }).waitFor();
  await bob.getByText("ada named this thread “The harbor”").waitFor();
  await ada.goto(`${it.service.url}/threads`);
  await ada.getByRole("link", { name: /The harbor/ }).click();
  await expect.poll(() => new URL(ada.url()).pathname).toBe(`/t/${threadId}`);
});

test("a question about one document is answered from it, and a comparison has one answer from each", async () => {
  const other = textFile("quay.txt", "The quay of Brackwater opened in 1902.\n");
  await addReadyFile(it.ada, it.sharedId, other);
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  const choose = async (name: string): Promise<void> => {
    await composer(page).press("#");
    await page.getByRole("combobox", { name: "Choose documents" }).fill(name);
    await page.getByRole("option", { name }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Take ${name} out of the scope` }).waitFor();
  };
  await composer(page).focus();
  await choose("quay.txt");
  await ask(page, "What opened in Brackwater?");
  await answered(page);
  await expect
    .poll(async () => await page.getByRole("list", { name: "Sources" }).getByRole("link").allTextContents())
    .toEqual([expect.stringContaining("quay.txt")]);
  await choose("harbor.txt");
  await page.getByRole("checkbox", { name: "One answer from each" }).check();
  await expectAccessible(page);
  await ask(page, "When did it open in Brackwater?");
  const sections = page.locator("article.answers").last().locator("section");
  await expect.poll(async () => await sections.locator(".sources").count()).toBe(2);
  const [left, right] = [await sections.first().boundingBox(), await sections.last().boundingBox()];
  expect(left?.y).toBe(right?.y);
  await expect
    .poll(async () => await sections.locator(".source").allTextContents())
    .toEqual([expect.stringContaining("quay.txt"), expect.stringContaining("harbor.txt")]);
});

test("the keys [ and ] walk through all sources of a thread, and E leads to the composer", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`, {
    viewport: { ...DESKTOP, height: 3_000 },
  });
  for (const count of [1, 2]) {
    await ask(page, OPENED);
    await answered(page, count);
  }
  await chips(page, 0).first().click();
  const first = page.url();
  await page.getByRole("region", { name: "Source 1" }).getByText(FACTS[0]).first().waitFor();
  await page.keyboard.press("]");
  await expect.poll(() => page.url()).not.toBe(first);
  await page.keyboard.press("[");
  await expect.poll(() => page.url()).toBe(first);
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect
    .poll(async () => await composer(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
});

test("an answer lists its citations and nothing else, and says that a sentence was left out exactly when verification dropped one", async () => {
  await addReadyFile(it.ada, it.sharedId, textFile("uncited.txt", "The harbour of Brackwater is pretty.\n"));
  const threadId = await it.newThread();
  const connection = it.ada.api.openThread(threadId);
  for (const prompt of ["Show the marks of the harbour of Brackwater", OPENED])
    await connection.ask(prompt, { verification: "strict" }).answer.final;
  connection.close();
  const page = await it.open(it.ada, `/t/${threadId}`);
  await answered(page, 2);
  for (const at of [0, 1]) {
    const cited = new Set(await chips(page, at).allTextContents());
    const rows = answers(page).nth(at).locator(".sources li");
    await expect.poll(async () => await rows.locator(".chip").allTextContents()).toEqual([...cited]);
    expect(await rows.getByText("uncited.txt").count()).toBe(0);
  }
  expect(
    await answers(page)
      .first()
      .getByText(/left out/)
      .textContent(),
  ).toMatch(/^\d sentences? w/);
  expect(
    await answers(page)
      .last()
      .getByText(/left out/)
      .count(),
  ).toBe(0);
});

test("a person who may only read sees why a question was not sent, and cannot write more", async () => {
  const cy = await it.person("cy");
  const { share } = await import("../../support/http/remote-user.ts");
  await share(it.ada, it.sharedId, cy, ["read"]);
  const page = await it.open(cy, `/t/${await it.newThread()}`);
  await ask(page, OPENED);
  await page.getByText("Not sent").waitFor();
  await page.getByText("You may read this thread, but not write in it.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await page.getByText(OPENED).count()).toBe(0);
});

test("a thread that a person may not see looks like one that does not exist", async () => {
  const stranger = await it.person("stranger");
  const page = await it.open(stranger, `/t/${await it.newThread()}`);
  await page.getByText("You may not see this, or it does not exist.").waitFor();
  expect(await composer(page).count()).toBe(0);
});
