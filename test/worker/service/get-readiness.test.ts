import { expect, test } from "vitest";
import { rawCall } from "../../support/http/call.ts";

const READY = { database: "ok", bucket: "ok", reader: "off", embedder: "ok" };

test("everyone learns whether the stores and models answer, with at most one D1 trip", async () => {
  const first = await rawCall("GET", "/ready");
  expect(first.headers.get("cache-control")).toContain("no-store");
  expect(Number(/(\d+) trips/.exec(first.headers.get("server-timing") ?? "")?.[1])).toBeLessThanOrEqual(1);
  expect({ status: first.status, body: await first.json() }).toEqual({
    status: 200,
    body: { ready: true, checks: READY },
  });
  expect((await rawCall("GET", "/ready")).headers.get("server-timing")).toContain("0 trips");
});
