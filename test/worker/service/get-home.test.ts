import { expect, test } from "vitest";
import { rawCall } from "../../support/http/call.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("a browser gets a page that describes the service, tokens, and the documentation", async () => {
  const response = await rawCall("GET", "/", { headers: { accept: BROWSER } });
  const page = await response.text();
  expect({
    status: response.status,
    contentType: response.headers.get("content-type"),
    vary: response.headers.get("vary"),
  }).toEqual({
    status: 200,
    contentType: "text/html; charset=utf-8",
    vary: "Accept",
  });
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  for (const part of [
    'href="/reference"',
    'href="/openapi.json"',
    "npm run -s token -- --email",
    "/v1/users/self/auth-sync",
  ]) {
    expect(page).toContain(part);
  }
  expect(page).not.toMatch(/<(script|link|img|iframe|form)\b/);
});

test.each(["*/*", "application/json", "", "text/plain"])(
  "a client that accepts %o gets JSON",
  async (accept) => {
    const response = await rawCall("GET", "/", { headers: { accept } });
    expect(await response.json()).toMatchObject({
      code: "ok",
      data: {
        name: "knowledge-workspace",
        openapi: "/openapi.json",
        reference: "/reference",
        status: "/status",
      },
    });
  },
);
