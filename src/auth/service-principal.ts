import { sha256Hex } from "../domain/sha256.ts";
import type { ServicePrincipal, ServiceScope } from "../domain/principal.ts";

export interface ServicePrincipalConfig {
  readonly name: string;
  /** SHA-256 of the bearer secret as 64 lower-case hexadecimal digits. */
  readonly secretSha256: string;
  readonly scopes: readonly ServiceScope[];
}

/**
 * The service principal with this secret, or null. The function compares the secret with every configured
 * one, so its duration does not reveal a match.
 */
export async function findServicePrincipal(
  services: readonly ServicePrincipalConfig[],
  secret: string,
): Promise<ServicePrincipal | null> {
  const digest = await sha256Hex(secret);
  let found: ServicePrincipalConfig | null = null;
  for (const service of services) {
    if (equalInConstantTime(service.secretSha256, digest)) found = service;
  }
  return found && { kind: "service", name: found.name, scopes: found.scopes };
}

/**
 * Compares two digests in constant time. Their length is public. Not `timingSafeEqual`, which differs between
 * Node and workerd.
 */
function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let i = 0; i < right.length; i += 1) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
  return difference === 0;
}
