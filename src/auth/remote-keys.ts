import { createRemoteJWKSet, customFetch, errors } from "jose";
import type { JWTVerifyGetKey } from "jose";
import { ServiceError } from "../domain/errors.ts";

const READ_TIMEOUT_MS = 5_000;
const KEYS_MAX_AGE_MS = 600_000;
const MAX_READS_FOR_UNKNOWN_KEYS = 4;
const MAX_PAUSE_AFTER_FAILURE_MS = 5_000;

/** What says something about the token; any other error says that the keys could not be had. */
const TOKEN_ERRORS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** One set an address in module scope: the requests that an isolate serves share what was read. */
const remoteKeys = new Map<string, JWTVerifyGetKey>();

/**
 * An issuer's public keys, read from its JWKS address: kept for ten minutes, read again for an unknown key id once the cooldown is over.
 * @throws ServiceError `unavailable` (from the function returned) when the keys cannot be read
 */
export function getRemoteKeys(jwksUrl: string, cooldownSeconds: number): JWTVerifyGetKey {
  const name = `${cooldownSeconds} ${jwksUrl}`;
  const known = remoteKeys.get(name);
  if (known) return known;
  const created = createRemoteKeys(jwksUrl, cooldownSeconds * 1_000);
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
      if (!(error instanceof ReadRefused)) limit.countFailure();
      throw new ServiceError("unavailable", "The service cannot verify tokens of this issuer at the moment. Try again shortly.", {
        cause: error,
      });
    }
  };
}

class ReadRefused extends Error {}

/**
 * Bounds what jose leaves open: its cooldown starts with a read that succeeded, and workerd cannot share one request's read with another,
 * so a burst of unknown key ids, or a JWKS server that fails, would be met with a read a request.
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
    /** @throws ReadRefused when this read would be one too many. Keys that are missing or too old are read without regard to the window. */
    countRead: (keysAreFresh: boolean): void => {
      const now = Date.now();
      if (now < failedAt + pauseMs) throw new ReadRefused("the last read failed a moment ago");
      if (now >= windowStart + cooldownMs) {
        windowStart = now;
        reads = 0;
      }
      if (keysAreFresh && reads >= MAX_READS_FOR_UNKNOWN_KEYS) throw new ReadRefused("read too often for unknown key ids");
      reads += 1;
    },
  };
}
