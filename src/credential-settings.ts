/** Schemas of the settings that name token issuers, service principals and URL signing keys. */
import type { JWK } from "jose";
import * as z from "zod";
import { SERVICE_SCOPES, VERIFIED_BY } from "./domain/principal.ts";
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
    /** Whether the service trusts this issuer's verification of addresses. */
    trustEmail: z.boolean(),
    verifiedBy: z.enum(VERIFIED_BY).optional(),
    /** Whether this is the local development issuer, whose private key is on the same disk. */
    local: z.boolean().default(false),
    jwksCooldownSeconds: z.number().int().min(0).max(SECONDS_PER_DAY).default(30),
  })
  .refine(
    (entry) => (entry.jwksUrl === undefined) !== (entry.jwks === undefined),
    "must have either jwksUrl or jwks",
  );

/** Parameters of an authorization request that the service itself sets. */
const OWN_PARAMETERS =
  /^(?:response_type|response_mode|client_id|redirect_uri|scope|state|nonce|code_challenge|code_challenge_method|request|request_uri)$/;

const signInIssuer = z
  .strictObject({
    issuer: z.url({ protocol: /^https?$/ }),
    clientId: z.string().min(1),
    /** Absent for a public client. */
    clientSecret: z.string().min(1).optional(),
    /** Text of the button on the sign-in page. */
    label: z.string().min(1).max(100),
    scopes: z
      .string()
      .regex(/(?:^| )openid(?: |$)/, "must contain openid")
      .default("openid email profile"),
    parameters: z
      .record(z.string(), z.string())
      .refine(
        (all) => !Object.keys(all).some((name) => OWN_PARAMETERS.test(name)),
        "must not contain parameters that the service sets",
      )
      .default({}),
  })
  .transform((entry) => ({ ...entry, clientSecret: entry.clientSecret ?? null }));

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
const signIn = z
  .array(signInIssuer)
  .max(20)
  .refine((all) => hasDistinct(all, (entry) => entry.issuer), "names an issuer twice");
const servicePrincipals = z
  .array(servicePrincipal)
  .refine((all) => hasDistinct(all, (entry) => entry.name), "names a principal twice");
const urlSigningKeys = z
  .array(urlSigningKey)
  .min(1, "must hold a key")
  .refine((all) => hasDistinct(all, (key) => key.kid), "uses a kid twice");

export const credentialSettings = { issuers, signIn, servicePrincipals, urlSigningKeys };
