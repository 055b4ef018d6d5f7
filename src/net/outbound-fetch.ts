import { type OutboundRoute, outboundRouteOf, type OutboundRule } from "./outbound-rule.ts";

/** The bindings to networks besides the public one. On Cloudflare there are none. */
export type OutboundNetworks = Readonly<Partial<Record<`NETWORK_${OutboundRoute}`, Fetcher>>>;

/**
 * The `fetch` whose network may connect to an address that the policy has allowed. The network decides again, by the
 * very address that it connects to.
 */
export function outboundFetch(
  url: URL,
  exceptions: readonly OutboundRule[],
  networks: OutboundNetworks,
): typeof fetch {
  const network = networks[`NETWORK_${outboundRouteOf(url, exceptions)}`];
  return network === undefined ? fetch : async (input, init) => await network.fetch(input as URL, init);
}
