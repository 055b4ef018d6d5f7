import { hostOf, isLoopbackHost } from "../../src/net/host-of.ts";

/**
 * The origin at which browsers sign in: the public one, else the address of the service. Null if browsers
 * cannot sign in there, because a session needs https, or http on loopback.
 */
export function signInOrigin(publicBaseUrl: string | null, url: URL): string | null {
  const site = publicBaseUrl === null ? url : new URL(publicBaseUrl);
  return site.protocol === "https:" || isLoopbackHost(hostOf(site)) ? site.origin : null;
}
