import { SERVICE_SCOPES, type ServiceScope } from "../../src/domain/principal.ts";
import { LOCAL_AUDIENCE, LOCAL_ISSUER, scopeKey, serviceSecret, sha256Hex } from "./user-token.ts";
import { PROJECT_VERSION } from "./project.ts";
import type { LocalSecrets } from "./secrets.ts";

/** The settings of a local service, as text by name, in the Worker's format. */
export function localSettings(secrets: LocalSecrets): Record<string, string> {
  const { d: _private, ...publicKey } = secrets.issuerKey;
  const issuer = {
    issuer: LOCAL_ISSUER,
    audience: LOCAL_AUDIENCE,
    jwks: { keys: [{ ...publicKey, alg: "ES256", use: "sig" }] },
    trustEmail: true,
    local: true,
  };
  return {
    ENVIRONMENT: "local",
    ISSUERS: JSON.stringify([issuer]),
    SERVICE_PRINCIPALS: JSON.stringify(localPrincipals(secrets)),
    URL_SIGNING_KEYS: JSON.stringify([secrets.urlSigningKey]),
    LINK_SECRET: secrets.linkSecret,
    MODEL_KEY_SECRETS: JSON.stringify([{ kid: "local", secret: sealingSecret(secrets) }]),
    SERVER_TIMING: "on",
    BUILD_VERSION: PROJECT_VERSION,
  };
}

/** The secret that encrypts model keys. It derives from a secret on the same disk. */
function sealingSecret({ linkSecret }: LocalSecrets): string {
  return Buffer.from(sha256Hex(`model keys ${linkSecret}`), "hex").toString("base64url");
}

/** One principal per set of scopes, so a secret for any set works without a restart. */
function localPrincipals(secrets: LocalSecrets) {
  return scopeSets([...SERVICE_SCOPES]).map((scopes) => ({
    name: `local:${scopeKey(scopes)}`,
    secretSha256: sha256Hex(serviceSecret(secrets, scopes)),
    scopes,
  }));
}

function scopeSets(scopes: readonly ServiceScope[]): ServiceScope[][] {
  const sets = scopes.reduce<ServiceScope[][]>(
    (known, scope) => [...known, ...known.map((set) => [...set, scope])],
    [[]],
  );
  return sets.filter((set) => set.length > 0);
}
