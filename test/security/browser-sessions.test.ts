/**
 * Promise: A session cookie acts for its user only from the service's own pages, over TLS or on loopback.
 * Attack: A cookie counted for every request that carried it. A foreign page, or a server on another port of
 * the same host, could act for the person who visited it.
 */
import { expect, test } from "vitest";
import {
  COOKIE,
  cookieOf,
  createLink,
  FROM_OWN_PAGE,
  openAccount,
  openSession,
  pageHeaders,
  redeemLink,
} from "../support/http/open-session.ts";
import { call, ORIGIN, rawCall } from "../support/http/call.ts";
import { signUp } from "../support/http/person.ts";
import { startThread } from "../support/http/threads.ts";
import { testEnv } from "../support/setup/env.ts";

const newEmail = (): string => `ada-${crypto.randomUUID()}@example.com`;
const TREE = "/v1/users/self/collection-tree";

test("a request from the own page acts for the user, with and without the browser's own headers", async () => {
  const headers = pageHeaders(await openAccount(newEmail()));
  const own: Record<string, string>[] = [
    {},
    { origin: ORIGIN },
    { "sec-fetch-site": "same-origin" },
    { origin: ORIGIN, "sec-fetch-site": "same-origin" },
  ];
  for (const named of own)
    expect((await rawCall("GET", TREE, { headers: { ...headers, ...named } })).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ["a foreign Origin", { origin: "https://evil.example" }],
  ["the origin of another port", { origin: "https://knowledge.test:8443" }],
  ["the own host without TLS", { origin: "http://knowledge.test" }],
  ["a subdomain's Origin", { origin: "https://app.knowledge.test" }],
  ["the Origin null", { origin: "null" }],
  ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
  ["a same-site fetch", { "sec-fetch-site": "same-site" }],
  ["a navigation", { "sec-fetch-site": "none" }],
  ["a cross-site fetch that names the own Origin", { origin: ORIGIN, "sec-fetch-site": "cross-site" }],
  ["another value of the header", { "x-knowledge-session": "0" }],
])("a cookie does not count with %s", async (_, forged) => {
  const headers = { ...pageHeaders(await openAccount(newEmail())), ...forged };
  expect((await rawCall("GET", TREE, { headers })).status).toBe(401);
  expect((await rawCall("POST", "/v1/devices", { headers, body: {} })).status).toBe(401);
  expect((await rawCall("DELETE", "/session", { headers })).headers.getSetCookie()).toEqual([]);
});

test("a cookie without the page's header does not count, for reading either", async () => {
  const { cookie } = pageHeaders(await openAccount(newEmail()));
  const headers = { cookie: cookie ?? "", origin: ORIGIN, "sec-fetch-site": "same-origin" };
  expect((await rawCall("GET", TREE, { headers })).status).toBe(401);
});

test("a form of another site neither acts by the cookie nor signs the browser in", async () => {
  const { cookie = "" } = pageHeaders(await openAccount(newEmail()));
  const form = {
    "content-type": "application/x-www-form-urlencoded",
    origin: "https://evil.example",
    cookie,
  };
  const acted = await rawCall("POST", "/v1/devices", { headers: form, body: "a=b" });
  expect(acted.status).toBe(401);
  const once = await createLink(newEmail());
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/json"]) {
    const headers = { ...form, "content-type": type };
    const signed = await rawCall("POST", "/session/once", { headers, body: JSON.stringify({ once }) });
    expect({ type, set: signed.headers.getSetCookie() }).toEqual({ type, set: [] });
    expect(signed.status).toBeGreaterThanOrEqual(400);
  }
  expect((await redeemLink(once)).status).toBe(200);
});

test("a preflight for the page's header is refused to other origins", async () => {
  const asked = await rawCall("OPTIONS", TREE, {
    headers: {
      origin: "https://evil.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-knowledge-session",
    },
  });
  expect(asked.headers.get("access-control-allow-origin")).toBeNull();
  expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
});

test("a sign-in begins a new session with a new secret and ends the browser's earlier one", async () => {
  const planted = await openSession("mallory@example.com");
  const own = await openSession(newEmail(), pageHeaders(planted));
  expect(own).not.toBe(planted);
  expect((await call("getSession", { headers: pageHeaders(planted) })).status).toBe(401);
  const invented = "A".repeat(43);
  const fresh = await openSession(newEmail(), pageHeaders(invented));
  expect(fresh).not.toBe(invented);
  expect((await call("getSession", { headers: pageHeaders(invented) })).status).toBe(401);
});

test("a bearer token in the same request wins over the cookie", async () => {
  const [ada, headers] = [await signUp(), pageHeaders(await openAccount(newEmail()))];
  const { body } = await call("getSession", { token: ada.token, headers });
  expect(body.data).toMatchObject({ sessionId: null, userId: ada.userId });
  expect((await rawCall("GET", TREE, { token: "wrong", headers })).status).toBe(401);
});

test("a copied row of the database signs nobody in", async () => {
  const email = newEmail();
  const secret = await openAccount(email);
  const row = await testEnv.DB.prepare("SELECT * FROM sessions WHERE subject = ?")
    .bind(`email:${email}`)
    .first();
  expect(JSON.stringify(row)).not.toContain(secret);
  for (const value of Object.values(row ?? {})) {
    const headers = { ...FROM_OWN_PAGE, cookie: `${COOKIE}=${String(value)}` };
    expect((await rawCall("GET", TREE, { headers })).status).toBe(401);
  }
});

test("a cookie of another port or name does not count", async () => {
  const secret = await openAccount(newEmail());
  for (const name of ["knowledge-443", "knowledge", "knowledge-8787", "__Secure-knowledge"]) {
    const headers = { ...FROM_OWN_PAGE, cookie: `${name}=${secret}` };
    expect((await rawCall("GET", TREE, { headers })).status).toBe(401);
  }
  const local = { ...FROM_OWN_PAGE, cookie: `knowledge-8787=${secret}` };
  const at = async (port: number) =>
    (await rawCall("GET", `http://127.0.0.1:${port}${TREE}`, { headers: local })).status;
  expect([await at(8787), await at(8788)]).toEqual([200, 401]);
});

test("without TLS a session exists on loopback only", async () => {
  const once = await createLink(newEmail());
  const at = async (origin: string) =>
    await rawCall("POST", `${origin}/session/once`, { body: { once }, headers: FROM_OWN_PAGE });
  const plain = await at("http://knowledge.test");
  expect({ status: plain.status, set: plain.headers.getSetCookie() }).toEqual({ status: 403, set: [] });
  const local = await at("http://localhost:8787");
  expect(cookieOf(local, "knowledge-8787")).toMatch(/^[\w-]{43}$/);
  expect(local.headers.getSetCookie()[0]).not.toContain("Secure");
  const headers = { ...FROM_OWN_PAGE, cookie: `${COOKIE}=${await openAccount(newEmail())}` };
  expect((await rawCall("GET", `http://knowledge.test${TREE}`, { headers })).status).toBe(401);
});

/** Opens a thread's events by a browser's socket. @returns the close code; 0 for a socket that stays open */
async function closeCode(threadId: string, headers: Record<string, string>): Promise<number> {
  const { webSocket } = await rawCall("GET", `/v1/threads/${threadId}/events`, {
    headers: { upgrade: "websocket", "sec-websocket-protocol": "knowledge.v1", ...headers },
  });
  if (webSocket === null) throw new Error("The service opened no socket.");
  const { promise, resolve } = Promise.withResolvers<number>();
  webSocket.addEventListener("close", ({ code }) => resolve(code));
  webSocket.addEventListener("message", ({ data }) => data === "pong" && resolve(0));
  webSocket.accept();
  webSocket.send("ping");
  const code = await promise;
  webSocket.close();
  return code;
}

test("a socket counts its cookie only if it names the own origin", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const cookie = `${COOKIE}=${await openSession(ada.email)}`;
  expect(await closeCode(threadId, { cookie, origin: ORIGIN })).toBe(0);
  expect(await closeCode(threadId, { cookie })).toBe(4401);
  for (const origin of [
    "https://evil.example",
    "https://knowledge.test:8443",
    "http://knowledge.test",
    "null",
  ])
    expect({ origin, code: await closeCode(threadId, { cookie, origin }) }).toEqual({ origin, code: 4401 });
  const { cookie: _, ...header } = pageHeaders("");
  expect(await closeCode(threadId, { ...header, origin: ORIGIN })).toBe(4401);
});

test("opening an invitation link never acts by the cookie", async () => {
  const headers = pageHeaders(await openAccount(newEmail()));
  const token = "inv_nothing";
  expect((await rawCall("GET", `/v1/claim-token/${token}`, { headers })).status).toBe(401);
});

test("a response that a browser may keep varies by the cookie", async () => {
  const ada = await signUp();
  const headers = pageHeaders(await openSession(ada.email));
  const read = await rawCall("GET", `/v1/collections/${ada.personalId}`, { headers });
  expect({ status: read.status, caching: read.headers.get("cache-control") }).toEqual({
    status: 200,
    caching: "private, no-cache",
  });
  expect(read.headers.get("vary")).toContain("Authorization, Cookie");
});
