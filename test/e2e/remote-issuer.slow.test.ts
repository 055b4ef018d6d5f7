/** A service whose users come from a remote OIDC issuer with its keys at a URL. */
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiClient } from "../support/http/api-client.ts";
import { type JwksServer, startJwksServer } from "../support/http/auth/jwks-server.ts";
import {
  createIssuerKey,
  type IssuerKey,
  seconds,
  soundClaims,
  TEST_AUDIENCE,
  TEST_ISSUER,
} from "../support/http/auth/test-issuer.ts";
import { closeCodeOf } from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const TREE = "/v1/users/self/collection-tree";

let service: Service;
let keys: JwksServer;
let key: IssuerKey;
let stranger: IssuerKey;

beforeAll(async () => {
  [key, stranger] = [await createIssuerKey("first"), await createIssuerKey("first")];
  keys = await startJwksServer([key.publicJwk]);
  const issuer = {
    issuer: TEST_ISSUER,
    audience: TEST_AUDIENCE,
    jwksUrl: keys.url,
    trustEmail: true,
    jwksCooldownSeconds: 0,
  };
  service = await startTestService({ vars: { ISSUERS: JSON.stringify([issuer]) } });
  await new ApiClient(service.url, await key.sign()).signIn({ email: "ada@example.com" });
});
afterAll(async () => {
  await keys.close();
});

async function statusFor(token: string): Promise<number> {
  return (await new ApiClient(service.url, token).call("GET", TREE)).status;
}

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs with the public key as a shared secret, like an attacker. */
async function signedWithPublicKey(form: "spki" | "jwk"): Promise<string> {
  const publicKey = (await importJWK(key.publicJwk, "ES256")) as CryptoKey;
  const secret = form === "spki" ? await exportSPKI(publicKey) : JSON.stringify(key.publicJwk);
  return await new SignJWT(soundClaims())
    .setProtectedHeader({ alg: "HS256", kid: "first" })
    .sign(new TextEncoder().encode(secret));
}

describe("tokens of a remote issuer", () => {
  test("tokens of a remote issuer sign in the user that they name", async () => {
    const api = new ApiClient(service.url, await key.sign());
    const again = await api.call("POST", "/v1/users/self/auth-sync", {});
    expect(again.status).toBe(400);
    expect(await statusFor(api.token)).toBe(200);
  });

  test.each<[string, () => Promise<string> | string]>([
    ["a token for another audience", () => key.sign({ aud: "another-service" })],
    ["a token without an audience", () => key.sign({ aud: undefined })],
    ["a token of another issuer", () => key.sign({ iss: "https://evil.example.com" })],
    ["an expired token", () => key.sign({ iat: seconds(-700), exp: seconds(-60) })],
    ["a token without an end", () => key.sign({ exp: undefined })],
    ["a token that is not valid yet", () => key.sign({ nbf: seconds(300) })],
    ["a token signed with a key that is not the issuer's", () => stranger.sign()],
    ["a token with an unknown key id", () => stranger.sign({}, { kid: "unknown" })],
    ["a token of the laptop's own issuer", () => service.token("ada@example.com")],
    ["a token without a signature", () => new UnsecuredJWT(soundClaims()).encode()],
    [
      "a token of algorithm none that names the key",
      () => `${text({ alg: "none", kid: "first" })}.${text(soundClaims())}.`,
    ],
    ["HS256 with the public key as PEM", () => signedWithPublicKey("spki")],
    ["HS256 with the public key as JWK", () => signedWithPublicKey("jwk")],
    [
      "a token whose claims were changed",
      async () => (await key.sign()).replace(/\..*\./, `.${text(soundClaims({ sub: "eve" }))}.`),
    ],
    ["a token cut short", async () => (await key.sign()).slice(0, -10)],
    ["garbage", () => "garbage"],
    ["garbage in three parts", () => "a.b.c"],
  ])("the service rejects %s with 401, the contract's envelope and WWW-Authenticate", async (_what, make) => {
    const token = await make();
    const response = await fetch(new URL(TREE, service.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer\b/);
    const body = (await response.json()) as {
      message: string;
      details: { operation: { operationId: string } };
    };
    expect(body).toEqual({
      code: "unauthenticated",
      data: {},
      details: {
        consumption: { units: 0 },
        operation: { duration: expect.any(Number), operationId: response.headers.get("x-operation-id") },
      },
      done: true,
      eventKey: "",
      message: expect.stringMatching(/\S/),
    });
    expect(body.details.operation.operationId).toMatch(/^op_/);
    expect(JSON.stringify(body)).not.toContain("ada@example.com");
    expect(await closeCodeOf(service, "/v1/threads/thread_01h455vb4pex5vsknk084sn02q/events", token)).toBe(
      4401,
    );
  });

  test("tokens follow a key rotation: the new key works without a restart, and the removed key fails", async () => {
    const next = await createIssuerKey("second", "RS256");
    keys.keys = [key.publicJwk, next.publicJwk];
    expect([await statusFor(await next.sign()), await statusFor(await key.sign())]).toEqual([200, 200]);
    keys.keys = [next.publicJwk];
    await statusFor(await stranger.sign({}, { kid: "unknown" }));
    expect([await statusFor(await next.sign()), await statusFor(await key.sign())]).toEqual([200, 401]);
    keys.keys = [key.publicJwk];
    expect([await statusFor(await key.sign()), await statusFor(await next.sign())]).toEqual([200, 401]);
  });

  test("tokens get 503 instead of 401 while the service cannot fetch a new key", async () => {
    const unseen = await createIssuerKey("third");
    keys.fault = { status: 500, body: "{}" };
    expect(await statusFor(await unseen.sign())).toBe(503);
    keys.fault = null;
    keys.keys = [key.publicJwk, unseen.publicJwk];
    expect(await statusFor(await unseen.sign())).toBe(200);
  });
});
