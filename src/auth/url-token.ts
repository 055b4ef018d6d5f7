import { SignJWT, jwtVerify } from "jose";
import * as z from "zod";
import { ServiceError } from "../domain/errors.ts";
import { idText } from "../domain/id-text.ts";
import type { Id } from "../domain/ids.ts";
import { MS_PER_SECOND } from "../domain/time.ts";

export interface SigningKey {
  readonly kid: string;
  readonly secret: Uint8Array;
}

export const URL_PURPOSES = ["upload", "version", "part", "source", "download", "artifact"] as const;
export type UrlPurpose = (typeof URL_PURPOSES)[number];

/** All permissions of a signed URL. Nothing outside the token can extend them. */
export interface UrlClaims {
  readonly method: "PUT" | "GET";
  readonly assetId: Id<"asset">;
  readonly objectKey: string;
  readonly contentType: string;
  /** Maximum number of bytes for a PUT; size of the object for a GET. */
  readonly sizeLimit: number;
  /** Size and hash that the client announced. `sha256` is hexadecimal, or "" without an announcement. */
  readonly announced?: { readonly size: number | null; readonly sha256: string };
  /** Name of the file. "" if the asset keeps its name. */
  readonly fileName?: string;
  readonly purpose: UrlPurpose;
  /** The user who requested the URL. A request to the URL checks this user's access again. */
  readonly userId: Id<"user">;
  /** Expiry in whole seconds. Fractions are truncated. */
  readonly expiresAt: Date;
}

const ALGORITHM = "HS256";
/**
 * A dedicated `typ` (RFC 8725, section 3.11). Verification rejects other tokens that the same keys signed.
 */
const TOKEN_TYPE = "signed-url+jwt";
const MAX_TOKEN_LENGTH = 8_192;

const payloadSchema = z.object({
  method: z.enum(["PUT", "GET"]),
  asset: idText("asset"),
  object: z.string().min(1),
  type: z.string().min(1),
  limit: z.int().min(0),
  size: z.int().min(0).nullish(),
  sha256: z.string().optional(),
  name: z.string().optional(),
  purpose: z.enum(URL_PURPOSES),
  user: idText("user"),
  exp: z.number(),
});

/**
 * Signs the claims with the first key.
 * @returns a compact JWS for the URL's query
 */
export async function signUrlToken(keys: readonly SigningKey[], claims: UrlClaims): Promise<string> {
  const [key] = keys;
  if (!key) throw new Error("No key to sign URLs with.");
  const payload = {
    method: claims.method,
    asset: claims.assetId,
    object: claims.objectKey,
    type: claims.contentType,
    limit: claims.sizeLimit,
    size: claims.announced?.size ?? undefined,
    sha256: claims.announced?.sha256 || undefined,
    name: claims.fileName || undefined,
    purpose: claims.purpose,
    user: claims.userId,
    exp: Math.floor(claims.expiresAt.getTime() / MS_PER_SECOND),
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: TOKEN_TYPE })
    .sign(key.secret);
}

/**
 * Verifies a signature by any of the keys, so URLs stay valid during a key rotation.
 * @throws ServiceError `permission_denied` for an invalid or expired token, always with the same message
 */
export async function verifyUrlToken(
  keys: readonly SigningKey[],
  token: string,
  now: Date = new Date(),
): Promise<UrlClaims> {
  try {
    if (token.length > MAX_TOKEN_LENGTH) throw new Error("too long");
    const { payload } = await jwtVerify(token, ({ kid }) => findSecret(keys, kid), {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      currentDate: now,
      requiredClaims: ["exp"],
    });
    return readClaims(payload);
  } catch {
    throw new ServiceError("permission_denied", "This link is invalid or has expired. Ask for a new one.");
  }
}

function findSecret(keys: readonly SigningKey[], kid: string | undefined): Uint8Array {
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw new Error("unknown key id");
  return key.secret;
}

function readClaims(payload: unknown): UrlClaims {
  const {
    method,
    asset,
    object,
    type,
    limit,
    size = null,
    sha256 = "",
    name = "",
    purpose,
    user,
    exp,
  } = payloadSchema.parse(payload);
  return {
    method,
    assetId: asset,
    objectKey: object,
    contentType: type,
    sizeLimit: limit,
    ...(size !== null || sha256 !== "" ? { announced: { size, sha256 } } : {}),
    ...(name === "" ? {} : { fileName: name }),
    purpose,
    userId: user,
    expiresAt: new Date(exp * MS_PER_SECOND),
  };
}
