/** The shell: sign-in, navigation, and the frame at each width. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { newId } from "../../../src/domain/ids.ts";
import { type Console, emailOf, PHONE, startConsole, takeProblems } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

/** The navigation of a person who is signed in. */
const FRAME = "nav.side";
const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return `${pathname}${search}${hash}`;
};

describe("signing in", () => {
  test("the printed link shows Home with the person's name, without a form to fill in", async () => {
    const printed = /Open (http\S+)/.exec(it.service.output.stdout)?.[1] ?? "";
    const page = await it.open(null, "/sign-in");
    await page.goto(printed);
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe("/");
    await page.getByRole("button", { name: /Account of ./ }).waitFor();
    expect(await page.locator("input:not([type=file])").count()).toBe(0);
  });

  test("a link for a person signs them in by name", async () => {
    const page = await it.open(null, "/sign-in");
    await page.goto(it.linkFor(emailOf("grace"), "Grace Hopper"));
    await page.getByRole("button", { name: /Account of Grace Hopper/ }).waitFor();
    expect(addressOf(page)).toBe("/");
  });

  test("a link that was used says so, and the address bar keeps nothing of it", async () => {
    const link = it.linkFor(emailOf("ada"));
    const first = await it.open(null, "/sign-in");
    await first.goto(link);
    await first.locator(FRAME).waitFor();
    const second = await it.open(null, "/sign-in");
    await second.goto(link);
    await second.getByRole("alert").getByText("This link was used already").waitFor();
    expect(addressOf(second)).toBe("/sign-in");
    await expectAccessible(second);
  });

  test("no script can read a token", async () => {
    const page = await it.open(await it.person("ada"));
    await page.locator(FRAME).waitFor();
    const readable = await page.evaluate(async () => ({
      cookie: document.cookie,
      names: (await indexedDB.databases()).map(({ name }) => name),
      kept: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    }));
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: "Strict" },
    ]);
    expect(readable.cookie).toBe("");
    for (const { value } of cookies) expect(JSON.stringify(readable)).not.toContain(value);
  });

  test("a deep link leads through the sign-in back to itself", async () => {
    const path = `/search?q=moles%20%26%20tides&tab=names`;
    const page = await it.open(null, path);
    await page.getByText("Open the link that the service printed").waitFor();
    expect(addressOf(page)).toBe("/sign-in");
    await expectAccessible(page);
    await page.goto(it.linkFor(emailOf("ada")));
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe(path);
    await page.goto(`${it.service.url}/sign-in`);
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe("/");
  });

  test("a tab that waits for the sign-in continues when another tab signs in, and follows its sign-out", async () => {
    const page = await it.open(null, "/threads");
    await page.getByText("Open the link that the service printed").waitFor();
    const other = await page.context().newPage();
    await other.goto(it.linkFor(emailOf("ada")));
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe("/threads");
    await other.getByRole("button", { name: /Account of/ }).click();
    await other.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("Open the link that the service printed").waitFor();
    expect(addressOf(page)).toBe("/sign-in");
  });
});

describe("navigation", () => {
  test("every place is a link, and opens in a new tab at the same page", async () => {
    const ada = await it.person("ada");
    const page = await it.open(ada);
    await page.locator(`nav.side a[href="/c/${ada.workspace.personalId}"]`).waitFor();
    const links = await page
      .locator("nav.side a, nav.bottom-bar a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links).toEqual(
      expect.arrayContaining(["/", "/threads", "/search", "/library", "/deleted", "/settings/profile"]),
    );
    expect(links).toEqual(expect.arrayContaining([`/c/${ada.workspace.personalId}`]));
    for (const href of new Set(links)) {
      const opened = await page.context().newPage();
      await opened.goto(`${it.service.url}${href}`);
      await opened.locator("main").waitFor();
      expect(addressOf(opened)).toBe(href);
      await opened.close();
    }
  });

  test("a click loads no page again, and Back and reload keep the page and its query", async () => {
    const page = await it.open(await it.person("ada"), "/search?q=tides");
    await page.locator(FRAME).waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.locator(FRAME).getByRole("link", { name: "Threads" }).click();
    await page.waitForURL("**/threads");
    await page.goBack();
    await page.waitForURL("**/search?q=tides");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await page.reload();
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe("/search?q=tides");
  });

  test("an unknown address says that there is no page, and leads Home", async () => {
    const page = await it.open(await it.person("ada"), "/nothing/here");
    await page.getByText("There is no page at this address.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to Home" }).click();
    await page.waitForURL(`${it.service.url}/`);
  });

  test("links of the API leave the console", async () => {
    const page = await it.open(await it.person("ada"));
    await page.locator(FRAME).waitFor();
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = "/reference";
      link.textContent = "Reference";
      document.body.appendChild(link);
    });
    await page.getByRole("link", { name: "Reference" }).click();
    await page.waitForURL("**/reference");
    await page.getByRole("heading").first().waitFor();
    expect(await page.locator("#app").count()).toBe(0);
  });
});

describe("the frame", () => {
  const PAGES = [
    "/",
    "/library",
    "/threads",
    "/search",
    "/deleted",
    "/settings/profile",
    `/c/${newId("col")}`,
  ];

  test.each([
    ["light", { width: 1280, height: 900 }],
    ["dark", { width: 1280, height: 900 }],
    ["light", { width: 900, height: 900 }],
    ["dark", PHONE],
  ] as const)(
    "every page is accessible and no wider than the window: %s, %o",
    async (colorScheme, viewport) => {
      const ada = await it.person("ada");
      const page = await it.open(ada, "/", { colorScheme, viewport });
      for (const path of [...PAGES, `/c/${ada.workspace.personalId}`]) {
        await page.goto(`${it.service.url}${path}`);
        await page.locator("main h1, main p").first().waitFor();
        await expectAccessible(page);
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([
          path,
          0,
        ]);
      }
    },
  );

  test("the side bar becomes a rail, and on a phone a bar with four places", async () => {
    const page = await it.open(await it.person("ada"));
    await page.locator(FRAME).waitFor();
    const widthOf = async (): Promise<number> => (await page.locator(FRAME).boundingBox())?.width ?? 0;
    expect(await widthOf()).toBe(264);
    await page.setViewportSize({ width: 900, height: 900 });
    expect(await widthOf()).toBe(56);
    await page.setViewportSize(PHONE);
    expect(await page.locator(FRAME).isVisible()).toBe(false);
    const places = page.locator("nav.bottom-bar a");
    expect(await places.allTextContents()).toEqual(["Home", "Library", "Threads", "Search"]);
    for (const place of await places.all())
      expect((await place.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  test("arrow keys and the pointer change the side bar's width, and the device keeps it", async () => {
    const page = await it.open(await it.person("ada"));
    const edge = page.getByRole("separator", { name: "Width of the side bar" });
    await edge.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => await edge.getAttribute("aria-valuenow")).toBe("280");
    const box = await edge.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, 400);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 4 + 1_000, 400, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => await edge.getAttribute("aria-valuenow")).toBe("420");
    await page.reload();
    await edge.waitFor();
    expect((await page.locator(FRAME).boundingBox())?.width).toBe(420);
  });

  test("the first Tab offers to skip the navigation", async () => {
    const page = await it.open(await it.person("ada"), "/deleted");
    await page.getByRole("heading", { name: "Deleted" }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    expect(addressOf(page)).not.toContain("/content");
  });

  test("a name with markup and a long name stay text on one line", async () => {
    const ada = await it.person("ada");
    const label = `<img src=x onerror="document.title='run'"> ${"Delivery ".repeat(20)}`.slice(0, 100);
    const id = await createCollection(ada.api, ada.workspace.personalId, label);
    const page = await it.open(ada);
    const link = page.locator(`nav.side a[href="/c/${id}"]`);
    await link.waitFor();
    expect((await link.textContent())?.trim()).toBe(label.trim());
    expect(await page.title()).not.toBe("run");
    expect((await link.boundingBox())?.height).toBeLessThan(40);
  });
});

describe("languages", () => {
  test.each([
    ["de-CH", "de", "Gespräche"],
    ["zh-CN", "zh-Hans", "对话"],
    ["fr-FR", "en", "Threads"],
  ])("a browser in %s shows the console in %s", async (locale, language, word) => {
    const page = await it.open(await it.person("ada"), "/", { locale });
    await page.locator(FRAME).getByRole("link", { name: word }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  });
});

describe("an outage", () => {
  test("the page says that it is not connected, reads again when the service returns, and says nothing any more", async () => {
    const own = await startConsole();
    const page = await own.open(await own.person("ada"));
    const line = page.getByText("Not connected. What you send waits here.");
    await page.getByRole("button", { name: "Add samples" }).waitFor();
    await own.service.kill("SIGKILL");
    await page.locator(FRAME).getByRole("link", { name: "Deleted" }).click();
    // The file of a page that was not open before cannot be loaded either.
    await page.getByRole("heading", { name: "Not connected. What you send waits here." }).waitFor();
    await page.locator(FRAME).getByRole("link", { name: "Home" }).click();
    await page.getByRole("textbox", { name: "Question" }).waitFor();
    await line.waitFor();
    await own.service.restart();
    await line.waitFor({ state: "detached", timeout: 60_000 });
    await page.getByRole("button", { name: "Add samples" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    takeProblems(page);
  });

  test("a page whose file is gone after a deployment reloads once, and then says that there is a new version", async () => {
    const page = await it.open(await it.person("ada"));
    await page.locator(FRAME).waitFor();
    let loads = 0;
    page.on("domcontentloaded", () => (loads += 1));
    await page.route(/\/assets\/deleted-/, async (route) => await route.fulfill({ status: 404 }));
    await page.locator(FRAME).getByRole("link", { name: "Deleted" }).click();
    await expect.poll(() => loads, { timeout: 30_000 }).toBe(1);
    await page.getByText("A new version of this page is here.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/deleted");
    await page.unroute(/\/assets\/deleted-/);
    expect(loads).toBe(1);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { name: "Deleted" }).waitFor();
    expect(loads).toBe(2);
    takeProblems(page);
  });
});

test("after a click on a link the focus is in the new page", async () => {
  const page = await it.open(await it.person("ada"), "/threads");
  await page.locator(FRAME).waitFor();
  await page.locator(FRAME).getByRole("link", { name: "Deleted" }).click();
  await page.getByRole("heading", { name: "Deleted" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});
