import { SignJWT, exportJWK, generateKeyPair } from "jose";
import type { JWK } from "jose";

/** Token claims. An `undefined` claim is omitted. */
export type Claims = Readonly<Record<string, unknown>>;

export interface IssuerKey {
  readonly publicJwk: JWK;
  /** Signs a token with valid claims, changed by `overrides`. */
  sign(overrides?: Claims, header?: { kid?: string }): Promise<string>;
}

export const TEST_ISSUER = "https://id.example.com";
export const TEST_AUDIENCE = "knowledge";

/** Unix time in seconds, `offset` from now. */
export const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset;

export async function createIssuerKey(
  kid: string,
  alg: "RS256" | "ES256" | "EdDSA" = "ES256",
): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" };
  return {
    publicJwk,
    sign: (overrides = {}, header = {}) =>
      new SignJWT(soundClaims(overrides)).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
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
  return Object.fromEntries(
    Object.entries({ ...claims, ...overrides }).filter(([, value]) => value !== undefined),
  );
}
