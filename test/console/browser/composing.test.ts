/** Enter while a person composes Japanese or Chinese. Chromium composes, as an input method tells it to. */
import type { CDPSession, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { composer } from "./thread-console.ts";

let it: Console;
let ada: RemoteUser;
let collectionId: string;
let threadId: string;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
  collectionId = await createCollection(ada.api, ada.workspace.personalId, "Harbor");
  await addReadyFile(ada, collectionId, textFile("tides.txt", "The tide turns twice a day.\n"));
  threadId = await startThread(ada, collectionId, { label: "Tides" });
});

/** Begins or changes a composition in the focused field. */
async function compose(cdp: CDPSession, text: string): Promise<void> {
  await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}

/** Input methods take this key: it has the code 229, and the field still composes. */
async function pressEnterOfComposition(cdp: CDPSession): Promise<void> {
  const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
  await cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
  await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
}

interface Field {
  readonly name: string;
  /** Opens the page and the field. */
  readonly open: (page: Page) => Promise<Locator>;
  /** Waits for the act of an Enter outside of a composition. */
  readonly done: (page: Page, text: string) => Promise<void>;
}

const said = (page: Page, text: string): Locator =>
  page.locator("article.message, article.unsent", { hasText: text });

const FIELDS: readonly Field[] = [
  {
    name: "the composer of a thread",
    open: async (page) => {
      await page.goto(`${it.service.url}/t/${threadId}`);
      return composer(page);
    },
    done: async (page, text) => await said(page, text).first().waitFor(),
  },
  {
    name: "the box of Home",
    open: async (page) => {
      await page.goto(it.service.url);
      return page.locator("#content textarea");
    },
    done: async (page) => await page.waitForURL("**/t/thread_*"),
  },
  {
    name: "the name of a thread",
    open: async (page) => {
      await page.goto(`${it.service.url}/t/${threadId}`);
      await page.locator(".page-header").getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      const field = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
      await field.fill("");
      return field;
    },
    done: async (page, text) => await page.getByRole("heading", { name: text, level: 1 }).waitFor(),
  },
  {
    name: "the name of a document",
    open: async (page) => {
      await page.goto(`${it.service.url}/c/${collectionId}`);
      await page.getByRole("row").nth(1).focus();
      await page.keyboard.press("F2");
      const field = page.getByRole("textbox", { name: "Rename" });
      await field.fill("");
      return field;
    },
    done: async (page, text) => await page.getByRole("row").filter({ hasText: text }).waitFor(),
  },
  {
    name: "the search",
    open: async (page) => {
      await page.goto(`${it.service.url}/search`);
      return page.getByRole("searchbox", { name: "Search" });
    },
    done: async (page, text) => await page.waitForURL(`**/search?q=${encodeURIComponent(text)}*`),
  },
  {
    name: "the palette",
    open: async (page) => {
      await page.goto(`${it.service.url}/deleted`);
      await page.getByRole("heading", { name: "Deleted" }).waitFor();
      await page.keyboard.press("Control+k");
      return page.getByRole("combobox", { name: "Search or do" });
    },
    done: async (page) => await page.waitForURL("**/t/thread_*"),
  },
];

test.each(FIELDS)(
  "an Enter of a composition sends nothing in $name, and the next one does",
  async ({ open, done }) => {
    const page = await it.open(ada);
    const field = await open(page);
    await field.focus();
    const before = page.url();
    const sent: string[] = [];
    page.on("request", (request) => {
      // The palette and the composer look for names while the person types.
      if (request.method() !== "GET" && !request.url().endsWith("/search"))
        sent.push(`${request.method()} ${request.url()}`);
    });
    const cdp = await page.context().newCDPSession(page);
    let text = "";
    for (const [reading, written] of [
      ["とうきょう", "東京"],
      ["gang kou", "港口"],
    ] as const) {
      await compose(cdp, reading);
      expect(await field.inputValue()).toBe(`${text}${reading}`);
      await pressEnterOfComposition(cdp);
      await compose(cdp, written);
      await pressEnterOfComposition(cdp);
      await cdp.send("Input.insertText", { text: written });
      text += written;
      expect(await field.inputValue()).toBe(text);
      expect(await said(page, reading).count()).toBe(0);
      expect(page.url()).toBe(before);
    }
    expect(sent).toEqual([]);
    await page.keyboard.press("Enter");
    await done(page, text);
  },
);
