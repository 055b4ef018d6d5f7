/**
 * The operator's exceptions to the outbound policy (`OUTBOUND_ALLOW`): hosts and networks, each with one port.
 * Loopback addresses are never among them.
 */
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { hostOf, isLoopbackHost, portOf } from "./host-of.ts";

export const outboundRule = z.object({
  /** A name in lower case, or the canonical form of an address. */
  host: z.string(),
  /** The prefix length of a network, and of a single address; null for a name. */
  prefix: z.int().nullable(),
  port: z.int(),
});
export type OutboundRule = Readonly<z.output<typeof outboundRule>>;

/**
 * The network of the sandbox that a request takes: `PUBLIC` reaches public addresses only, `NAMED` also private ones,
 * each `PORT_n` the operator's networks for that port, and each `ADDRESS_n` the single addresses.
 */
export type OutboundRoute = "PUBLIC" | "NAMED" | `PORT_${number}` | `ADDRESS_${number}`;

const ENTRY = /^(?:\[([\da-f:.]+)(?:\/(\d{1,3}))?\]|([^[\]/:\s]+))(?:\/(\d{1,3}))?:(\d{1,5})$/i;
const MAX_PORT = 65_535;
/** Networks that an entry may name as a whole or in part, and that a name may resolve into. */
export const PRIVATE_NETWORKS = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "fc00::/7",
];
const SINGLE_RANGES = new Set(["private", "uniqueLocal", "carrierGradeNat", "linkLocal", "unicast"]);

/** Parses an entry such as `wiki.internal:8443`, `10.0.0.0/8:443` or `[fd00::/8]:443`. */
export function parseOutboundRule(text: string): OutboundRule | { readonly refusal: string } {
  const [, v6, v6Bits, other, otherBits, port] = ENTRY.exec(text) ?? [];
  const [host, bits, number] = [v6 ?? other, v6Bits ?? otherBits, Number(port)];
  if (host === undefined || !(number >= 1 && number <= MAX_PORT))
    return { refusal: "must be entries such as wiki.internal:8443 or 10.0.0.0/8:443, separated by commas" };
  const address = ipaddr.isValid(host) ? ipaddr.parse(host) : null;
  if (address === null) return bits === undefined ? nameRule(host, number) : NO_NETWORK;
  if (!isWrittenPlainly(host)) return { refusal: "must write IPv4 addresses as four decimal numbers" };
  return addressRule(address, bits === undefined ? null : Number(bits), number);
}

const NO_NETWORK = { refusal: "must not have a prefix length after a name" };

function isWrittenPlainly(host: string): boolean {
  return host.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(host);
}

function nameRule(host: string, port: number): OutboundRule | { readonly refusal: string } {
  const url = URL.parse(`http://${host}:${port}/`);
  if (
    !/^[\w.-]+$/.test(host) ||
    url === null ||
    url.pathname !== "/" ||
    url.username !== "" ||
    hostOf(url) !== host.toLowerCase()
  )
    return { refusal: "must name hosts as DNS does, without wildcards" };
  if (isLoopbackHost(hostOf(url))) return LOOPBACK;
  return { host: hostOf(url), prefix: null, port };
}

const LOOPBACK = { refusal: "must not name this machine's own loopback addresses" };

function addressRule(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  bits: number | null,
  port: number,
): OutboundRule | { readonly refusal: string } {
  const host = address.toString();
  if (isLoopbackHost(host)) return LOOPBACK;
  const longest = longestPrefix(address);
  const prefix = bits ?? longest;
  if (prefix > longest) return { refusal: "must not have a prefix length above that of the address" };
  if (prefix === longest)
    return SINGLE_RANGES.has(address.range())
      ? { host, prefix, port }
      : { refusal: "must not name reserved, translated or multicast addresses" };
  const isPrivate = PRIVATE_NETWORKS.some((text) => {
    const [network, outer] = ipaddr.parseCIDR(text);
    return network.kind() === address.kind() && prefix >= outer && address.match(network as never, outer);
  });
  return isPrivate ? { host, prefix, port } : { refusal: `must lie within ${PRIVATE_NETWORKS.join(", ")}` };
}

/**
 * The network for a request. A name that no entry names takes the network of its port, where the connection decides by
 * the address that the name resolves to.
 */
export function outboundRouteOf(url: URL, rules: readonly OutboundRule[]): OutboundRoute {
  const [host, port] = [hostOf(url), Number(portOf(url))];
  const here = rules.filter((rule) => rule.port === port);
  if (isLoopbackHost(host)) return "PUBLIC";
  if (here.some((rule) => rule.prefix === null && rule.host === host)) return "NAMED";
  const networks = here.filter((rule) => rule.prefix !== null && !isSingleAddress(rule));
  if (!ipaddr.isValid(host)) return networks.length > 0 ? `PORT_${port}` : "PUBLIC";
  const address = ipaddr.parse(host);
  if (here.some((rule) => isSingleAddress(rule) && rule.host === address.toString()))
    return `ADDRESS_${port}`;
  return networks.some((rule) => isWithin(address, rule)) ? `PORT_${port}` : "PUBLIC";
}

/** An entry for one address, which only the address itself matches, and no name that resolves to it. */
export function isSingleAddress({ host, prefix }: OutboundRule): boolean {
  return prefix !== null && prefix === longestPrefix(ipaddr.parse(host));
}

function longestPrefix(address: ipaddr.IPv4 | ipaddr.IPv6): number {
  return address.kind() === "ipv4" ? 32 : 128;
}

/** An IPv4 address in IPv6 form is no address of an IPv4 network. */
function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, { host, prefix }: OutboundRule): boolean {
  const network = ipaddr.parse(host);
  return network.kind() === address.kind() && address.match(network as never, prefix ?? 0);
}

/** Whether an entry names the host, or the network of its address. A name that resolves into a network does not count. */
export function isNamedByRule(url: URL, rules: readonly OutboundRule[]): boolean {
  const route = outboundRouteOf(url, rules);
  return route === "NAMED" || (route !== "PUBLIC" && ipaddr.isValid(hostOf(url)));
}
