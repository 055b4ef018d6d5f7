import { createLocalJWKSet, decodeJwt, errors } from "jose";
import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { ServiceError } from "../domain/errors.ts";
import type { KeyPrincipal, Principal, VerifiedBy } from "../domain/principal.ts";
import { hashOfApiKey, looksLikeApiKey } from "./api-key.ts";
import { getRemoteKeys } from "./remote-keys.ts";
import { findServicePrincipal } from "./service-principal.ts";
import type { ServicePrincipalConfig } from "./service-principal.ts";
import { verifyUserToken } from "./user-token.ts";

/** An OIDC issuer whose tokens the service accepts. Its public keys come from `jwks` or from `jwksUrl`. */
export interface IssuerConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl?: string | undefined;
  readonly jwks?: JSONWebKeySet | undefined;
  /** Whether the service trusts this issuer's verification of addresses. */
  readonly trustEmail: boolean;
  /** The proof of a verified address. Default: the claim `email_verified`. */
  readonly verifiedBy?: VerifiedBy | undefined;
  readonly local?: boolean | undefined;
  /** Seconds after a read of `jwksUrl` during which an unknown key id causes no other read. */
  readonly jwksCooldownSeconds: number;
}

/** Finds the principal of an active API key by the key's hash. */
export type FindKey = (hash: string) => Promise<KeyPrincipal | null>;

export interface Authenticator {
  /**
   * @param findKey null or absent if the operation accepts no API key
   * @throws ServiceError `unauthenticated` for a credential that fails verification
   * @throws ServiceError `unavailable` if the issuer's keys cannot be read
   * @throws ServiceError `permission_denied` for an API key if the operation accepts none
   */
  readonly authenticate: (authorizationHeader: string | null, findKey?: FindKey | null) => Promise<Principal>;
}

const MAX_HEADER_LENGTH = 16_384;
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Creates the authenticator, which caches imported keys: create one per isolate. Requests without an
 * Authorization header are anonymous. The authenticator rejects requests with an invalid header.
 */
export function createAuthenticator(
  issuers: readonly IssuerConfig[],
  services: readonly ServicePrincipalConfig[],
  now: () => Date = () => new Date(),
): Authenticator {
  const known = issuers.map((issuer) => ({ ...issuer, keys: getIssuerKeys(issuer) }));

  async function authenticateUser(token: string): Promise<Principal> {
    try {
      // These unverified claims only select the issuer's rules. `jwtVerify` checks both claims again under
      // the signature.
      const { iss, aud } = decodeJwt(token);
      const issuer = known.find((each) => each.issuer === iss && [aud].flat().includes(each.audience));
      if (!issuer) throw unauthenticated("unknown issuer or audience");
      return await verifyUserToken(issuer, issuer.keys, token, now());
    } catch (error) {
      throw error instanceof ServiceError ? error : unauthenticated(describe(error));
    }
  }

  return {
    async authenticate(authorizationHeader, findKey = null) {
      if (authorizationHeader === null) return { kind: "anonymous" };
      const token = readBearer(authorizationHeader);
      if (token === null) throw unauthenticated("malformed header");
      if (token.includes(".")) return authenticateUser(token);
      if (looksLikeApiKey(token)) return await authenticateKey(token, findKey);
      const service = await findServicePrincipal(services, token);
      if (!service) throw unauthenticated("unknown service secret");
      return service;
    },
  };
}

/** The checksum rejects mistyped and invented keys without a database query. */
async function authenticateKey(token: string, findKey: FindKey | null): Promise<KeyPrincipal> {
  const hash = await hashOfApiKey(token);
  if (hash === null) throw unauthenticated("malformed API key");
  if (findKey === null)
    throw new ServiceError("permission_denied", "This operation does not accept API keys. Sign in.");
  const found = await findKey(hash);
  if (found === null) throw unauthenticated("unknown, revoked or expired API key");
  return found;
}

function getIssuerKeys(issuer: IssuerConfig): JWTVerifyGetKey {
  if (issuer.jwks) return createLocalJWKSet(issuer.jwks);
  if (issuer.jwksUrl !== undefined) return getRemoteKeys(issuer.jwksUrl, issuer.jwksCooldownSeconds);
  throw new Error(`The issuer ${issuer.issuer} has neither jwks nor jwksUrl.`);
}

function readBearer(header: string): string | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  return BEARER.exec(header)?.[1] ?? null;
}

/**
 * Creates the error that every failure returns to the caller. The reason appears only in the log and contains
 * no value of the token.
 */
function unauthenticated(reason: string): ServiceError {
  const message =
    "The credential has expired or is invalid. Send a current token as `Authorization: Bearer <token>`.";
  return new ServiceError("unauthenticated", message, { cause: reason });
}

/**
 * The loggable description of an error. jose's claim errors contain the whole payload, so the log receives
 * only the error code and the claim's name.
 */
function describe(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return `${error.code} ${error.claim}`;
  if (error instanceof errors.JOSEError) return error.code;
  return error instanceof Error ? error.name : "unknown";
}
