import { type Authenticator, createAuthenticator } from "../../auth/authenticator.ts";
import type { Config } from "../../config.ts";

const authenticators = new WeakMap<Config, Authenticator>();

/** The authenticator of a configuration, created once per isolate because it caches imported keys. */
export function authenticatorOf(config: Config): Authenticator {
  const known = authenticators.get(config) ?? createAuthenticator(config.issuers, config.servicePrincipals);
  authenticators.set(config, known);
  return known;
}
