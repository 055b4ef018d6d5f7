/** Schemas of the settings that name token issuers, service principals and URL signing keys. */
import type { JWK } from "jose";
import * as z from "zod";
import { SERVICE_SCOPES } from "./domain/principal.ts";
import { SECONDS_PER_DAY } from "./domain/time.ts";
import { secretBytes } from "./model-settings.ts";

const jsonWebKey = z.custom<JWK>(
  (value) => z.looseObject({ kty: z.string() }).safeParse(value).success,
  "must be a JSON web key",
);

const issuer = z
  .strictObject({
    issuer: z.string().min(1),
    audience: z.string().min(1),
    jwksUrl: z.url({ protocol: /^https?$/ }).optional(),
    jwks: z.object({ keys: z.array(jsonWebKey).min(1) }).optional(),
    /** Whether the service trusts this issuer's claim `email_verified`. */
    trustEmail: z.boolean(),
    /** Whether this is the local development issuer, whose private key is on the same disk. */
    local: z.boolean().default(false),
    jwksCooldownSeconds: z.number().int().min(0).max(SECONDS_PER_DAY).default(30),
  })
  .refine(
    (entry) => (entry.jwksUrl === undefined) !== (entry.jwks === undefined),
    "must have either jwksUrl or jwks",
  );

const servicePrincipal = z.strictObject({
  name: z.string().min(1),
  secretSha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, "must be the SHA-256 of the secret, 64 hexadecimal digits")
    .toLowerCase(),
  scopes: z.array(z.enum(SERVICE_SCOPES)).min(1),
});

const urlSigningKey = z.strictObject({
  kid: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, "must be 1 to 32 of A-Z a-z 0-9 _ -"),
  secret: secretBytes,
});

export const hasDistinct = <T>(entries: readonly T[], key: (entry: T) => string): boolean =>
  new Set(entries.map(key)).size === entries.length;
const issuers = z
  .array(issuer)
  .min(1, "must name an issuer")
  .refine((all) => hasDistinct(all, (entry) => `${entry.issuer} ${entry.audience}`), "names an issuer twice");
const servicePrincipals = z
  .array(servicePrincipal)
  .refine((all) => hasDistinct(all, (entry) => entry.name), "names a principal twice");
const urlSigningKeys = z
  .array(urlSigningKey)
  .min(1, "must hold a key")
  .refine((all) => hasDistinct(all, (key) => key.kid), "uses a kid twice");

export const credentialSettings = { issuers, servicePrincipals, urlSigningKeys };
