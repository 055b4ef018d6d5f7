/** The public link of a thread, from the thread's own page. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectEveryLook } from "./expect-every-look.ts";
import { answers, startThreadConsole } from "./thread-console.ts";

const NOT_FOUND = "You may not see this, or it does not exist.";
const QUESTIONS = [
  "When did the harbour of Brackwater open?",
  "Tell twelve facts about the harbour.",
] as const;

const questions = (page: Page) => page.locator("article.message .message-text");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Public link" });

async function openFromMenu(page: Page): Promise<void> {
  await page.locator(".page-header").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Public link", exact: true }).click();
}

async function copiedAddress(page: Page): Promise<string> {
  await dialog(page).getByRole("button", { name: "Copy Address" }).click();
  await dialog(page).getByRole("button", { name: "Copied Address" }).waitFor();
  return await page.evaluate(async () => await navigator.clipboard.readText());
}

async function endLink(page: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "End the link" }).click();
  await dialog(page).getByText("Guests lose access at once.").waitFor();
  await dialog(page).getByRole("button", { name: "End the link" }).click();
  await dialog(page).getByText("This thread has no public link.").waitFor();
}

test("the menus of a thread create, copy and end its public link, for the whole thread or up to an answer", async () => {
  const it = await startThreadConsole();
  const threadId = await it.newThread();
  await it.ada.api.ask(threadId, QUESTIONS[0]);
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await it.open(it.ada, `/t/${threadId}`, { permissions });
  await answers(page).first().waitFor();

  await openFromMenu(page);
  await dialog(page).getByText("This thread has no public link.").waitFor();
  await expectEveryLook(page, "dialog[open]");
  expect(await dialog(page).getByRole("radio", { name: "The whole thread" }).isChecked()).toBe(true);
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  await dialog(page).getByText("It shows the whole thread, also what comes later.").waitFor();
  await expectEveryLook(page, "dialog[open]");
  const whole = await copiedAddress(page);
  expect(whole).toMatch(new RegExp(`^${it.service.url}/p/${threadId}#\\S+$`));
  const guest = await it.open(null, whole.slice(it.service.url.length));
  await expect.poll(async () => await questions(guest).allTextContents()).toEqual([QUESTIONS[0]]);
  await it.ada.api.ask(threadId, QUESTIONS[1]);
  await expect.poll(async () => await questions(guest).allTextContents()).toEqual(QUESTIONS);

  // A member who may not share sees that there is a link, and neither its address nor its end.
  const other = await it.open(it.bob, `/t/${threadId}`);
  await openFromMenu(other);
  await dialog(other).getByText("Only people who may share the thread see its address.").waitFor();
  expect(await dialog(other).getByRole("button").allTextContents()).toEqual([""]);

  await endLink(page);
  await guest.getByText(NOT_FOUND).waitFor();
  await page.keyboard.press("Escape");

  // Up to the first answer, from its own menu.
  await answers(page).first().getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Public link up to here" }).click();
  expect(await dialog(page).getByRole("radio", { name: "up to this answer" }).isChecked()).toBe(true);
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  await dialog(page).getByText("up to one message").waitFor();
  const part = await copiedAddress(page);
  expect(part).not.toBe(whole);
  const reader = await it.open(null, part.slice(it.service.url.length));
  await reader.getByText("This link shows the thread up to here.").waitFor();
  await expect.poll(async () => await questions(reader).allTextContents()).toEqual([QUESTIONS[0]]);

  // The address is still there at the next visit.
  await page.reload();
  await answers(page).first().waitFor();
  await openFromMenu(page);
  expect(await copiedAddress(page)).toBe(part);
});
