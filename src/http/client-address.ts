import type { AppContext } from "./request-scope.ts";

/**
 * The client's IP address for rate limits. IPv6 addresses count by their first 64 bits, because a client can
 * choose the remaining bits.
 */
export function clientAddress(c: AppContext): string {
  const address = c.req.header("cf-connecting-ip") ?? "";
  return address.includes(":") ? networkOf(address) : address;
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The network of an address: `2001:db8::1` belongs to `2001:db8:0:0`. An IPv4 address in IPv6 form stays
 * complete.
 */
function networkOf(address: string): string {
  const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  if (host === undefined || host.startsWith("::ffff:")) return host ?? address;
  const [left = "", right] = host.split("::");
  const before = left === "" ? [] : left.split(":");
  const after = right === undefined || right === "" ? [] : right.split(":");
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(":");
}
