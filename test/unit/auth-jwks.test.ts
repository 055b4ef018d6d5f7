import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAuthenticator } from "../../src/auth/authenticator.ts";
import { TEST_AUDIENCE, TEST_ISSUER, createIssuerKey } from "../support/http/auth/test-issuer.ts";
import { startJwksServer } from "../support/http/auth/jwks-server.ts";
import type { JwksServer } from "../support/http/auth/jwks-server.ts";

const oldKey = await createIssuerKey("old");
const newKey = await createIssuerKey("new", "EdDSA");
const UNKNOWN = { code: "unauthenticated", cause: "ERR_JWKS_NO_MATCHING_KEY" };

let server: JwksServer;
beforeEach(async () => {
  server = await startJwksServer([oldKey.publicJwk]);
});
afterEach(() => server.close());

const authenticatorFor = (jwksCooldownSeconds: number) =>
  createAuthenticator(
    [
      {
        issuer: TEST_ISSUER,
        audience: TEST_AUDIENCE,
        jwksUrl: server.url,
        trustEmail: true,
        jwksCooldownSeconds,
      },
    ],
    [],
  );
const bearer = async (key: typeof oldKey) => `Bearer ${await key.sign()}`;

describe("keys fetched from an issuer's URL", () => {
  test("the service fetches an issuer's keys once for many tokens and for all authenticators of the isolate", async () => {
    for (let i = 0; i < 3; i += 1) {
      expect(await authenticatorFor(30).authenticate(await bearer(oldKey))).toMatchObject({
        kind: "user",
        subject: "ada",
      });
    }
    expect(server.reads).toBe(1);
  });

  test("tokens follow a key rotation: a new key works, and a removed key fails", async () => {
    const { authenticate } = authenticatorFor(0);
    await authenticate(await bearer(oldKey));
    server.keys = [newKey.publicJwk];
    expect(await authenticate(await bearer(newKey))).toMatchObject({ kind: "user" });
    await expect(authenticate(await bearer(oldKey))).rejects.toMatchObject(UNKNOWN);
  });

  test("the service does not fetch the keys again for an unknown key id during the cooldown", async () => {
    const { authenticate } = authenticatorFor(30);
    await authenticate(await bearer(oldKey));
    const unknown = await Promise.allSettled(
      Array.from({ length: 20 }, async () => authenticate(await bearer(newKey))),
    );
    expect(unknown.every((each) => each.status === "rejected")).toBe(true);
    expect(server.reads).toBe(1);
  });

  test("the service fetches the keys once for each unknown key id without a cooldown", async () => {
    const { authenticate } = authenticatorFor(0);
    await authenticate(await bearer(oldKey));
    for (let i = 1; i <= 3; i += 1) {
      await expect(authenticate(await bearer(newKey))).rejects.toMatchObject(UNKNOWN);
      expect(server.reads).toBe(1 + i);
    }
  });

  test("the service does not fetch the keys for a token that cannot be valid", async () => {
    const { authenticate } = authenticatorFor(0);
    for (const claims of [{ iss: "https://evil.example.com" }, { aud: "another" }]) {
      await expect(authenticate(`Bearer ${await oldKey.sign(claims)}`)).rejects.toMatchObject({
        code: "unauthenticated",
      });
    }
    expect(server.reads).toBe(0);
  });
});

describe("an unreachable issuer is unavailable, and its users stay signed in", () => {
  test.each([
    ["an error", { status: 500, body: "{}" }],
    ["a redirect", { status: 302, body: "" }],
    ["no JSON", { status: 200, body: "<html>" }],
    ["no key set", { status: 200, body: '{"keys":"none"}' }],
  ])(
    "an issuer that returns %s is unavailable, and recovers with its next good response",
    async (_name, fault) => {
      const { authenticate } = authenticatorFor(0);
      server.fault = fault;
      const error: unknown = await authenticate(await bearer(oldKey)).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "unavailable" });
      expect((error as Error).message).not.toContain(server.url);
      server.fault = null;
      expect(await authenticate(await bearer(oldKey))).toMatchObject({ kind: "user" });
    },
  );

  test("an issuer without a listener is unavailable", async () => {
    await server.close();
    await expect(authenticatorFor(0).authenticate(await bearer(oldKey))).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  test("an unreachable issuer gets no request for a moment after a failure", async () => {
    const { authenticate } = authenticatorFor(30);
    server.fault = { status: 500, body: "" };
    for (let i = 0; i < 10; i += 1) {
      await expect(authenticate(await bearer(oldKey))).rejects.toMatchObject({ code: "unavailable" });
    }
    expect(server.reads).toBe(1);
  });

  test("while an issuer is unreachable, tokens under a cached key still pass", async () => {
    const { authenticate } = authenticatorFor(0);
    await authenticate(await bearer(oldKey));
    server.fault = { status: 500, body: "" };
    await expect(authenticate(await bearer(newKey))).rejects.toMatchObject({ code: "unavailable" });
    expect(await authenticate(await bearer(oldKey))).toMatchObject({ kind: "user" });
  });
});
