import { expect, test } from "vitest";
import { rawCall } from "../../support/http/call.ts";

test("everyone learns that the service runs, without a D1 trip", async () => {
  const response = await rawCall("GET", "/live");
  expect(response.headers.get("server-timing")).toContain("0 trips");
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { live: true },
  });
});
