import { expect, test } from "vitest";
import { navigate, SILENT_ISSUER } from "../../support/http/navigate.ts";

// test/e2e/sign-in.test.ts signs in at a real issuer.

test.each([
  ["an issuer that does not answer", "/session/start", ["Silent"], "provider"],
  ["an unnamed issuer of several", "/session/start", ["One", "Two"], "issuer"],
  ["an unknown issuer", "/session/start?issuer=https://evil.example", ["One"], "issuer"],
  ["no issuer at all", "/session/start", [], "issuer"],
  ["a named issuer of several", `/session/start?issuer=${SILENT_ISSUER}/1`, ["One", "Two"], "provider"],
  ["plain http outside of loopback", "http://knowledge.test/session/start", ["Silent"], "insecure"],
])("a sign-in at %s returns to the sign-in page", async (_, path, names, error) => {
  const response = await navigate(path, { names });
  expect({
    status: response.status,
    location: response.headers.get("location"),
    set: response.headers.getSetCookie(),
    referrer: response.headers.get("referrer-policy"),
    caching: response.headers.get("cache-control"),
  }).toEqual({
    status: 303,
    location: `/sign-in?error=${error}`,
    set: [],
    referrer: "no-referrer",
    caching: "private, no-store",
  });
});

test("the page keeps the way back for another try", async () => {
  const response = await navigate("/session/start?to=/c/col_1%3Ftab%3Dpeople");
  expect(response.headers.get("location")).toBe("/sign-in?error=provider&to=%2Fc%2Fcol_1%3Ftab%3Dpeople");
});
