import { afterEach, expect, test, vi } from "vitest";
import { createAuthenticator } from "../../../src/auth/authenticator.ts";
import { signUrlToken, verifyUrlToken } from "../../../src/auth/url-token.ts";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { newId } from "../../../src/domain/ids.ts";
import { TEST_AUDIENCE, TEST_ISSUER, createIssuerKey } from "../../support/http/auth/test-issuer.ts";

const BASE = { issuer: TEST_ISSUER, audience: TEST_AUDIENCE, trustEmail: true, jwksCooldownSeconds: 30 };

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(["ES256", "RS256", "EdDSA"] as const)(
  "the local issuer's %s token verifies inside workerd, and a changed token does not",
  async (alg) => {
    const key = await createIssuerKey("local", alg);
    const { authenticate } = createAuthenticator(
      [{ ...BASE, jwks: { keys: [key.publicJwk] }, local: true }],
      [],
    );
    const token = await key.sign();
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({
      kind: "user",
      subject: "ada",
      emailVerified: true,
    });
    const stranger = await createIssuerKey("local", alg);
    await expect(authenticate(`Bearer ${await stranger.sign()}`)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  },
);

test("the service compares a service secret inside workerd", async () => {
  const { authenticate } = createAuthenticator(
    [],
    [{ name: "operator", secretSha256: await sha256Hex("kws_secret"), scopes: ["ops"] }],
  );
  expect(await authenticate("Bearer kws_secret")).toMatchObject({ kind: "service", name: "operator" });
  await expect(authenticate("Bearer kws_other")).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a burst of unknown key ids reads a remote issuer's keys a bounded number of times", async () => {
  const key = await createIssuerKey("known");
  const stranger = await createIssuerKey("unknown");
  const outbound = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(Response.json({ keys: [key.publicJwk] })));
  const clock = vi.spyOn(Date, "now");
  const start = Date.now();
  const { authenticate } = createAuthenticator(
    [{ ...BASE, jwksUrl: "https://id.example.com/jwks.json" }],
    [],
    () => new Date(start),
  );
  const sound = `Bearer ${await key.sign()}`;
  const token = await stranger.sign();
  expect(await authenticate(sound)).toMatchObject({ kind: "user" });
  const burst = () => Promise.allSettled(Array.from({ length: 50 }, () => authenticate(`Bearer ${token}`)));
  await burst();
  expect(outbound).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(start + 31_000);
  const answers = await burst();
  expect(answers.every((answer) => answer.status === "rejected")).toBe(true);
  expect(outbound.mock.calls.length).toBeGreaterThan(1);
  expect(outbound.mock.calls.length).toBeLessThanOrEqual(5);
  expect(await authenticate(sound)).toMatchObject({ kind: "user" });
});

test("the service signs and verifies a signed URL's token inside workerd", async () => {
  const keys = [{ kid: "1", secret: new Uint8Array(32).fill(7) }];
  const expiresAt = new Date("2026-10-06T12:15:00Z");
  const claims = {
    method: "GET",
    objectKey: "o",
    contentType: "text/plain",
    sizeLimit: 1,
    purpose: "source",
    expiresAt,
  } as const;
  const whole = { ...claims, assetId: newId("asset"), userId: newId("user") };
  const token = await signUrlToken(keys, whole);
  expect(await verifyUrlToken(keys, token, new Date("2026-10-06T12:00:00Z"))).toEqual(whole);
  await expect(verifyUrlToken(keys, token, expiresAt)).rejects.toMatchObject({ code: "permission_denied" });
});
