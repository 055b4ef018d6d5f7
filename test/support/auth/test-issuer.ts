import { SignJWT, exportJWK, generateKeyPair } from "jose";
import type { JWK } from "jose";

/** Claims of a token; one that is `undefined` is left out. */
export type Claims = Readonly<Record<string, unknown>>;

/** One key pair of an issuer. */
export interface IssuerKey {
  readonly publicJwk: JWK;
  /** A token with sound claims, except for what `overrides` says. */
  sign(overrides?: Claims, header?: { kid?: string }): Promise<string>;
}

export const TEST_ISSUER = "https://id.example.com";
export const TEST_AUDIENCE = "knowledge";

/** Seconds since 1970, `offset` from now. */
export const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset;

export async function createIssuerKey(kid: string, alg: "RS256" | "ES256" | "EdDSA" = "ES256"): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" };
  return {
    publicJwk,
    sign: (overrides = {}, header = {}) => new SignJWT(soundClaims(overrides)).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

export function soundClaims(overrides: Claims = {}): Claims {
  const claims = {
    iss: TEST_ISSUER,
    aud: TEST_AUDIENCE,
    sub: "ada",
    email: "ada@example.com",
    email_verified: true,
    iat: seconds(0),
    exp: seconds(600),
  };
  return Object.fromEntries(Object.entries({ ...claims, ...overrides }).filter(([, value]) => value !== undefined));
}
