/** Texts and questions that a device keeps until the thread holds them. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { takeProblems } from "./console.ts";
import { answered, ask, composer, startThreadConsole, type ThreadConsole } from "./thread-console.ts";

const OPENED = "When did the harbour of Brackwater open?";

let it: ThreadConsole;
beforeAll(async () => {
  it = await startThreadConsole();
});

const questions = (page: Page) => page.locator("article.message .message-text, article.unsent .message-text");
const lost = (page: Page) => page.getByText("Not connected. What you send waits here.");

test("text typed in three threads is there after a reload and after a sign-out, and is sent once", async () => {
  const threads = [await it.newThread(), await it.newThread(), await it.newThread()];
  const page = await it.open(it.ada, `/t/${threads[0]}`);
  for (const [at, threadId] of threads.entries()) {
    await page.goto(`${it.service.url}/t/${threadId}`);
    await composer(page).fill(`Text ${at}: ${OPENED}`);
  }
  await page.reload();
  expect(await composer(page).inputValue()).toBe(`Text 2: ${OPENED}`);
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(it.linkFor(it.ada.email));
  await page.locator("nav:visible").first().waitFor();
  for (const [at, threadId] of threads.entries()) {
    await page.goto(`${it.service.url}/t/${threadId}`);
    expect(await composer(page).inputValue()).toBe(`Text ${at}: ${OPENED}`);
    await composer(page).press("Enter");
    await answered(page);
    expect(await composer(page).inputValue()).toBe("");
    await page.reload();
    await answered(page);
    expect(await questions(page).allTextContents()).toEqual([`Text ${at}: ${OPENED}`]);
    expect(await composer(page).inputValue()).toBe("");
  }
});

/** A thread page that has shown its history. */
const shownEmpty = (page: Page) => page.getByText("Ask something about the documents of this thread.");

/** Runs while the service is dead. Afterwards it lives, whatever happened. */
async function whileDead(act: () => Promise<void>): Promise<void> {
  await it.service.kill("SIGKILL");
  try {
    await act();
  } finally {
    await it.service.restart();
  }
}

test("a question that a crashed tab had not sent is sent once by the next tab", async () => {
  const threadId = await it.newThread();
  const page = await it.open(it.ada, `/t/${threadId}`);
  await shownEmpty(page).waitFor();
  await whileDead(async () => {
    await lost(page).waitFor();
    await ask(page, OPENED);
    await page.getByText("Being sent").waitFor();
  });
  await composer(page).fill("Another one");
  const next = await page.context().newPage();
  // The tab ends without any of its handlers.
  const crashed = page.waitForEvent("crash");
  void page.goto("chrome://crash").catch(() => undefined);
  await crashed;
  takeProblems(page);
  await next.goto(`${it.service.url}/t/${threadId}`);
  await answered(next);
  expect(await questions(next).allTextContents()).toEqual([OPENED]);
  expect(await composer(next).inputValue()).toBe("Another one");
  await next.reload();
  await answered(next);
  expect(await questions(next).allTextContents()).toEqual([OPENED]);
  expect(await composer(next).inputValue()).toBe("Another one");
});

test("a thread keeps the composer when its first load breaks off, says so, and loads when the service answers again", async () => {
  const threadId = await it.newThread();
  const page = await it.open(it.ada, "/threads");
  let isCut = true;
  await page.route(/\/v1\/threads\//, async (route) => {
    await (isCut ? route.abort() : route.continue());
  });
  await page.routeWebSocket(/\/v1\/threads\//, async (socket) => {
    if (isCut) await socket.close();
    else socket.connectToServer();
  });
  await page.goto(`${it.service.url}/t/${threadId}`);
  await composer(page).fill(OPENED);
  await lost(page).waitFor();
  expect(await composer(page).inputValue()).toBe(OPENED);
  await composer(page).press("Enter");
  await page.getByText("Being sent").waitFor();
  await composer(page).fill("Another one");
  isCut = false;
  await answered(page);
  await lost(page).waitFor({ state: "detached" });
  expect(await questions(page).allTextContents()).toEqual([OPENED]);
  expect(await composer(page).inputValue()).toBe("Another one");
  takeProblems(page);
});

test("text stays when the session ends during sending, and a sign-in in another tab sends it once", async () => {
  const threadId = await it.newThread();
  const page = await it.open(it.ada, "/threads");
  let isHeld = false;
  await page.routeWebSocket(/\/v1\/threads\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      if (!isHeld) server.send(frame);
    });
  });
  await page.goto(`${it.service.url}/t/${threadId}`);
  await shownEmpty(page).waitFor();
  isHeld = true;
  await ask(page, OPENED);
  await page.getByText("Being sent").waitFor();
  await composer(page).fill("Another one");
  await endSessions();
  isHeld = false;
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await composer(page).inputValue()).toBe("Another one");
  const other = await page.context().newPage();
  await other.goto(it.linkFor(it.ada.email));
  await other.locator("nav:visible").first().waitFor();
  await dialog.waitFor({ state: "detached" });
  await answered(page);
  expect(await questions(page).allTextContents()).toEqual([OPENED]);
  expect(await composer(page).inputValue()).toBe("Another one");
  await page.reload();
  await answered(page);
  expect(await questions(page).allTextContents()).toEqual([OPENED]);
});

/** Ends every session of the person, as another browser does. */
async function endSessions(): Promise<void> {
  await it.ada.api.request("DELETE", "/v1/sessions");
}

test("Enter that ends the composition of a character sends nothing, Shift Enter begins a line, and the arrow key brings the last question back", async () => {
  const page = await it.open(it.ada, `/t/${await it.newThread()}`);
  await composer(page).focus();
  const client = await page.context().newCDPSession(page);
  await client.send("Input.imeSetComposition", { text: "港", selectionStart: 1, selectionEnd: 1 });
  await client.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Enter", windowsVirtualKeyCode: 229 });
  await client.send("Input.insertText", { text: "港はいつ" });
  expect(await composer(page).inputValue()).toBe("港はいつ");
  expect(await questions(page).count()).toBe(0);
  await composer(page).fill("First line");
  await composer(page).press("Shift+Enter");
  await page.keyboard.type(OPENED);
  expect(await composer(page).inputValue()).toBe(`First line\n${OPENED}`);
  await composer(page).press("Enter");
  await answered(page);
  expect(await questions(page).allTextContents()).toEqual([`First line\n${OPENED}`]);
  await composer(page).press("ArrowUp");
  expect(await composer(page).inputValue()).toBe(`First line\n${OPENED}`);
});
