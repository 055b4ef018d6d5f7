import { errors, jwtVerify } from "jose";
import type { JWTVerifyGetKey } from "jose";
import * as z from "zod";
import { asciiLower } from "../domain/ascii-lower.ts";
import { sanitizeName } from "../domain/sanitize-name.ts";
import { pictureUrl } from "../domain/picture-url.ts";
import type { UserPrincipal, VerifiedBy } from "../domain/principal.ts";
import { MS_PER_SECOND } from "../domain/time.ts";

/**
 * Asymmetric algorithms only. With a shared-secret algorithm, an attacker could use an issuer's public key as
 * the secret.
 */
const ALGORITHMS = ["RS256", "ES256", "EdDSA"];
const CLOCK_TOLERANCE_SECONDS = 5;
const END_OF_YEAR_9999 = 253_402_300_799;

const time = z.number().min(0).max(END_OF_YEAR_9999);
const optionalText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine((text) => text.isWellFormed())
    .catch("");

const optionalName = optionalText(255).transform(sanitizeName);

/** The standard claim `address`; null if missing, malformed or empty. */
const addressClaim = z
  .object({
    formatted: optionalText(1_000).transform(sanitizeName),
    street_address: optionalText(500).transform(sanitizeName),
    locality: optionalName,
    region: optionalName,
    postal_code: optionalName,
    country: optionalName,
  })
  .transform(({ street_address: streetAddress, locality: city, postal_code: postalCode, ...rest }) => {
    const address = {
      formatted: rest.formatted,
      streetAddress,
      city,
      region: rest.region,
      postalCode,
      country: rest.country,
    };
    return Object.values(address).every((part) => part === "") ? null : address;
  })
  .catch(null);

/** OIDC limits `sub` to 255 ASCII characters. Malformed profile claims are treated as missing. */
const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  iat: time,
  exp: time,
  email: z
    .string()
    .max(320)
    .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u)
    .catch(""),
  email_verified: z.unknown().optional(),
  xms_edov: z.unknown().optional(),
  name: optionalName,
  given_name: optionalName,
  family_name: optionalName,
  picture: optionalText(2_048).transform(pictureUrl),
  locale: optionalText(64),
  address: addressClaim,
});

export interface UserTokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly trustEmail: boolean;
  /** Default: `email_verified`. */
  readonly verifiedBy?: VerifiedBy | undefined;
}

/**
 * Verifies an OIDC ID token: signature, algorithm, `iss`, `aud`, `exp`, `nbf`, `iat` and `sub`.
 * @throws errors of jose, of Zod, or of `keys`. These contain claims, so never send them to a client or to
 * the log unchanged.
 */
export async function verifyUserToken(
  rules: UserTokenRules,
  keys: JWTVerifyGetKey,
  token: string,
  now: Date,
): Promise<UserPrincipal> {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer: rules.issuer,
    audience: rules.audience,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ["sub", "iat", "exp"],
  });
  const claims = claimsSchema.parse(payload);
  if (claims.iat > now.getTime() / MS_PER_SECOND + CLOCK_TOLERANCE_SECONDS) {
    throw new errors.JWTClaimValidationFailed("iat lies in the future", payload, "iat", "check_failed");
  }
  const isVerified = isEmailVerified(rules.verifiedBy ?? "email_verified", claims);
  return {
    kind: "user",
    issuer: claims.iss,
    subject: claims.sub,
    email: asciiLower(claims.email),
    emailVerified: isVerified && rules.trustEmail && claims.email !== "",
    claimsEmailVerified: isVerified,
    name: claims.name,
    givenName: claims.given_name,
    familyName: claims.family_name,
    picture: claims.picture,
    locale: claims.locale,
    address: claims.address,
    issuedAt: new Date(claims.iat * MS_PER_SECOND),
    expiresAt: new Date(claims.exp * MS_PER_SECOND),
  };
}

/** Entra ID sends `xms_edov` as a boolean, a number or a text. */
const TRUE_OF_ENTRA: readonly unknown[] = [true, 1, "1", "true"];

function isEmailVerified(
  proof: VerifiedBy,
  { email, email_verified: verified, xms_edov: domainVerified }: z.output<typeof claimsSchema>,
): boolean {
  if (proof === "issuer") return email !== "";
  return proof === "xms_edov" ? TRUE_OF_ENTRA.includes(domainVerified) : verified === true;
}
