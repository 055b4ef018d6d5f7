import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { Failure } from "./failure.ts";

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

/** What the front door passes requests through. */
export interface Passage {
  /** The Unix socket that the Worker listens on. */
  readonly workerSocket: string;
  readonly isProxy: (address: string) => boolean;
}

/** Decides whether an address is that of a proxy of the operator's. @param ranges addresses, or networks such as `10.0.0.0/8` @throws Failure */
export function proxyMatcher(ranges: readonly string[]): (address: string) => boolean {
  const known = ranges.map(parseRange);
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const one = ipaddr.process(address);
    return known.some(([network, prefix]) => network.kind() === one.kind() && one.match(network as never, prefix));
  };
}

/**
 * Who sent a request: who is connected, or where that is a proxy of the operator's, whom it names. `X-Forwarded-For` is read from its end,
 * as what stands before was written by those behind it; what is no address ends the reading.
 */
export function clientOf(peer: string, { headers }: Pick<IncomingMessage, "headers">, isProxy: (address: string) => boolean): string {
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
    throw new Failure(`Setting TRUSTED_PROXIES: "${text}" is neither an address nor a network such as 10.0.0.0/8.`);
  }
}
