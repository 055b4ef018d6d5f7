/** Browsers sign in at a real OpenID provider, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KnowledgeClient } from "../../client/src/index.ts";
import { CookieBrowser } from "../support/http/auth/cookie-browser.ts";
import { IssuerSignIn } from "../support/http/auth/issuer-sign-in.ts";
import { type OidcServer, startOidcServer } from "../support/http/auth/oidc-server.ts";
import { type Service, startTestService } from "../support/http/service.ts";

let service: Service;
let oidc: OidcServer;
let web: IssuerSignIn;

beforeAll(async () => {
  oidc = await startOidcServer();
  service = await startTestService({ vars: { ...oidc.settings, RATE_LIMITS: "on" } });
  await oidc.register(service.url);
  web = new IssuerSignIn(service.url);
});
afterAll(async () => {
  await oidc.close();
});

const sessionOf = (browser: CookieBrowser): string | undefined =>
  browser.cookie(service.url, web.cookieName());

/** A browser with this session cookie alone. */
function browserWith(secret: string): CookieBrowser {
  const browser = new CookieBrowser();
  browser.setCookie(service.url, web.cookieName(), secret);
  return browser;
}

test("the service names the issuer, and makes no one-time links without its own issuer", async () => {
  const response = await fetch(`${service.url}/session/issuers`);
  expect(await response.json()).toMatchObject({
    data: { issuers: [{ issuer: oidc.issuer, label: "Company account" }], oneTimeLinks: false },
  });
  expect(service.output.stdout).not.toContain("/sign-in#");
});

test("a browser signs in by code and PKCE, comes back to its page, and holds no token", async () => {
  const browser = new CookieBrowser();
  const form = await browser.open(web.start({ to: "/c/col_1?tab=people#top" }));
  const asked = browser.visited.map((each) => new URL(each)).find(({ pathname }) => pathname === "/auth");
  expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${service.url}/session/callback`,
    prompt: "consent",
  });
  const end = await web.passForms(browser, "ada", form);
  expect(end.url.href).toBe(`${service.url}/c/col_1?tab=people#top`);
  const flow = web.cookieName("knowledge-sign-in");
  expect(browser.received.filter((text) => text.startsWith("knowledge"))).toEqual([
    expect.stringMatching(`^${flow}=[\\w.-]+; Max-Age=600; Path=/; HttpOnly; SameSite=Lax$`),
    expect.stringMatching(`^${flow}=; Max-Age=0; `),
    expect.stringMatching(
      `^${web.cookieName()}=[\\w-]{43}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Strict$`,
    ),
  ]);
  expect(browser.visited.join()).not.toMatch(/id_token|access_token|refresh_token/);

  const { data } = (await (await web.ask(browser, "/session")).json()) as { data: Record<string, unknown> };
  expect(data).toMatchObject({
    issuer: oidc.issuer,
    subject: "ada",
    email: "ada@example.com",
    isEmailVerified: true,
    userId: null,
  });
});

test("the signed-in browser uses the API as the user", async () => {
  const browser = new CookieBrowser();
  await web.signIn(browser, "hanna");
  const send: typeof fetch = async (address, init) => {
    const headers = new Headers(init?.headers);
    headers.set("cookie", `${web.cookieName()}=${sessionOf(browser)}`);
    return await fetch(address, { ...init, headers });
  };
  const session = { onSignedOut: () => expect.unreachable("The session ended.") };
  const client = new KnowledgeClient({ origin: service.url, session, fetch: send });
  await client.signIn({ email: "hanna@example.com" });
  expect((await client.request("GET", "/v1/sessions")).data.sessions).toEqual([
    expect.objectContaining({ isCurrent: true, issuer: oidc.issuer, email: "hanna@example.com" }),
  ]);
});

test("signing out ends the session and names the issuer's own end", async () => {
  const browser = new CookieBrowser();
  await web.signIn(browser, "bob");
  const secret = sessionOf(browser) ?? "";
  const response = await web.ask(browser, "/session", { method: "DELETE" });
  const { data } = (await response.json()) as { data: { endSessionURL: string } };
  const url = new URL(data.endSessionURL);
  expect([url.origin, url.searchParams.get("post_logout_redirect_uri")]).toEqual([
    oidc.issuer,
    `${service.url}/sign-in`,
  ]);
  expect((await web.ask(browserWith(secret), "/session")).status).toBe(401);
});

test("a second sign-in begins another session and ends the first", async () => {
  const browser = new CookieBrowser();
  await web.signIn(browser, "carol");
  const first = sessionOf(browser) ?? "";
  // The provider knows the browser already, so it only asks for consent.
  const asked = await browser.open(web.start());
  await browser.submit(asked, {}, (url) => web.isPage(url));
  expect(sessionOf(browser)).not.toBe(first);
  expect((await web.ask(browserWith(first), "/session")).status).toBe(401);
  expect((await web.ask(browser, "/session")).status).toBe(200);
});

describe("a failed sign-in ends on the page with its reason and without a session", () => {
  /** Changes one parameter of the authorization request, then signs in. */
  async function withRequest(name: string, value: string): Promise<string> {
    const browser = new CookieBrowser();
    const redirect = await browser.send(web.start({ to: "/threads" }));
    const url = new URL(redirect.headers.get("location") ?? "");
    url.searchParams.set(name, value);
    const end = await web.passForms(browser, "mallory", await browser.open(url));
    expect(sessionOf(browser)).toBeUndefined();
    return end.url.href.slice(service.url.length);
  }

  /** Signs in up to the callback, and changes its parameters. */
  async function withCallback(change: (parameters: URLSearchParams) => void): Promise<string> {
    const browser = new CookieBrowser();
    const callback = await web.reachCallback(browser, "mallory", { to: "/threads" });
    change(callback.searchParams);
    const end = await web.land(browser, callback);
    expect(sessionOf(browser)).toBeUndefined();
    return end;
  }

  const failed = (reason: string): string => `/sign-in?error=${reason}&to=%2Fthreads`;

  test("another nonce in the ID token", async () => {
    expect(await withRequest("nonce", "another")).toBe(failed("token"));
  });

  test("another PKCE verifier", async () => {
    expect(await withRequest("code_challenge", "A".repeat(43))).toBe(failed("grant"));
  });

  test.each<[string, (parameters: URLSearchParams) => void, string]>([
    ["another state", (parameters) => parameters.set("state", "another"), "state"],
    ["no state", (parameters) => parameters.delete("state"), "state"],
    ["another issuer", (parameters) => parameters.set("iss", "https://evil.example"), "state"],
    ["no issuer", (parameters) => parameters.delete("iss"), "state"],
    ["an invented code", (parameters) => parameters.set("code", "invented"), "grant"],
    [
      "a refusal",
      (parameters) => {
        parameters.delete("code");
        parameters.set("error", "access_denied");
      },
      "denied",
    ],
  ])("%s in the callback", async (_, change, reason) => {
    expect(await withCallback(change)).toBe(failed(reason));
  });

  test("a callback in another browser", async () => {
    const victim = new CookieBrowser();
    const callback = await web.reachCallback(new CookieBrowser(), "mallory");
    expect(await web.land(victim, callback)).toBe("/sign-in?error=expired");
    expect(sessionOf(victim)).toBeUndefined();
  });

  test("a callback with the response of another sign-in of the same browser", async () => {
    const browser = new CookieBrowser();
    const callback = await web.reachCallback(browser, "mallory");
    await browser.send(web.start({ to: "/threads" }));
    expect(await web.land(browser, callback)).toBe(failed("state"));
  });

  test("a repeated callback, whose code the issuer no longer accepts", async () => {
    const browser = new CookieBrowser();
    const callback = await web.reachCallback(browser, "dora", { to: "/threads" });
    const flow = web.cookieName("knowledge-sign-in");
    const thief = new CookieBrowser();
    thief.setCookie(service.url, flow, browser.cookie(service.url, flow) ?? "");
    expect(await web.land(browser, callback)).toBe("/threads");
    expect(await web.land(thief, callback)).toBe(failed("grant"));
    expect(sessionOf(thief)).toBeUndefined();
  });

  test("an ID token without an address", async () => {
    oidc.claims.set("nobody", { email: undefined });
    const browser = new CookieBrowser();
    expect(await web.signIn(browser, "nobody", { to: "/threads" })).toBe(failed("email"));
    expect(sessionOf(browser)).toBeUndefined();
  });

  test("an issuer that the service does not know", async () => {
    const response = await fetch(web.start({ issuer: "https://evil.example" }), { redirect: "manual" });
    expect(response.headers.get("location")).toBe("/sign-in?error=issuer");
  });
});

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "javascript:alert(1)",
  "/session/callback",
  "/sign-in?to=/sign-in",
])("a sign-in never leads to %s", async (to) => {
  expect(await web.signIn(new CookieBrowser(), "erin", { to })).toBe("/");
});
