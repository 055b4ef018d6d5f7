import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { Failure } from "./failure.ts";

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

/** The way of requests through the gateway. */
export interface GatewayOptions {
  /** The Unix socket on which the Worker listens. */
  readonly workerSocket: string;
  readonly isProxy: (address: string) => boolean;
}

/**
 * Creates a check for the addresses of the operator's proxies. @param ranges addresses or networks such as
 * `10.0.0.0/8` @throws Failure
 */
export function proxyMatcher(ranges: readonly string[]): (address: string) => boolean {
  const known = ranges.map(parseRange);
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const one = ipaddr.process(address);
    return known.some(
      ([network, prefix]) => network.kind() === one.kind() && one.match(network as never, prefix),
    );
  };
}

/**
 * The client's IP address: the peer, or the client that a trusted proxy names. It reads `X-Forwarded-For`
 * from the end, because clients can forge its beginning. It stops at the first entry that is no address.
 */
export function clientIp(
  peer: string,
  { headers }: Pick<IncomingMessage, "headers">,
  isProxy: (address: string) => boolean,
): string {
  const hops = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  let client = peer;
  for (let at = hops.length - 1; at >= 0 && isProxy(client); at -= 1) {
    const hop = hops[at]?.trim() ?? "";
    if (!ipaddr.isValid(hop)) break;
    client = hop;
  }
  return client;
}

function parseRange(text: string): Range {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    throw new Failure(
      `Setting TRUSTED_PROXIES: "${text}" is neither an address nor a network such as 10.0.0.0/8.`,
    );
  }
}
