/**
 * Validates a model's address from the operator's settings. Unlike a crawled address, it may be local or
 * private. Requests contain document texts, so plain http is allowed only for private addresses.
 */
import ipaddr from "ipaddr.js";
import { isPublicHost } from "./address-policy.ts";
import { hostOf, isLoopbackHost } from "./host-of.ts";

const PRIVATE_RANGES = new Set(["private", "uniqueLocal"]);

/**
 * Returns the base URL of a model API without a trailing slash, or the reason for a rejection. The reason is
 * the end of a sentence that begins with the setting's name.
 */
export function parseModelAddress(text: string): URL | { readonly refusal: string } {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return { refusal: "must begin with http:// or https://" };
  if (url.username !== "" || url.password !== "")
    return { refusal: "must not hold a user name or a password" };
  if (url.search !== "" || url.hash !== "") return { refusal: "must end with its path" };
  const host = hostOf(url);
  const isNear = isLoopbackHost(host) || isInOwnNetwork(host);
  if (!isNear && ipaddr.isValid(host) && !isPublicHost(host))
    return { refusal: "must not be a reserved address" };
  if (url.protocol === "http:" && !isNear)
    return { refusal: "must begin with https:// unless it is on this machine or in a private network" };
  let { pathname } = url;
  while (pathname.endsWith("/")) pathname = pathname.slice(0, -1);
  url.pathname = pathname;
  return url;
}

/** Whether the host is a private IP address or a name without public servers. */
function isInOwnNetwork(host: string): boolean {
  if (!ipaddr.isValid(host)) return !isPublicHost(host);
  return PRIVATE_RANGES.has(ipaddr.process(host).range());
}
