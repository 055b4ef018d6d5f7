import { afterEach, expect, test, vi } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function linkOf(message: string) {
  const { token } = await signUp();
  const { diagnosticID } = (
    await call("createDiagnostic", { token, body: { message, context: { status: 502 } } })
  ).body.data;
  const ops = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
  return {
    url: (await call("getDiagnostic", { token: ops, params: { diagnosticID } })).body.data.url as string,
    diagnosticID,
  };
}

test("a signed link returns its diagnostic for an hour, and no other diagnostic", async () => {
  const [one, other] = [await linkOf("It stopped."), await linkOf("It hung.")];
  const read = await rawCall("GET", one.url);
  expect({ status: read.status, read: await read.json() }).toEqual({
    status: 200,
    read: {
      message: "It stopped.",
      context: { status: 502 },
      diagnosticID: one.diagnosticID,
      at: expect.any(String),
    },
  });
  const forged = one.url.replace(one.diagnosticID, other.diagnosticID);
  expect((await rawCall("GET", forged)).status).toBe(403);
  expect((await rawCall("GET", `${one.url}x`)).status).toBe(403);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  expect((await rawCall("GET", one.url)).status).toBe(403);
});
