import { createHash, createHmac } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { ServiceScope } from "../../src/domain/principal.ts";
import type { LocalSecrets } from "./secrets.ts";

export const LOCAL_ISSUER = "urn:knowledge-workspace:local";
export const LOCAL_AUDIENCE = "knowledge-workspace";
export const DEFAULT_TOKEN_SECONDS = 3_600;

export interface TokenClaims {
  readonly email: string;
  /** Default: derived from the address, so the same address is the same user. */
  readonly sub?: string | undefined;
  readonly name?: string | undefined;
  /** Other claims of the person, such as `picture`, `locale` and `address`. */
  readonly person?: Readonly<Record<string, unknown>> | undefined;
  /** Default true. */
  readonly emailVerified?: boolean | undefined;
  /** Default one hour. A negative value creates an expired token. */
  readonly expiresInSeconds?: number | undefined;
}

/** A bearer token (JWT, ES256) of the local issuer. */
export async function userToken(secrets: LocalSecrets, claims: TokenClaims): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const { kid, ...jwk } = secrets.issuerKey;
  const named = claims.name === undefined ? {} : { name: claims.name };
  return await new SignJWT({
    email: claims.email,
    email_verified: claims.emailVerified ?? true,
    ...named,
    ...claims.person,
  })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(LOCAL_ISSUER)
    .setAudience(LOCAL_AUDIENCE)
    .setSubject(claims.sub ?? `email:${claims.email.toLowerCase()}`)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (claims.expiresInSeconds ?? DEFAULT_TOKEN_SECONDS))
    .sign(await importJWK(jwk, "ES256"));
}

/**
 * The bearer secret of the local service principal with exactly these scopes. The same set gives the same
 * secret.
 */
export function serviceSecret(secrets: LocalSecrets, scopes: readonly ServiceScope[]): string {
  const key = Buffer.from(secrets.serviceSeed, "base64url");
  return `svc_${createHmac("sha256", key).update(scopeKey(scopes)).digest("base64url")}`;
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function scopeKey(scopes: readonly ServiceScope[]): string {
  return [...new Set(scopes)].toSorted().join(",");
}
