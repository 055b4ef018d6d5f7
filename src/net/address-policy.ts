/**
 * Decides which addresses the service may fetch: public addresses over http or https at the usual ports, and the
 * operator's exceptions. Does not resolve names, because the sandbox's networks reject other addresses at the
 * connection (ADR 0009, ADR 0060).
 */
import ipaddr from "ipaddr.js";
import { outboundRouteOf, type OutboundRule } from "./outbound-rule.ts";
import { hostOf, isLoopbackHost, portOf } from "./host-of.ts";

export interface AddressPolicy {
  /** Whether loopback addresses and any port are allowed too, for tests. */
  readonly allowLoopback: boolean;
  /** Origins at which this service itself is reachable. */
  readonly ownOrigins: readonly string[];
  /** The operator's exceptions: private hosts, and other ports. */
  readonly exceptions?: readonly OutboundRule[];
}

const PORTS = new Set(["", "80", "443"]);
/**
 * Suffixes of names without public servers: RFC 6761, RFC 6762, RFC 8375, RFC 9476, and common private ones.
 */
const PRIVATE_SUFFIXES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|alt|test|invalid)$/;
/** Public addresses at which a cloud offers internal services. */
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Returns the URL, or the reason for a rejection. The reason is the end of a sentence that begins with the
 * address.
 */
export function parseAddress(
  text: string,
  policy: AddressPolicy,
  base?: URL,
): URL | { readonly refusal: string } {
  const url = URL.parse(text, base?.href);
  if (url === null) return { refusal: "is no address of a page" };
  url.hash = "";
  const refusal = refusalOf(url, policy);
  return refusal === null ? url : { refusal };
}

function refusalOf(url: URL, policy: AddressPolicy): string | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (url.username !== "" || url.password !== "") return "must not hold a user name or a password";
  const isException = outboundRouteOf(url, policy.exceptions ?? []) !== "PUBLIC";
  if (!isException && !PORTS.has(url.port) && !policy.allowLoopback) return "must use port 80 or 443";
  const host = hostOf(url);
  const isLoopback = isLoopbackHost(host);
  if (policy.ownOrigins.some((origin) => isSameService(url, new URL(origin))))
    return "is of this service itself";
  if (isLoopback) return policy.allowLoopback ? null : "must be on the public internet";
  return isException || isPublicHost(host) ? null : "must be on the public internet";
}

export function isPublicHost(host: string): boolean {
  if (!ipaddr.isValid(host)) return host.includes(".") && !PRIVATE_SUFFIXES.test(host);
  const address = ipaddr.parse(host);
  if (address.range() !== "unicast" || CLOUD_ADDRESSES.has(address.toString())) return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST_V6);
}

/**
 * Whether two addresses belong to the same service. For a public name the port does not matter. On one
 * machine the port distinguishes services, and all loopback names are equal.
 */
function isSameService(url: URL, own: URL): boolean {
  const [host, ownHost] = [hostOf(url), hostOf(own)];
  if (isLoopbackHost(host) && isLoopbackHost(ownHost)) return portOf(url) === portOf(own);
  return host === ownHost;
}
