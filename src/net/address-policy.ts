/**
 * Which addresses a page may be fetched from: public ones, by http or https, at the usual ports. What a name resolves to is not known here;
 * the network that the crawler leaves through refuses the rest (ADR 0009).
 */
import ipaddr from "ipaddr.js";

export interface AddressPolicy {
  /** For tests: loopback addresses too, and any port. */
  readonly allowLoopback: boolean;
  /** Where this service itself answers, as far as that is known. */
  readonly ownOrigins: readonly string[];
}

const PORTS = new Set(["", "80", "443"]);
/** Names that no public server has: RFC 6761, RFC 6762, RFC 8375, RFC 9476, and those that private networks use. */
const PRIVATE_SUFFIXES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|alt|test|invalid)$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
/** Public by number, but answered by the cloud that a machine runs in. */
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** The URL, or why it is not fetched: the end of a sentence that begins with the address. */
export function parseAddress(text: string, policy: AddressPolicy, base?: URL): URL | { readonly refusal: string } {
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
  if (policy.ownOrigins.some((origin) => isSameService(url, new URL(origin)))) return "is of this service itself";
  if (isLoopback) return policy.allowLoopback ? null : "must be on the public internet";
  return isPublicHost(host) ? null : "must be on the public internet";
}

/** Lower case, without the brackets of an IPv6 address and without trailing dots. The URL parser has normalised every spelling of IPv4. */
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

/** At a public name the port does not matter; on one machine it tells services apart, and all loopback names are one. */
function isSameService(url: URL, own: URL): boolean {
  const [host, ownHost] = [hostOf(url), hostOf(own)];
  if (isLoopbackHost(host) && isLoopbackHost(ownHost)) return portOf(url) === portOf(own);
  return host === ownHost;
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}
