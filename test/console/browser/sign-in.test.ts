/** Browsers sign in at a real OpenID provider by authorization code and PKCE, and sign out there. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OidcServer, startOidcServer } from "../../support/http/auth/oidc-server.ts";
import { askSample } from "./ask-sample.ts";
import { type Console, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

const PROVIDER = "Company account";
const FRAME = "nav.side";

let oidc: OidcServer;
let it: Console;
beforeAll(async () => {
  oidc = await startOidcServer();
  it = await startConsole({ vars: { ...oidc.settings, RATE_LIMITS: "on" }, others: [oidc.issuer] });
  await oidc.register(it.service.url);
});
afterAll(async () => {
  await oidc.close();
});

const addressOf = (page: Page): string => page.url().slice(it.service.url.length);
const signInButton = (page: Page) => page.getByRole("link", { name: `Sign in with ${PROVIDER}` });

/** A page of a new browser. The provider's pages load a font of another site, which the tests answer. */
async function openAt(path: string): Promise<Page> {
  const page = await it.open(null, "/status");
  await page.context().route("https://fonts.googleapis.com/**", async (route) => await route.fulfill());
  await page.goto(`${it.service.url}${path}`);
  return page;
}

/** Fills in the provider's form, and confirms. */
async function passForms(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("with one issuer, a deep link leads straight to it and back to itself, and no script can read a token", async () => {
  const path = "/search?q=moles%20%26%20tides&tab=names";
  const page = await openAt(path);
  await passForms(page, "ada");
  await page.locator(FRAME).waitFor();
  expect(addressOf(page)).toBe(path);
  await page.getByRole("button", { name: "Account of ada" }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  const cookies = await page.context().cookies(it.service.url);
  expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toContainEqual({
    httpOnly: true,
    sameSite: "Strict",
  });
  for (const { value } of cookies) expect(kept).not.toContain(value);
  await page.goto(`${it.service.url}/sign-in`);
  await page.locator(FRAME).waitFor();
  expect(addressOf(page)).toBe("/");
});

test("the first minute is the same as by a link: samples, a question, and the marked words", async () => {
  const page = await openAt("/");
  await passForms(page, "grace");
  await askSample(page);
  expect(new URL(page.url()).pathname).toMatch(/^\/t\/thread_/);
});

describe("a failed sign-in ends on a page with advice, which leads back to the wanted page", () => {
  test.each([
    ["state", "another", "belongs to another sign-in"],
    ["nonce", "another", "could not verify the answer"],
    ["code_challenge", "A".repeat(43), "belongs to another sign-in"],
  ])("another %s", async (name, value, text) => {
    const page = await openAt("/status");
    const start = await page.context().request.get(`${it.service.url}/session/start?to=%2Fthreads`, {
      maxRedirects: 0,
    });
    const address = new URL(start.headers()["location"] ?? "");
    address.searchParams.set(name, value);
    await page.goto(address.href);
    await passForms(page, "mallory");
    await page.getByRole("alert").getByText(text).waitFor();
    // Cookies know no ports, so the provider's are in the same list.
    const cookies = await page.context().cookies(it.service.url);
    expect(cookies.filter(({ sameSite }) => sameSite === "Strict")).toEqual([]);
    await expectAccessible(page);
    await signInButton(page).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe("/threads");
  });

  test("a refusal of the person", async () => {
    const page = await openAt("/threads");
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await page.getByRole("alert").getByText("The account provider refused the sign-in.").waitFor();
    await signInButton(page).click();
    await passForms(page, "hanna");
    await page.locator(FRAME).waitFor();
    expect(addressOf(page)).toBe("/threads");
  });

  test.each([
    ["expired", "more than ten minutes"],
    ["provider", "does not answer"],
    ["email", "no e-mail address"],
  ])("the reason %s", async (reason, text) => {
    const page = await openAt(`/sign-in?error=${reason}`);
    await page.getByRole("alert").getByText(text).waitFor();
    expect(await signInButton(page).isVisible()).toBe(true);
  });

  test("a reason that this page does not know, and an address of another site", async () => {
    const page = await openAt("/sign-in?error=constructor&to=%2F%2Fevil.example%2F");
    await page.getByRole("alert").getByText("This did not work").waitFor();
    expect(await signInButton(page).getAttribute("href")).toBe(
      `/session/start?${new URLSearchParams({ issuer: oidc.issuer, to: "/" }).toString()}`,
    );
  });
});

test("signing out ends the issuer's session too, and no page of the browser signs in again by itself", async () => {
  const page = await openAt("/threads");
  await passForms(page, "bob");
  await page.locator(FRAME).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${it.service.url}/search`);
  await other.locator(FRAME).waitFor();
  await page.getByRole("button", { name: "Account of bob" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  for (const tab of [page, other]) {
    await tab.getByText("You are signed out.").waitFor();
    await signInButton(tab).waitFor();
    expect(new URL(tab.url()).pathname).toBe("/sign-in");
  }
  await expectAccessible(page);
  await signInButton(page).click();
  await page.getByPlaceholder("Enter any login").waitFor();
});

test("a page whose session ended goes on when another tab has signed in at the issuer", async () => {
  const page = await openAt("/threads");
  await passForms(page, "carol");
  await page.locator(FRAME).waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const [session] = (await page.context().cookies(it.service.url)).filter(
    ({ sameSite }) => sameSite === "Strict",
  );
  await page.context().clearCookies({ name: session?.name ?? "" });
  await page.locator(FRAME).getByRole("link", { name: "Deleted" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Sign in" }).click();
  const tab = await opened;
  await tab.getByRole("button", { name: "Continue" }).click();
  await tab.locator(FRAME).waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Deleted" }).waitFor();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("several issuers have a button each, by keyboard too", async () => {
  const second = await startOidcServer();
  try {
    const joined = (name: "ISSUERS" | "SIGN_IN", rename: (entry: object) => object): string =>
      JSON.stringify(
        [oidc, second].flatMap(({ settings }, at) =>
          (JSON.parse(settings[name]) as object[]).map((entry) => (at === 0 ? entry : rename(entry))),
        ),
      );
    const both = await startConsole({
      vars: {
        RATE_LIMITS: "on",
        ISSUERS: joined("ISSUERS", (entry) => entry),
        SIGN_IN: joined("SIGN_IN", (entry) => ({ ...entry, label: "Partners" })),
      },
      others: [oidc.issuer, second.issuer],
    });
    await second.register(both.service.url);
    const page = await both.open(null, "/threads");
    await page.context().route("https://fonts.googleapis.com/**", async (route) => await route.fulfill());
    await signInButton(page).waitFor();
    await page.getByRole("link", { name: "Sign in with Partners" }).focus();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await passForms(page, "dora");
    await page.locator(FRAME).waitFor();
    expect(page.url()).toBe(`${both.service.url}/threads`);
  } finally {
    await second.close();
  }
});
