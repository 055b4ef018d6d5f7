import { SignJWT, jwtVerify } from "jose";
import { ServiceError } from "../domain/errors.ts";
import type { SigningKey } from "./url-token.ts";

const ALGORITHM = "HS256";
/**
 * RFC 8725, 3.11: a `typ` of its own, so that other tokens signed with the same keys are not accepted here.
 */
const TOKEN_TYPE = "diagnostic-url+jwt";
const MAX_TOKEN_LENGTH = 1_024;

/** Signs with the first key a token that lets its holder read one diagnostic until `expiresAt`. */
export async function signDiagnosticToken([key]: readonly SigningKey[], id: string, expiresAt: Date): Promise<string> {
  if (key === undefined) throw new Error("No key to sign URLs with.");
  const header = { alg: ALGORITHM, kid: key.kid, typ: TOKEN_TYPE };
  return await new SignJWT({ sub: id }).setProtectedHeader(header).setExpirationTime(expiresAt).sign(key.secret);
}

/**
 * @throws ServiceError `permission_denied` for an invalid, expired or unrelated token, always with the same
 * message
 */
export async function verifyDiagnosticToken(keys: readonly SigningKey[], token: string, id: string, now: Date): Promise<void> {
  try {
    if (token.length > MAX_TOKEN_LENGTH) throw new Error("too long");
    const secretOf = ({ kid }: { readonly kid?: string }): Uint8Array => {
      const key = keys.find((each) => each.kid === kid);
      if (key === undefined) throw new Error("unknown key id");
      return key.secret;
    };
    const options = { algorithms: [ALGORITHM], typ: TOKEN_TYPE, currentDate: now, subject: id, requiredClaims: ["exp"] };
    await jwtVerify(token, secretOf, options);
  } catch {
    throw new ServiceError("permission_denied", "This link is invalid or has expired. Ask for a new one.");
  }
}
