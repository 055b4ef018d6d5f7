/**
 * Where a model may answer: an address that the operator has named. Unlike the crawler's, it may lie on this machine or in the operator's own
 * network; what is sent there are texts of documents, so that only there it may go unencrypted.
 */
import ipaddr from "ipaddr.js";
import { hostOf, isLoopbackHost, isPublicHost } from "./address-policy.ts";

const PRIVATE_RANGES = new Set(["private", "uniqueLocal"]);

/** The base of a model's API without a slash at the end, or why it is none: the end of a sentence that begins with the setting's name. */
export function parseModelAddress(text: string): URL | { readonly refusal: string } {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return { refusal: "must begin with http:// or https://" };
  if (url.username !== "" || url.password !== "") return { refusal: "must not hold a user name or a password" };
  if (url.search !== "" || url.hash !== "") return { refusal: "must end with its path" };
  const host = hostOf(url);
  const isNear = isLoopbackHost(host) || isInOwnNetwork(host);
  if (!isNear && ipaddr.isValid(host) && !isPublicHost(host)) return { refusal: "must not be a reserved address" };
  if (url.protocol === "http:" && !isNear)
    return { refusal: "must begin with https:// unless it is on this machine or in a private network" };
  let { pathname } = url;
  while (pathname.endsWith("/")) pathname = pathname.slice(0, -1);
  url.pathname = pathname;
  return url;
}

/** By a private number, or by a name that no public server has. */
function isInOwnNetwork(host: string): boolean {
  if (!ipaddr.isValid(host)) return !isPublicHost(host);
  return PRIVATE_RANGES.has(ipaddr.process(host).range());
}
