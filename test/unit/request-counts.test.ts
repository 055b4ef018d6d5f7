import { expect, test } from "vitest";
import { countRequest, requestCounts } from "../../src/http/request-counts.ts";

test("requests count by route and status, and unknown methods share one label", () => {
  const request = { method: "GET", route: "/v1/counted", status: 200, ms: 250 };
  countRequest(request);
  countRequest({ ...request, ms: 750 });
  for (const method of ["PURGE", "REPORT", "MKCOL"]) countRequest({ ...request, method, status: 405 });
  const counted = requestCounts().counts.filter(({ route }) => route === "/v1/counted");
  expect(counted).toEqual([
    { method: "GET", route: "/v1/counted", status: 200, count: 2, seconds: 1 },
    { method: "other", route: "/v1/counted", status: 405, count: 3, seconds: 0.75 },
  ]);
});
