import { SignJWT, UnsecuredJWT, base64url, decodeJwt } from "jose";
import type { JWTPayload } from "jose";
import { expect, test } from "vitest";
import { publicLinkToken } from "../../src/auth/public-link-token.ts";
import { signUrlToken, verifyUrlToken } from "../../src/auth/url-token.ts";
import type { UrlClaims } from "../../src/auth/url-token.ts";
import { newId } from "../../src/domain/ids.ts";

const newKey = (kid: string) => ({ kid, secret: crypto.getRandomValues(new Uint8Array(32)) });
const oldKey = newKey("2026-01");
const key = newKey("2026-02");
const now = new Date("2026-10-06T12:00:00Z");
const claims: UrlClaims = {
  method: "PUT",
  assetId: newId("asset"),
  objectKey: "original/one",
  contentType: "text/plain; charset=utf-8",
  sizeLimit: 100_000_000,
  purpose: "upload",
  userId: newId("user"),
  expiresAt: new Date("2026-10-06T12:15:00Z"),
};
const REFUSED = { code: "permission_denied" };

const token = await signUrlToken([key, oldKey], claims);
const payload = decodeJwt(token);
const HEADER = { alg: "HS256", kid: key.kid, typ: "signed-url+jwt" };
const forge = (body: JWTPayload, header: Record<string, string> = {}, secret = key.secret) =>
  new SignJWT(body).setProtectedHeader({ ...HEADER, ...header }).sign(secret);

test("the verification of a signed URL returns all signed claims", async () => {
  expect(await verifyUrlToken([key], token, now)).toEqual(claims);
});

test("the first key signs URLs, all keys verify them, and a removed key no longer verifies any", async () => {
  const before = await signUrlToken([oldKey], claims);
  expect(await verifyUrlToken([key, oldKey], before, now)).toEqual(claims);
  await expect(verifyUrlToken([oldKey], token, now)).rejects.toMatchObject(REFUSED);
});

test("the token of a URL is valid until its expiry and not one second longer", async () => {
  expect(await verifyUrlToken([key], token, new Date("2026-10-06T12:14:59.999Z"))).toEqual(claims);
  await expect(verifyUrlToken([key], token, new Date("2026-10-06T12:15:00Z"))).rejects.toMatchObject(REFUSED);
});

const changes: [string, unknown][] = [
  ["method", "GET"],
  ["asset", newId("asset")],
  ["object", "original/two"],
  ["type", "text/html"],
  ["limit", 5_000_000_000],
  ["purpose", "source"],
  ["user", newId("user")],
  ["exp", 4_000_000_000],
];

test("the cases of these tests cover every signed claim", () => {
  expect(changes.map(([name]) => name).toSorted()).toEqual(Object.keys(payload).toSorted());
});

test.each(changes)("the service rejects a URL with a changed %s", async (name, value) => {
  const [header, , signature] = token.split(".");
  const changed = base64url.encode(JSON.stringify({ ...payload, [name]: value }));
  await expect(verifyUrlToken([key], `${header}.${changed}.${signature}`, now)).rejects.toMatchObject(
    REFUSED,
  );
});

test.each(changes)("the service rejects a signed URL with a missing or malformed %s", async (name) => {
  const { [name]: _left, ...rest } = payload;
  await expect(verifyUrlToken([key], await forge(rest), now)).rejects.toMatchObject(REFUSED);
  await expect(verifyUrlToken([key], await forge({ ...payload, [name]: null }), now)).rejects.toMatchObject(
    REFUSED,
  );
});

test("the service rejects a URL with another key, key id, type or algorithm", async () => {
  const forged = [
    forge(payload, {}, oldKey.secret),
    forge(payload, { kid: oldKey.kid }),
    forge(payload, { kid: "unknown" }),
    forge(payload, { typ: "JWT" }),
    forge(payload, { alg: "HS384" }),
    forge(payload, { alg: "HS512" }),
    Promise.resolve(new UnsecuredJWT(payload).encode()),
    new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: HEADER.typ }).sign(key.secret),
  ];
  for (const each of forged)
    await expect(verifyUrlToken([key, oldKey], await each, now)).rejects.toMatchObject(REFUSED);
  expect(await verifyUrlToken([key], await forge(payload), now)).toEqual(claims);
});

test.each(["", ".", "..", "a.b.c", token.slice(0, -1), `${token}.`, "x".repeat(9_000)])(
  "the service rejects a malformed URL token: %#",
  async (garbage) => {
    await expect(verifyUrlToken([key], garbage, now)).rejects.toMatchObject(REFUSED);
  },
);

test("the token of a public link depends on secret, id and random bits", async () => {
  const secret = new Uint8Array(32).fill(1);
  const id = newId("token");
  const bits = new Uint8Array(16).fill(2);
  const link = await publicLinkToken(secret, id, bits);
  expect(link).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await publicLinkToken(secret, id, bits)).toBe(link);
  const others = [
    await publicLinkToken(new Uint8Array(32).fill(3), id, bits),
    await publicLinkToken(secret, newId("token"), bits),
    await publicLinkToken(secret, id, new Uint8Array(16).fill(3)),
  ];
  expect(new Set([link, ...others]).size).toBe(4);
  await expect(publicLinkToken(secret, id, new Uint8Array(8))).rejects.toThrow(RangeError);
});
