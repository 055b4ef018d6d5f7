/** Hostile documents in the reader: nothing runs, nothing loads, nothing opens. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollection, uploadFile } from "../../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { activeFiles, CALLED } from "../../hostile/active-files.ts";
import { addReadyFile, type RemoteUser, textFile } from "../../support/http/remote-user.ts";
import { waitForState } from "../../support/http/crawl-page.ts";
import { type Console, startConsole } from "./console.ts";
import { follow } from "./marked-words.ts";

let it: Console;
let ada: RemoteUser;
let beacon = "";
const asked: string[] = [];
beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  beacon = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  it = await startConsole();
  ada = await it.person("ada");
});

/** Elements that load, run or send something. */
const ACTIVE =
  "script, iframe, frame, object, embed, form, link, style, base, meta, video, audio, img, svg:not(.icon)";

test("at least forty files and texts run nothing, load nothing and open nothing", async () => {
  const files = activeFiles(beacon);
  expect(files.length).toBeGreaterThanOrEqual(40);
  const page = await it.open(ada);
  const called: string[] = [];
  const opened: string[] = [];
  await page.exposeFunction(CALLED, () => called.push("called"));
  page.on("dialog", (dialog) => {
    opened.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on("page", (other) => opened.push(`page: ${other.url()}`));
  page.on("download", (download) => opened.push(`download: ${download.url()}`));
  let drawn = 0;
  for (const { name, contentType, content } of files) {
    const bytes = Uint8Array.from(typeof content === "string" ? new TextEncoder().encode(content) : content);
    const assetId = await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, {
      name,
      contentType,
      bytes,
    });
    const { lifecycleState } = await waitForState(ada, assetId, ["ready", "failed"]);
    await follow(page, `/d/${assetId}`);
    const reader = page.locator(".reader", {
      has: page.locator(".reader-scroller, .reader-body .empty, [role=alert]"),
    });
    await reader.waitFor();
    await expect.poll(async () => await page.locator("h1").textContent()).not.toBe("");
    if (contentType === "application/pdf" && lifecycleState === "ready") {
      await page.locator(".pdf-page canvas").first().waitFor();
      for (const link of await page.locator(".pdf-link").all()) await link.click();
    }
    if (lifecycleState === "ready") drawn += 1;
    const body = page.locator(".reader-body");
    const active = await body
      .locator(ACTIVE)
      .evaluateAll((all) => all.map((element) => element.outerHTML.slice(0, 80)));
    const links = await page
      .locator(".reader a[href]")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
    expect({ name, active, links: links.filter((protocol) => !/^https?:$/.test(protocol)) }).toEqual({
      name,
      active: [],
      links: [],
    });
  }
  expect(drawn).toBeGreaterThan(files.length * 0.8);
  const ran = await page.evaluate(() => "ran" in window || "ran" in {});
  expect({ ran, called, opened, asked }).toEqual({ ran: false, called: [], opened: [], asked: [] });
});

test("a link of a PDF shows its whole address, and opens it only from there", async () => {
  const file = activeFiles(beacon).find(({ name }) => name === "pdf-link-address.pdf")!;
  const bytes = Uint8Array.from(file.content as Uint8Array);
  const assetId = await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, {
    name: "link.pdf",
    contentType: file.contentType,
    bytes,
  });
  await waitForState(ada, assetId, ["ready"]);
  const page = await it.open(ada, `/d/${assetId}`);
  const links = page.locator(".pdf-link");
  await links.first().click();
  const card = page.locator(".link-card");
  await card.getByText(`${beacon}/clicked`).waitFor();
  const open = card.getByRole("link", { name: "Open in a new tab" });
  expect(await open.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel])).toEqual([
    `${beacon}/clicked`,
    "_blank",
    "noopener noreferrer",
  ]);
  // The second link hides its host behind a name.
  await expect.poll(async () => await links.count()).toBe(1);
});

test("markup in questions, quotes, hits and names stays text on every page", async () => {
  const run = `</script><img src="${beacon}/x" onerror="window.ran=1;${CALLED}(1)"><style>*{display:none}</style>`;
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, `Log ${run}`.slice(0, 255));
  const name = `"><svg onload=${CALLED}(1)> \u202egnp.txt`;
  const words = `The lamp of Brackwater said "${run}" and burnt oil until 1957.`;
  const assetId = await addReadyFile(ada, collectionId, textFile(name, `${words}\n`));
  const { data } = await ada.api.request("POST", "/v1/threads", {
    body: {
      collectionId,
      label: `Thread ${run}`.slice(0, 255),
      organizationContext: ada.workspace.organizationContext,
      collectionIds: [],
      assetIds: [],
    },
  });
  const threadId = idFromBytes("thread", data.threadId);
  await ada.api.ask(threadId, `Until when did the lamp of Brackwater burn oil? ${run}`);
  const page = await it.open(ada, `/t/${threadId}`);
  const called: string[] = [];
  await page.exposeFunction(CALLED, () => called.push("called"));
  const expectText = async (): Promise<void> => {
    expect(await page.locator("script:not([src]), main img, main style").count()).toBe(0);
    expect({ called, asked, ran: await page.evaluate(() => "ran" in window) }).toEqual({
      called: [],
      asked: [],
      ran: false,
    });
  };
  await page.locator("article.message").getByText("<img src=").first().waitFor();
  await page.locator("button.chip").first().hover();
  await page.locator("[popover]:popover-open").getByText("</script><img").waitFor();
  await expectText();
  for (const path of [
    `/c/${collectionId}`,
    `/c/${collectionId}?tab=threads`,
    "/search?q=lamp+Brackwater",
    "/",
  ]) {
    await page.goto(`${it.service.url}${path}`);
    await page
      .locator("main")
      .getByText(/onload=|<img|lamp/)
      .first()
      .waitFor();
    await expectText();
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or do" }).fill("svg onload");
  await page.getByRole("option").filter({ hasText: "svg onload" }).first().waitFor();
  await page.goto(`${it.service.url}/d/${assetId}`);
  await page.locator(".reader-body").getByText("burnt oil until 1957").waitFor();
  await expectText();
});
