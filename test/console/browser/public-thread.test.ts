/** A public link in a private window: read-only, live, and gone when the link ends. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { DESKTOP, PHONE } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";
import {
  answers,
  answersTo,
  chips,
  FACTS,
  startThreadConsole,
  type ThreadConsole,
} from "./thread-console.ts";

const OPENED = "When did the harbour of Brackwater open?";
const NOT_FOUND = "You may not see this, or it does not exist.";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole();
});

interface Link {
  readonly path: string;
  /** The address as the API returns it. */
  readonly address: string;
  readonly token: string;
  readonly tokenId: readonly number[];
}

async function shareThread(threadId: string, messageId: string | null = null): Promise<Link> {
  const { address, publicToken, tokenId } = (
    await it.ada.api.request("POST", "/v1/threads/{threadID}/share", {
      params: { threadID: threadId },
      body: { threadId, messageId, shareMethod: "link", shareTo: [] },
    })
  ).data;
  return { path: `/p/${threadId}#${publicToken}`, address, token: publicToken, tokenId };
}

/** A thread with one answered question, and its link. */
async function answeredThread(): Promise<{ readonly threadId: string; readonly link: Link }> {
  const threadId = await it.newThread();
  await it.ada.api.ask(threadId, OPENED);
  return { threadId, link: await shareThread(threadId) };
}

const messages = (page: Page) => page.locator("article.message .message-text");
/** The names of all elements that somebody could use. */
const controls = async (page: Page): Promise<string[]> =>
  await page
    .locator("a, button, input, textarea, select, [contenteditable]")
    .evaluateAll((all) => all.map((one) => one.textContent?.trim() || one.getAttribute("aria-label") || ""));

test("a public link shows the thread without side bar, scope, names, and anything to change or open", async () => {
  const { threadId, link } = await answeredThread();
  const page = await it.open(null, link.path);
  await chips(page).first().waitFor();
  await expect.poll(async () => await messages(page).allTextContents()).toEqual([OPENED]);
  expect(await page.locator("nav, .aside, .composer-place").count()).toBe(0);
  expect(await page.getByRole("textbox").count()).toBe(0);
  await expect.poll(async () => await controls(page)).toEqual(["Sign in", "1"]);
  await page.getByText("Made with Knowledge workspace").waitFor();
  await page.locator("article.message b").getByText("Person 1", { exact: true }).waitFor();
  const html = await page.content();
  for (const secret of ["ada", "@", it.ada.workspace.userId, link.token, "Harbor"])
    expect({ secret, isShown: html.includes(secret) }).toEqual({ secret, isShown: false });

  await chips(page).first().click();
  const card = page.locator(".hover-card");
  await expect.poll(async () => await card.locator("mark").textContent()).toBe(FACTS[0]);
  await card.getByText("harbor.txt").first().waitFor();
  expect(await card.getByRole("button").count()).toBe(0);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/p/${threadId}`);
  await expectAccessible(page);
});

test("the secret leaves the address bar, and only this tab keeps it for a reload", async () => {
  const { threadId, link } = await answeredThread();
  const page = await it.open(null, link.path);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (`${request.url()} ${JSON.stringify(request.headers())}`.includes(link.token))
      asked.push(new URL(request.url()).pathname);
  });
  await answers(page).first().waitFor();
  expect(page.url()).toBe(`${it.service.url}/p/${threadId}`);
  await page.reload();
  await answers(page).first().waitFor();
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(link.token);
  // Only the thread's own requests have the secret.
  const api = new Set([`/v1/threads/${threadId}`, `/v1/threads/${threadId}/events`]);
  expect(new Set(asked)).toEqual(api);
  const other = await page.context().newPage();
  await other.goto(`${it.service.url}/p/${threadId}`);
  await other.getByText(NOT_FOUND).waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

test("a question and its answer appear while somebody asks, and nothing does after the link has ended", async () => {
  const { threadId, link } = await answeredThread();
  const page = await it.open(null, link.path);
  await chips(page).first().waitFor();
  await it.ada.api.ask(threadId, "Tell twelve facts about the harbour.");
  await answersTo(page, 2).locator(".sources").waitFor();
  await expect
    .poll(async () => await messages(page).allTextContents())
    .toEqual([OPENED, "Tell twelve facts about the harbour."]);
  await expect
    .poll(async () => await answersTo(page, 2).locator(".answer-text button.chip").count())
    .toBe(12);
  await it.ada.api.request("POST", "/v1/threads/{threadID}/attributes", {
    params: { threadID: threadId },
    body: { threadId, label: "All about the harbour" },
  });
  await page.getByRole("heading", { name: "All about the harbour" }).waitFor();

  const second = await shareThread(threadId);
  await page.getByText(NOT_FOUND).waitFor();
  expect(await answers(page).count()).toBe(0);
  await page.reload();
  await page.getByText(NOT_FOUND).waitFor();
  // The new link opens in the same tab.
  await page.goto(`${it.service.url}${second.path}`);
  await answersTo(page, 2).waitFor();
});

test("the address that the API returns leads a browser to the page", async () => {
  const { threadId, link } = await answeredThread();
  const page = await it.open(null, new URL(link.address).pathname + new URL(link.address).search);
  await chips(page).first().waitFor();
  expect(page.url()).toBe(`${it.service.url}/p/${threadId}`);
  // Back leads to the page before, and not to the address with the secret.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test("a link that ends at a message is not live, and says so", async () => {
  const threadId = await it.newThread();
  const { answerId } = await it.ada.api.ask(threadId, OPENED);
  await it.ada.api.ask(threadId, "Tell twelve facts about the harbour.");
  const link = await shareThread(threadId, answerId);
  const page = await it.open(null, link.path);
  await page.getByText("This link shows the thread up to here.").waitFor();
  await expect.poll(async () => await messages(page).allTextContents()).toEqual([OPENED]);
  await expect.poll(async () => await answers(page).count()).toBe(1);
});

test.each(["", "#", "#invented"])("an address with %o shows that there is nothing to see", async (hash) => {
  const { threadId } = await answeredThread();
  const page = await it.open(null, `/p/${threadId}${hash}`);
  await page.getByText(NOT_FOUND).waitFor();
  await page.goto(`${it.service.url}/p/nonsense${hash}`);
  await page.getByText(NOT_FOUND).waitFor();
  await expectAccessible(page);
});

test("a member sees the guests' view, and can open the thread in the workspace", async () => {
  const { threadId, link } = await answeredThread();
  const page = await it.open(it.bob, link.path);
  await page.locator("article.message b").getByText("Person 1", { exact: true }).waitFor();
  await expect.poll(async () => await controls(page)).toEqual(["Open in your workspace", "1"]);
  await page.getByRole("link", { name: "Open in your workspace" }).click();
  await page.getByRole("textbox", { name: "Your question" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/t/${threadId}`);
  const stranger = await it.open(await it.person("stranger"), link.path);
  await chips(stranger).first().waitFor();
  await expect.poll(async () => await controls(stranger)).toEqual(["1"]);
});

test("the sign-in leads back to the page in the same tab", async () => {
  const { threadId, link } = await answeredThread();
  const page = await it.open(null, link.path);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByText("Open the link that the service printed").waitFor();
  await page.goto(it.linkFor(it.bob.email));
  await page.getByRole("link", { name: "Open in your workspace" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/p/${threadId}`);
});

test.each([
  ["light", DESKTOP],
  ["dark", PHONE],
] as const)("the page is accessible and no wider than the window: %s", async (colorScheme, viewport) => {
  const { link } = await answeredThread();
  const page = await it.open(null, link.path, { colorScheme, viewport });
  await chips(page).first().waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
