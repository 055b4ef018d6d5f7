import { createRemoteJWKSet, customFetch, errors } from "jose";
import type { JWTVerifyGetKey } from "jose";
import { ServiceError } from "../domain/errors.ts";
import { MS_PER_SECOND } from "../domain/time.ts";

const READ_TIMEOUT_MS = 5_000;
const KEYS_MAX_AGE_MS = 600_000;
const MAX_READS_FOR_UNKNOWN_KEYS = 4;
const MAX_PAUSE_AFTER_FAILURE_MS = 5_000;

/** Errors that concern the token. Any other error means that reading the keys failed. */
const TOKEN_ERRORS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** One key set per URL, in module scope, so all requests of an isolate share the cached keys. */
const remoteKeys = new Map<string, JWTVerifyGetKey>();

/**
 * The public keys of an issuer, read from its JWKS URL and cached for ten minutes. An unknown key id causes
 * another read after the cooldown.
 * @throws ServiceError `unavailable`, from the returned function, if the keys cannot be read
 */
export function getRemoteKeys(jwksUrl: string, cooldownSeconds: number): JWTVerifyGetKey {
  const name = `${cooldownSeconds} ${jwksUrl}`;
  const known = remoteKeys.get(name);
  if (known) return known;
  const created = createRemoteKeys(jwksUrl, cooldownSeconds * MS_PER_SECOND);
  remoteKeys.set(name, created);
  return created;
}

function createRemoteKeys(jwksUrl: string, cooldownMs: number): JWTVerifyGetKey {
  const limit = createReadLimit(cooldownMs);
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: READ_TIMEOUT_MS,
    cooldownDuration: cooldownMs,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    [customFetch]: (url, init) => {
      limit.countRead(keys.fresh);
      return fetch(url, init);
    },
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (TOKEN_ERRORS.some((kind) => error instanceof kind)) throw error;
      if (!(error instanceof ReadRejected)) limit.countFailure();
      throw new ServiceError(
        "unavailable",
        "The service cannot verify tokens of this issuer at the moment. Try again shortly.",
        {
          cause: error,
        },
      );
    }
  };
}

class ReadRejected extends Error {}

/**
 * Limits how often jose may read keys. jose starts its cooldown only after a successful read, and requests in
 * workerd cannot share one fetch. Without this limit, unknown key ids or a failing JWKS server would cause
 * one read per request.
 */
function createReadLimit(cooldownMs: number) {
  const pauseMs = Math.min(cooldownMs, MAX_PAUSE_AFTER_FAILURE_MS);
  let failedAt = Number.NEGATIVE_INFINITY;
  let windowStart = Number.NEGATIVE_INFINITY;
  let reads = 0;
  return {
    countFailure: (): void => {
      failedAt = Date.now();
    },
    /**
     * Counts a read against the limit. Reads of missing or expired keys are unlimited.
     * @throws ReadRejected if this read exceeds the limit
     */
    countRead: (keysAreFresh: boolean): void => {
      const now = Date.now();
      if (now < failedAt + pauseMs) throw new ReadRejected("the last read failed a moment ago");
      if (now >= windowStart + cooldownMs) {
        windowStart = now;
        reads = 0;
      }
      if (keysAreFresh && reads >= MAX_READS_FOR_UNKNOWN_KEYS)
        throw new ReadRejected("read too often for unknown key ids");
      reads += 1;
    },
  };
}
