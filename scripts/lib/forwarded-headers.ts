import type { IncomingMessage } from "node:http";

/**
 * Headers that only a proxy on Cloudflare's side or the runtime may set. The gateway removes them from
 * outside requests.
 */
const NOT_FROM_OUTSIDE = /^(?:cf-|mf-|x-mf-|x-forwarded-|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$)/;
/** Hop-by-hop headers (RFC 9110, 7.6.1). Node has answered `Expect` already. */
const OF_THE_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);
/** Headers that frame and address a request. `Connection` cannot remove them. */
const OF_THE_REQUEST = new Set(["host", "content-length"]);
/** A name, an IPv4 or an IPv6 address, with an optional port. */
const AUTHORITY = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** A path as sent, without an origin, a space or a non-ASCII byte. */
const ORIGIN_FORM = /^\/[\x21-\x7e]*$/;

/** @returns the fault in the request's address, or null */
export function addressFault({
  url,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, "url" | "headers" | "rawHeaders">): string | null {
  if (!ORIGIN_FORM.test(url ?? "")) return "The request target must be a path.";
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  const { host = "" } = headers;
  if (hosts !== 1 || !AUTHORITY.test(host) || !URL.canParse(`http://${host}`))
    return "One Host header must name a host.";
  return null;
}

/**
 * The headers for the Worker: the client's, without proxy headers, and with the address of the real peer.
 * @param rawHeaders alternating names and values
 */
export function forwardedHeaders(
  { headers, rawHeaders }: Pick<IncomingMessage, "headers" | "rawHeaders">,
  peer: string,
): string[] {
  const said = passedOn(rawHeaders, (name) => NOT_FROM_OUTSIDE.test(name));
  // Without this header a body of unknown length would follow unframed, and the Worker would parse it as
  // another request.
  const framed = headers["transfer-encoding"] === undefined ? [] : ["Transfer-Encoding", "chunked"];
  return [...said, ...framed, "CF-Connecting-IP", peer.replace(/^::ffff:(?=[\d.]+$)/i, "")];
}

/** The end-to-end headers of a response, without those of the connection. */
export function responseHeaders(rawHeaders: readonly string[]): string[] {
  return passedOn(rawHeaders, () => false);
}

function passedOn(rawHeaders: readonly string[], isRefused: (name: string) => boolean): string[] {
  const named = new Set(OF_THE_CONNECTION);
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === "connection")
      for (const token of value.split(",")) named.add(token.trim().toLowerCase());
    pairs.push([name, value]);
  }
  for (const name of OF_THE_REQUEST) named.delete(name);
  return pairs.filter(([name]) => !named.has(name.toLowerCase()) && !isRefused(name.toLowerCase())).flat();
}
