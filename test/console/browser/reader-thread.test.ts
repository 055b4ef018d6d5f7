/** The reader beside a thread: from a number to the words, and the states of a citation. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { foldText } from "../../../console/src/reader/find-words/fold.ts";
import { crawlUntil, waitForState } from "../../support/http/crawl-page.ts";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  startThread,
  textFile,
} from "../../support/http/remote-user.ts";
import { answer, startSite } from "../../support/fixtures/site.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { addFile } from "./marked-words.ts";
import { answered, ask, chips } from "./thread-console.ts";

let it: Console;
let ada: RemoteUser;
beforeAll(async () => {
  it = await startConsole({ vars: { CRAWL_ALLOW_LOOPBACK: "true" } });
  ada = await it.person("ada");
});

async function threadOver(assetId: string): Promise<string> {
  return await startThread(ada, ada.workspace.personalId, { assetIds: [assetId] });
}

const markedWords = async (page: Page): Promise<string> =>
  await page.evaluate(() =>
    [...((CSS.highlights.get("cited") as Iterable<AbstractRange> | undefined) ?? [])].map(String).join(""),
  );

const stateOf = (page: Page, state: string) => page.locator(`.reader-state[data-state="${state}"]`);

describe("a number of an answer", () => {
  let threadId: string;
  beforeAll(async () => {
    threadId = await threadOver(await addFile(ada, "samples/fasta-guide.pdf", "application/pdf"));
  });

  test("opens the PDF beside the answer with exactly the quoted words marked, and the clicked line stays", async () => {
    const page = await it.open(ada, `/t/${threadId}`, { viewport: { width: 1600, height: 900 } });
    await ask(page, "What is the default scoring matrix?");
    await answered(page);
    const chip = chips(page).first();
    const before = (await chip.boundingBox())!.y;
    await chip.click();
    await page.locator('.reader-body[data-mark="marked"]').waitFor({ timeout: 60_000 });
    const quote = (await page.locator("#reader-quote").textContent())!.replace("The cited words: ", "");
    expect(foldText(await markedWords(page))).toBe(foldText(quote));
    expect(Math.abs((await chip.boundingBox())!.y - before)).toBeLessThanOrEqual(2);
    expect(page.url()).toMatch(/\?s=cite_/);
    await stateOf(page, "valid").getByText("Stands there word for word").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Source 1 of \d/);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.locator(".reader").waitFor({ state: "detached" });
    await expect
      .poll(async () => await chip.evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  test("opens a reader over the whole page on a phone; Close and Back return to the same line", async () => {
    const page = await it.open(ada, `/t/${threadId}`, { viewport: PHONE, hasTouch: true });
    await answered(page);
    const chip = chips(page).first();
    await chip.scrollIntoViewIfNeeded();
    const open = async (): Promise<void> => {
      await chip.focus();
      await chip.press("Enter");
      await page.locator(".reader").waitFor();
    };
    const before = (await chip.boundingBox())!.y;
    await open();
    const { width, height } = (await page.locator(".reader").boundingBox())!;
    expect([width, height]).toEqual([PHONE.width, PHONE.height]);
    await page.getByRole("button", { name: "Close the source" }).click();
    await page.locator(".reader").waitFor({ state: "detached" });
    expect(Math.abs((await chip.boundingBox())!.y - before)).toBeLessThanOrEqual(2);
    await open();
    await page.goBack();
    await page.locator(".reader").waitFor({ state: "detached" });
    expect(Math.abs((await chip.boundingBox())!.y - before)).toBeLessThanOrEqual(2);
  });
});

describe("the state of a citation", () => {
  const SENTENCE = "The brass lantern of Marrow mill burns whale oil.";
  const html = (...sentences: readonly string[]): string =>
    `<!doctype html><title>Marrow mill</title><main><h1>Lantern</h1>${sentences.map((each) => `<p>${each}</p>`).join("")}</main>`;

  test("is valid, moved or changed as the document changes, by a word and a sign", async () => {
    let body = html(SENTENCE);
    const site = await startSite({
      "/mill": (request, response) => answer(200, "text/html; charset=utf-8", body)(request, response),
    });
    const assetId = idFromBytes("asset", (await crawlUntil(ada, `${site.url}/mill`)).id);
    const changeTo = async (changed: string): Promise<void> => {
      body = changed;
      await ada.api.call("POST", `/v1/assets/${assetId}/refresh`, {});
      await waitForState(ada, assetId, ["ready"]);
    };
    const page = await it.open(ada, `/t/${await threadOver(assetId)}`, {
      viewport: { width: 1600, height: 900 },
    });
    await ask(page, "What does the brass lantern of Marrow mill burn?");
    await answered(page);
    await chips(page).first().click();
    await stateOf(page, "valid").locator("svg").waitFor();
    const original = page.getByRole("link", { name: "Open the original" });
    expect(await original.evaluate((link: HTMLAnchorElement) => [link.href, link.rel])).toEqual([
      `${site.url}/mill`,
      "noopener noreferrer",
    ]);
    await expect.poll(async () => await markedWords(page)).toBe(SENTENCE);

    await changeTo(html("A new roof was built.", "The miller wrote it down.", SENTENCE));
    await page.reload();
    await stateOf(page, "moved").getByText("Moved within the document").waitFor();
    await page.getByText("A new roof was built.").waitFor();
    await expect.poll(async () => await markedWords(page)).toBe(SENTENCE);
    await page.getByRole("button", { name: "As cited" }).click();
    await page.getByText("A new roof was built.").waitFor({ state: "detached" });
    await expect.poll(async () => await markedWords(page)).toBe(SENTENCE);

    await changeTo(html("The brass lantern of Marrow mill burns paraffin now."));
    await page.reload();
    await stateOf(page, "changed").getByText("The document does not say this any more").waitFor();
    await expect.poll(async () => await markedWords(page)).toBe(SENTENCE);
    await page.getByText(/^Text of /).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await page.getByText("burns paraffin now").waitFor();
    expect(await markedWords(page)).toBe("");
    await page.getByRole("button", { name: "Both", exact: true }).click();
    await expect.poll(async () => await markedWords(page)).toBe(SENTENCE);
    await page.getByText("burns paraffin now").waitFor();
  });

  test("is not available to a reader of the thread who may not read the document, and the quote stays", async () => {
    const bob = await it.person("bob");
    const shared = await createCollection(ada.api, ada.workspace.personalId, "Shared");
    await share(ada, shared, bob, ["chat"]);
    const file = textFile("lantern.txt", "The brass lantern of Tarn mill burns colza oil.\n");
    const assetId = await addReadyFile(ada, ada.workspace.personalId, file);
    const threadId = await startThread(ada, shared, { assetIds: [assetId] });
    const own = await it.open(ada, `/t/${threadId}`);
    await ask(own, "What does the brass lantern of Tarn mill burn?");
    await answered(own);
    const page = await it.open(bob, `/t/${threadId}`);
    await answered(page);
    await chips(page).first().click();
    await stateOf(page, "gone").getByText("Not available").waitFor();
    await expect
      .poll(async () => await page.locator(".gone-quote").textContent())
      .toBe("The brass lantern of Tarn mill burns colza oil.");
    expect(await page.locator(".reader-scroller").count()).toBe(0);
    await expectAccessible(page);
  });
});
