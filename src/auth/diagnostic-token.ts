import { SignJWT, jwtVerify } from "jose";
import { ServiceError } from "../domain/errors.ts";
import type { SigningKey } from "./url-token.ts";

const ALGORITHM = "HS256";
/**
 * A dedicated `typ` (RFC 8725, section 3.11). Verification rejects other tokens that the same keys signed.
 */
const TOKEN_TYPE = "diagnostic-url+jwt";
const MAX_TOKEN_LENGTH = 1_024;

/** Signs a token with the first key. The token permits reading one diagnostic until `expiresAt`. */
export async function signDiagnosticToken(
  [key]: readonly SigningKey[],
  id: string,
  expiresAt: Date,
): Promise<string> {
  if (key === undefined) throw new Error("No key to sign URLs with.");
  const header = { alg: ALGORITHM, kid: key.kid, typ: TOKEN_TYPE };
  return await new SignJWT({ sub: id })
    .setProtectedHeader(header)
    .setExpirationTime(expiresAt)
    .sign(key.secret);
}

/**
 * Verifies a token for one diagnostic.
 * @throws ServiceError `permission_denied` for an invalid or expired token or one for another diagnostic,
 * always with the same message
 */
export async function verifyDiagnosticToken(
  keys: readonly SigningKey[],
  token: string,
  id: string,
  now: Date,
): Promise<void> {
  try {
    if (token.length > MAX_TOKEN_LENGTH) throw new Error("too long");
    const secretOf = ({ kid }: { readonly kid?: string }): Uint8Array => {
      const key = keys.find((each) => each.kid === kid);
      if (key === undefined) throw new Error("unknown key id");
      return key.secret;
    };
    const options = {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      currentDate: now,
      subject: id,
      requiredClaims: ["exp"],
    };
    await jwtVerify(token, secretOf, options);
  } catch {
    throw new ServiceError("permission_denied", "This link is invalid or has expired. Ask for a new one.");
  }
}
