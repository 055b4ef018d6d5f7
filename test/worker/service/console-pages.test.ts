/** The pages and files of the console: who gets them, and with which headers. */
import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { rawCall } from "../../support/http/call.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const HEADERS = [
  "content-type",
  "content-security-policy",
  "referrer-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "x-content-type-options",
  "cache-control",
];

const open = async (path: string, headers: Readonly<Record<string, string>> = BROWSER): Promise<Response> =>
  await rawCall("GET", path, { headers });
const headersOf = (response: Response): (string | null)[] =>
  HEADERS.map((name) => response.headers.get(name));

test.each([
  "/",
  `/c/${newId("col")}?tab=people`,
  `/d/${newId("asset")}`,
  `/t/${newId("thread")}?s=1`,
  `/p/${newId("thread")}`,
  "/threads",
  "/library",
  "/search?q=a",
  "/deleted",
  "/settings/profile",
  "/i",
  "/sign-in",
])("%s is a page of the console with all of its headers", async (path) => {
  const response = await open(path);
  await response.body?.cancel();
  expect(response.status).toBe(200);
  expect(headersOf(response)).toEqual([
    "text/html; charset=utf-8",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker-address",
    "no-referrer",
    "same-origin",
    "camera=(), microphone=(), geolocation=()",
    "nosniff",
    "no-cache",
  ]);
});

test("a browser that follows a link to an unknown address gets the console with status 404", async () => {
  const response = await open("/nothing/here");
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await response.text()).toContain('<div id="app">');
});

test.each(["/nothing", "/c/x", "/v1/nothing", "/ops/nothing"])(
  "a program that asks for %s gets the envelope",
  async (path) => {
    expect(await (await open(path, { accept: "*/*" })).json()).toMatchObject({ code: "not_found" });
  },
);

test.each([
  "/v1/nothing",
  "/ops/nothing",
  "/mcp/nothing",
  "/.well-known/nothing",
  "/session/nothing",
  "/reference/nothing",
  "/openapi.json/nothing",
  "/status/nothing",
])("%s is never the console's", async (path) => {
  const response = await open(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"]);
  await response.body?.cancel();
});

test("a browser that knows the page gets 304, and no other status for an unknown address", async () => {
  const first = await open("/threads");
  const etag = first.headers.get("etag") ?? "";
  await first.body?.cancel();
  expect(etag).not.toBe("");
  const known = { ...BROWSER, "if-none-match": etag };
  expect((await open("/search", known)).status).toBe(304);
  const unknown = await open("/nothing", known);
  await unknown.body?.cancel();
  expect(unknown.status).toBe(404);
});

test("a browser keeps hashed files for a year, and nothing about a missing file", async () => {
  const page = await (await open("/")).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(files.length).toBeGreaterThan(3);
  for (const path of files) {
    const response = await open(path);
    await response.body?.cancel();
    expect([path, response.status, response.headers.get("cache-control")]).toEqual([
      path,
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
  for (const path of ["/assets/main-00000000.js", "/assets/", "/assets/..%2findex.html"]) {
    const response = await open(path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, ""]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("only GET and HEAD reach the console", async () => {
  const response = await rawCall("POST", "/threads", { headers: BROWSER });
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"]);
  await response.body?.cancel();
});
