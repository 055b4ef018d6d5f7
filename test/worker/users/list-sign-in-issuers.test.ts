import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";
import { navigate, SILENT_ISSUER } from "../../support/http/navigate.ts";

test("a service without SIGN_IN has one-time links alone", async () => {
  const { body } = await call("listSignInIssuers", {});
  expect(body.data).toEqual({ issuers: [], oneTimeLinks: true });
});

test("a service names its issuers and labels, and neither clients nor secrets", async () => {
  const { data } = await (
    await navigate("/session/issuers", { names: ["One", "Two"] })
  ).json<{ data: unknown }>();
  expect(data).toEqual({
    issuers: [
      { issuer: SILENT_ISSUER, label: "One" },
      { issuer: `${SILENT_ISSUER}/1`, label: "Two" },
    ],
    oneTimeLinks: true,
  });
});
