/**
 * Decides which addresses the service may fetch: public addresses over http or https at the usual ports. Does
 * not resolve names, because the sandbox's network rejects private addresses (ADR 0009).
 */
import ipaddr from "ipaddr.js";

export interface AddressPolicy {
  /** Whether loopback addresses and any port are allowed too, for tests. */
  readonly allowLoopback: boolean;
  /** Origins at which this service itself is reachable. */
  readonly ownOrigins: readonly string[];
}

const PORTS = new Set(["", "80", "443"]);
/**
 * Suffixes of names without public servers: RFC 6761, RFC 6762, RFC 8375, RFC 9476, and common private ones.
 */
const PRIVATE_SUFFIXES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|alt|test|invalid)$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
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
  if (!PORTS.has(url.port) && !policy.allowLoopback) return "must use port 80 or 443";
  const host = hostOf(url);
  const isLoopback = isLoopbackHost(host);
  if (policy.ownOrigins.some((origin) => isSameService(url, new URL(origin))))
    return "is of this service itself";
  if (isLoopback) return policy.allowLoopback ? null : "must be on the public internet";
  return isPublicHost(host) ? null : "must be on the public internet";
}

/**
 * Returns the host in lower case, without IPv6 brackets and trailing dots. The URL parser has normalized
 * every IPv4 notation.
 */
export function hostOf(url: URL): string {
  const host = url.hostname.toLowerCase();
  let end = host.length;
  while (host[end - 1] === ".") end -= 1;
  return host.slice(0, end).replace(/^\[|\]$/g, "");
}

export function isPublicHost(host: string): boolean {
  if (!ipaddr.isValid(host)) return host.includes(".") && !PRIVATE_SUFFIXES.test(host);
  const address = ipaddr.parse(host);
  if (address.range() !== "unicast" || CLOUD_ADDRESSES.has(address.toString())) return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST_V6);
}

export function isLoopbackHost(host: string): boolean {
  if (!ipaddr.isValid(host)) return LOOPBACK_NAME.test(host);
  return ipaddr.process(host).range() === "loopback";
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

function portOf({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}
