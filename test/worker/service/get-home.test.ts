import { expect, test } from "vitest";
import { rawCall } from "../../support/http/call.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("a browser gets the console", async () => {
  const response = await rawCall("GET", "/", { headers: { accept: BROWSER } });
  expect({
    status: response.status,
    contentType: response.headers.get("content-type"),
    vary: response.headers.get("vary"),
  }).toEqual({
    status: 200,
    contentType: "text/html; charset=utf-8",
    vary: "Accept",
  });
  expect(await response.text()).toMatch(/<script type="module" src="\/assets\/main-\w+\.js">/);
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
