/** The composer: the model of a question, better words, and dropped documents. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addReadyFile, textFile } from "../../support/http/remote-user.ts";
import { expectAccessible } from "./expect-accessible.ts";
import {
  answered,
  answers,
  answersTo,
  ask,
  composer,
  startThreadConsole,
  type ThreadConsole,
} from "./thread-console.ts";

const OPENED = "When did the harbour of Brackwater open?";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole({}, [
    { id: "other", label: "The other model", behavior: "plain" },
    { id: "locked", label: "The locked model", behavior: "plain", organizationKeys: "needed" },
  ]);
});

test("a person chooses the model of a question, and the choice stays", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  const choice = page.getByRole("combobox", { name: "Model for this question" });
  await choice.waitFor();
  await expect
    .poll(async () => await choice.locator("option").allTextContents())
    .toEqual(["Best model", "story", "The other model", "The locked model: has no key", "Quotes only"]);
  await expect
    .poll(async () => await choice.locator("option:disabled").allTextContents())
    .toEqual(["The locked model: has no key"]);
  await expectAccessible(page);
  await choice.selectOption("Quotes only");
  await ask(page, OPENED);
  await answered(page);
  await answersTo(page, 1).getByText("In the documents’ own words.").waitFor();
  await page.reload();
  await answered(page);
  await expect.poll(async () => await choice.inputValue()).toBe("extractive");
  await choice.selectOption("The other model");
  await ask(page, OPENED);
  await answered(page, 2);
  await answersTo(page, 2).getByText("Written by other.").waitFor();
});

test("Tab takes the suggested words and Esc drops them; neither sends the question", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  const better = page.locator(".improvement bdi");
  const improve = page.getByRole("button", { name: "Improve the question" });
  const wrong = "When did the harbourr of Brackwater open?";
  await composer(page).fill(wrong);
  await improve.click();
  await better.getByText(OPENED).waitFor();
  expect(await composer(page).inputValue()).toBe(wrong);
  await expectAccessible(page);
  await composer(page).press("Escape");
  await better.waitFor({ state: "detached" });
  expect(await composer(page).inputValue()).toBe(wrong);
  await improve.click();
  await better.waitFor();
  await composer(page).press("Tab");
  expect(await composer(page).inputValue()).toBe(OPENED);
  await better.waitFor({ state: "detached" });
  expect(await answers(page).count()).toBe(0);
  expect(await page.locator("article").count()).toBe(0);
  // Without a suggestion, Tab leaves the field.
  await composer(page).press("Tab");
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(false);
});

/** Drops a link of the console, or a file, onto the composer. */
async function drop(page: Page, given: { readonly address?: string; readonly file?: string }): Promise<void> {
  const transfer = await page.evaluateHandle(({ address, file }) => {
    const data = new DataTransfer();
    if (address !== undefined) data.setData("text/uri-list", address);
    if (file !== undefined)
      data.items.add(new File(["The mole of Brackwater is green.\n"], file, { type: "text/plain" }));
    return data;
  }, given);
  const box = page.locator(".composer-box");
  for (const type of ["dragover", "drop"]) await box.dispatchEvent(type, { dataTransfer: transfer });
}

test("dropping a document, a collection or a file onto the composer narrows the scope of the question", async () => {
  const quayId = await addReadyFile(
    it.ada,
    it.sharedId,
    textFile("quay.txt", "The quay of Brackwater opened in 1902.\n"),
  );
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  await composer(page).waitFor();
  const scopes = page.locator(".scope bdi");
  await drop(page, { address: `${it.service.url}/d/${quayId}` });
  await expect.poll(async () => await scopes.allTextContents()).toEqual(["quay.txt"]);
  await drop(page, { address: `${it.service.url}/c/${it.sharedId}` });
  await expect.poll(async () => await scopes.allTextContents()).toEqual(["quay.txt", "Harbor"]);
  await drop(page, { address: "https://elsewhere.example/d/x" });
  await drop(page, { file: "mole.txt" });
  await expect.poll(async () => await scopes.allTextContents()).toEqual(["quay.txt", "Harbor", "mole.txt"]);
  for (const name of ["Harbor", "mole.txt"])
    await page.getByRole("button", { name: `Take ${name} out of the scope` }).click();
  await ask(page, "What opened in Brackwater?");
  await answered(page);
  await expect
    .poll(async () => await page.getByRole("list", { name: "Sources" }).getByRole("link").allTextContents())
    .toEqual([expect.stringContaining("quay.txt")]);
});
