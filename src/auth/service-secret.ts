import { sha256Hex } from "../domain/hash.ts";
import type { ServicePrincipal, ServiceScope } from "../domain/principal.ts";

export interface ServicePrincipalConfig {
  readonly name: string;
  /** SHA-256 of the bearer secret, 64 lower-case hexadecimal digits. */
  readonly secretSha256: string;
  readonly scopes: readonly ServiceScope[];
}

/** The principal that a secret belongs to, or null. Every configured one is compared: the time tells neither which matched nor how far. */
export async function findServicePrincipal(services: readonly ServicePrincipalConfig[], secret: string): Promise<ServicePrincipal | null> {
  const digest = await sha256Hex(secret);
  let found: ServicePrincipalConfig | null = null;
  for (const service of services) {
    if (equalInConstantTime(service.secretSha256, digest)) found = service;
  }
  return found && { kind: "service", name: found.name, scopes: found.scopes };
}

/** Both sides are digests: their length is public, their content is not. (timingSafeEqual is not the same in Node and in workerd.) */
function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let i = 0; i < right.length; i += 1) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
  return difference === 0;
}
