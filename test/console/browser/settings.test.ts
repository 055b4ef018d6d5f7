/** Settings of the person and of the device. */
import { beforeAll, expect, test } from "vitest";
import { ApiClient } from "../../support/http/api-client.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const PARTS = ["profile", "appearance", "sessions", "keys", "connect"];

test.each([
  ["light", { width: 1280, height: 900 }, "en-US"],
  ["dark", PHONE, "de-DE"],
  ["light", PHONE, "zh-CN"],
] as const)(
  "every part is accessible and no wider than the window: %s, %o, %s",
  async (colorScheme, viewport, locale) => {
    const page = await it.open(await it.person("ada"), "/", { colorScheme, viewport, locale });
    for (const part of PARTS) {
      await page.goto(`${it.service.url}/settings/${part}`);
      await page.locator(".settings-part h2").waitFor();
      await expectAccessible(page);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([
        part,
        0,
      ]);
    }
  },
);

test("the device keeps the theme, the language and compact rows", async () => {
  const page = await it.open(await it.person("bea"), "/settings/appearance");
  const background = async (): Promise<string> =>
    await page.locator("main").evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background()).toBe("rgb(255, 255, 255)");
  await page.getByRole("radio", { name: "Dark" }).check();
  expect(await background()).toBe("rgb(26, 28, 34)");
  await page.getByRole("checkbox", { name: "Show lists in compact rows" }).check();
  await page.getByRole("radio", { name: "Deutsch" }).check();
  await page.getByRole("heading", { name: "Aussehen und Sprache" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Aussehen und Sprache" }).waitFor();
  expect(await background()).toBe("rgb(26, 28, 34)");
  expect(
    await page.evaluate(() => Object.fromEntries(Object.entries(document.documentElement.dataset))),
  ).toEqual({
    theme: "dark",
    rows: "compact",
  });
});

test("letters are keys until the person switches them off on this device", async () => {
  const page = await it.open(await it.person("ben"), "/settings/appearance");
  const letters = page.getByRole("checkbox", { name: "Single letters are keys" });
  await letters.uncheck();
  await page.getByRole("heading", { name: "Appearance and language" }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  expect([await page.getByRole("dialog").count(), new URL(page.url()).pathname]).toEqual([
    0,
    "/settings/appearance",
  ]);
  await page.reload();
  expect(await letters.isChecked()).toBe(false);
  await letters.check();
  await page.getByRole("heading", { name: "Appearance and language" }).click();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
});

test("on a phone the list of parts is a page of its own", async () => {
  const page = await it.open(await it.person("bo"), "/", { viewport: PHONE });
  await page.getByRole("link", { name: "Settings" }).first().click();
  const parts = page.getByRole("navigation", { name: "Parts of the settings" });
  await expectAccessible(page);
  await parts.getByRole("link", { name: "Sessions" }).click();
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  expect(await parts.isVisible()).toBe(false);
  await page.getByRole("link", { name: "All settings" }).click();
  await parts.waitFor();
});

test("another session of the person is listed, and ends by one click", async () => {
  const cleo = await it.person("cleo");
  const [page, other] = [await it.open(cleo, "/settings/sessions"), await it.open(cleo, "/deleted")];
  const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await page.reload();
  await rows.nth(1).waitFor();
  await expect.poll(async () => await rows.filter({ hasText: "This browser" }).count()).toBe(1);
  expect(await rows.first().textContent()).toContain("Chrome, Linux");
  await page.getByRole("button", { name: "Sign out there" }).click();
  await rows.nth(1).waitFor({ state: "detached" });
  await other.reload();
  await other.getByText("Open the link that the service printed").waitFor();
  await expect.poll(async () => await rows.count()).toBe(1);
});

test("a new key is shown once, works for a program, and no longer after it was revoked", async () => {
  const dora = await it.person("dora");
  const page = await it.open(dora, "/settings/keys");
  await page.getByText("You have no keys yet.").waitFor();
  await page.getByLabel("What is the key for?").fill("Editor on my laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = page.locator(".copy-field code");
  await shown.waitFor();
  const key = (await shown.textContent()) ?? "";
  const program = new ApiClient(it.service.url, key);
  expect((await program.request("GET", "/v1/users/self/collection-tree")).code).toBe("ok");
  await page.getByText("Reads and asks, until").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Revoke Editor on my laptop" }).click();
  await page.getByText("Revoked").waitFor();
  expect(await page.locator(".copy-field").count()).toBe(0);
  await expect(program.request("GET", "/v1/users/self/collection-tree")).rejects.toMatchObject({
    status: 401,
  });
});

test("the profile shows who is signed in, and an unknown part is not found", async () => {
  const eva = await it.person("eva");
  const page = await it.open(eva, "/settings/profile");
  await page.locator("main").getByText(eva.email).waitFor();
  await page.goto(`${it.service.url}/settings/nothing`);
  await page.getByText("You may not see this, or it does not exist.").waitFor();
  await expect.poll(async () => await page.getByText("You are signed in as eva.").count()).toBe(1);
});

test("the addresses for programs are copied", async () => {
  const page = await it.open(await it.person("fay"), "/settings/connect", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: /^Copy Model Context Protocol/ }).click();
  await page.getByRole("button", { name: /^Copied Model Context Protocol/ }).waitFor();
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(`${it.service.url}/mcp`);
});
