import { SignJWT, UnsecuredJWT, base64url, importJWK, exportSPKI } from "jose";
import type { CryptoKey } from "jose";
import { describe, expect, test } from "vitest";
import { createAuthenticator } from "../../src/auth/authenticator.ts";
import type { IssuerConfig } from "../../src/auth/authenticator.ts";
import { ServiceError } from "../../src/domain/errors.ts";
import {
  TEST_AUDIENCE,
  TEST_ISSUER,
  createIssuerKey,
  seconds,
  soundClaims,
} from "../support/http/auth/test-issuer.ts";
import type { Claims } from "../support/http/auth/test-issuer.ts";

const key = await createIssuerKey("k1");
const otherKey = await createIssuerKey("k1");
const rsaKey = await createIssuerKey("rsa", "RS256");
const edKey = await createIssuerKey("ed", "EdDSA");
const OTHER_ISSUER = "https://other.example.com";

const trusted: IssuerConfig = {
  issuer: TEST_ISSUER,
  audience: TEST_AUDIENCE,
  jwks: { keys: [key.publicJwk, rsaKey.publicJwk, edKey.publicJwk] },
  trustEmail: true,
  jwksCooldownSeconds: 30,
};
const untrusted: IssuerConfig = {
  ...trusted,
  issuer: OTHER_ISSUER,
  jwks: { keys: [otherKey.publicJwk] },
  trustEmail: false,
};
const { authenticate } = createAuthenticator([trusted, untrusted], []);

async function refusal(header: string): Promise<ServiceError> {
  const error: unknown = await authenticate(header).then(
    (principal) => expect.unreachable(`accepted as ${JSON.stringify(principal)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}

const signed = (overrides: Claims) => key.sign(overrides);

describe("a valid token", () => {
  test.each([
    ["ES256", key],
    ["RS256", rsaKey],
    ["EdDSA", edKey],
  ])("a token signed with %s authenticates its user", async (_alg, signer) => {
    const claims = {
      email: "Ada@Example.COM",
      name: "Ada",
      picture: "https://example.com/a.png",
      locale: "en-GB",
      iat: 1_700_000_000,
    };
    const person = { given_name: "Augusta", family_name: "King" };
    expect(
      await authenticate(`Bearer ${await signer.sign({ ...claims, ...person, exp: 4_000_000_000 })}`),
    ).toEqual({
      kind: "user",
      issuer: TEST_ISSUER,
      subject: "ada",
      email: "ada@example.com",
      emailVerified: true,
      claimsEmailVerified: true,
      name: "Ada",
      picture: "https://example.com/a.png",
      locale: "en-GB",
      givenName: "Augusta",
      familyName: "King",
      address: null,
      issuedAt: new Date("2023-11-14T22:13:20Z"),
      expiresAt: new Date("2096-10-02T07:06:40Z"),
    });
  });

  test("a token authenticates with any case of the scheme, and with one accepted audience of several", async () => {
    expect(await authenticate(`bEARER ${await signed({ aud: ["else", TEST_AUDIENCE] })}`)).toMatchObject({
      kind: "user",
      subject: "ada",
    });
  });

  test.each([-3, 3])("a token authenticates if the issuer's clock is off by %i seconds", async (offset) => {
    const token = await signed({
      iat: seconds(offset),
      nbf: seconds(offset),
      exp: offset < 0 ? seconds(offset) : seconds(60),
    });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ kind: "user" });
  });

  test("the authenticator converts only ASCII letters of the address to lower case", async () => {
    expect(await authenticate(`Bearer ${await signed({ email: "ÄDA@example.com" })}`)).toMatchObject({
      email: "Äda@example.com",
    });
  });

  test.each([
    ["email_verified", { email_verified: true }, true],
    ["email_verified", { email_verified: "true" }, false],
    ["email_verified", { xms_edov: true }, false],
    ["xms_edov", { email_verified: undefined, xms_edov: true }, true],
    ["xms_edov", { email_verified: undefined, xms_edov: "1" }, true],
    ["xms_edov", { email_verified: true, xms_edov: false }, false],
    ["xms_edov", { email_verified: true, xms_edov: undefined }, false],
    ["issuer", { email_verified: undefined }, true],
    ["issuer", { email_verified: undefined, email: undefined }, false],
  ] as const)("by %s, a token with %o proves its address: %s", async (verifiedBy, claims, isProven) => {
    const rules = { ...trusted, verifiedBy };
    const { authenticate: judge } = createAuthenticator([rules], []);
    const token = await signed({ email_verified: undefined, ...claims });
    expect(await judge(`Bearer ${token}`)).toMatchObject({ emailVerified: isProven });
  });

  test("a token without profile claims authenticates its user", async () => {
    const token = await signed({
      email: undefined,
      email_verified: true,
      name: 7,
      picture: "x".repeat(2_049),
      locale: "\ud800",
    });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({
      email: "",
      emailVerified: false,
      name: "",
      picture: "",
      locale: "",
    });
  });
});

describe("the verification of an address", () => {
  test.each([false, undefined, "true", 1])("an address is unverified if the token has %j", async (claim) => {
    expect(await authenticate(`Bearer ${await signed({ email_verified: claim })}`)).toMatchObject({
      emailVerified: false,
    });
  });

  test("an address is unverified if its issuer is not trusted for email", async () => {
    expect(await authenticate(`Bearer ${await otherKey.sign({ iss: OTHER_ISSUER })}`)).toMatchObject({
      issuer: OTHER_ISSUER,
      email: "ada@example.com",
      emailVerified: false,
    });
  });
});

test("a request without the Authorization header is anonymous", async () => {
  expect(await authenticate(null)).toEqual({ kind: "anonymous" });
});

describe("a rejected token", () => {
  test.each<[string, Claims]>([
    ["for another audience", { aud: "another" }],
    ["without an audience", { aud: undefined }],
    ["of an unknown issuer", { iss: "https://evil.example.com" }],
    ["whose issuer has a slash more", { iss: `${TEST_ISSUER}/` }],
    ["without an issuer", { iss: undefined }],
    ["that names another known issuer than its signer", { iss: OTHER_ISSUER }],
    ["that has expired", { exp: seconds(-10) }],
    ["that is not valid yet", { nbf: seconds(60) }],
    ["that was issued in the future", { iat: seconds(60) }],
    ["that never expires", { exp: undefined }],
    ["without an issuing time", { iat: undefined }],
    ["whose expiry is no time", { exp: 1e300 }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["with a subject of 256 characters", { sub: "s".repeat(256) }],
    ["with a subject that is not ASCII", { sub: "a\ud800" }],
  ])("the authenticator rejects a token %s", async (_name, overrides) => {
    expect(await refusal(`Bearer ${await signed(overrides)}`)).toMatchObject({ code: "unauthenticated" });
  });

  test("the authenticator rejects a token with algorithm none", async () => {
    const unsecured = new UnsecuredJWT(soundClaims()).encode();
    const withKid = `${base64url.encode(JSON.stringify({ alg: "none", kid: "k1" }))}.${unsecured.split(".")[1]}.`;
    for (const token of [unsecured, withKid])
      expect(await refusal(`Bearer ${token}`)).toMatchObject({ code: "unauthenticated" });
  });

  test("the authenticator rejects a token with HS256 under the issuer's public key, as PEM or as JWK", async () => {
    const publicKey = (await importJWK(rsaKey.publicJwk, "RS256", { extractable: true })) as CryptoKey;
    for (const secret of [
      await exportSPKI(publicKey),
      JSON.stringify(rsaKey.publicJwk),
      rsaKey.publicJwk.n ?? "",
    ]) {
      const token = await new SignJWT(soundClaims())
        .setProtectedHeader({ alg: "HS256", kid: "rsa" })
        .sign(new TextEncoder().encode(secret));
      expect(await refusal(`Bearer ${token}`)).toMatchObject({
        code: "unauthenticated",
        cause: "ERR_JOSE_ALG_NOT_ALLOWED",
      });
    }
  });

  test("the authenticator rejects a token signed by another issuer's key with the same key id", async () => {
    expect(await refusal(`Bearer ${await otherKey.sign()}`)).toMatchObject({
      cause: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    });
  });

  test("the authenticator rejects a token that contains its own key", async () => {
    const header = { alg: "ES256", kid: "k1", jwk: otherKey.publicJwk };
    const [, payload, signature] = (await otherKey.sign()).split(".");
    expect(
      await refusal(`Bearer ${base64url.encode(JSON.stringify(header))}.${payload}.${signature}`),
    ).toMatchObject({
      code: "unauthenticated",
    });
  });

  test("the authenticator rejects a token whose payload was changed after signing", async () => {
    const [header, , signature] = (await key.sign()).split(".");
    const payload = base64url.encode(JSON.stringify(soundClaims({ sub: "eve" })));
    expect(await refusal(`Bearer ${header}.${payload}.${signature}`)).toMatchObject({
      cause: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    });
  });

  test.each([
    "",
    "Bearer",
    "Bearer ",
    "Bearer a.b.c",
    "Bearer ...",
    "Bearer .",
    "Bearer e30.e30.e30",
    "Bearer ü.b.c",
    "Basic YTpi",
    "a.b.c",
    "Bearer a b",
  ])("the authenticator rejects the header %j", async (header) => {
    expect(await refusal(header)).toMatchObject({ code: "unauthenticated" });
  });

  test("the authenticator rejects a header of more than 16 KiB", async () => {
    const short = `Bearer ${await signed({ note: "x".repeat(8_000) })}`;
    const long = `Bearer ${await signed({ note: "x".repeat(16_384) })}`;
    expect(await authenticate(short)).toMatchObject({ kind: "user" });
    expect(await refusal(long)).toMatchObject({ cause: "malformed header" });
  });

  test("a rejection has one message for all cases, and neither message nor cause contains any of the token", async () => {
    const token = await signed({ exp: seconds(-10), sub: "secret-subject" });
    const errors = [
      await refusal(`Bearer ${token}`),
      await refusal("Bearer a.b.c"),
      await refusal("Bearer opaque"),
    ];
    expect(new Set(errors.map((error) => error.message)).size).toBe(1);
    for (const error of errors) {
      const told = `${error.message} ${String(error.cause)} ${error.stack ?? ""}`;
      for (const part of [...token.split("."), "secret-subject", "ada@example.com"])
        expect(told).not.toContain(part);
      expect(typeof error.cause).toBe("string");
    }
  });
});

test("an issuer may have several audiences", async () => {
  const both = createAuthenticator([{ ...trusted, audience: "web", trustEmail: false }, trusted], []);
  expect(await both.authenticate(`Bearer ${await signed({ aud: "web" })}`)).toMatchObject({
    emailVerified: false,
  });
  expect(await both.authenticate(`Bearer ${await signed({})}`)).toMatchObject({ emailVerified: true });
});

test("an issuer without keys is a configuration error at startup", () => {
  expect(() => createAuthenticator([{ ...trusted, jwks: undefined }], [])).toThrow(
    /neither jwks nor jwksUrl/,
  );
});
