import ipaddr from "ipaddr.js";

const LOOPBACK_NAME = /(?:^|\.)localhost$/;

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

export function isLoopbackHost(host: string): boolean {
  if (!ipaddr.isValid(host)) return LOOPBACK_NAME.test(host);
  return ipaddr.process(host).range() === "loopback";
}

export function portOf({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}
