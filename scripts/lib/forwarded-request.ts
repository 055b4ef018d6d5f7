import type { IncomingMessage } from "node:http";

/** What a proxy on Cloudflare's side, or the runtime's own workers, would say of a request: nobody outside says it here. */
const NOT_FROM_OUTSIDE = /^(?:cf-|mf-|x-mf-|x-forwarded-|forwarded$|x-real-ip$|true-client-ip$|x-client-ip$)/;
/** They are of one connection, not of the request (RFC 9110, 7.6.1). Node has answered `Expect` already. */
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
/** They say where a request goes and where it ends: no `Connection` takes them from it. */
const OF_THE_REQUEST = new Set(["host", "content-length"]);
/** A name, an IPv4 or an IPv6 address, with or without a port. */
const AUTHORITY = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** A path as it stands on the wire: nothing in it could be an origin, a space or a byte that is not ASCII. */
const ORIGIN_FORM = /^\/[\x21-\x7e]*$/;

/** @returns what is wrong with how a request is addressed, or null */
export function addressFault({ url, headers, rawHeaders }: Pick<IncomingMessage, "url" | "headers" | "rawHeaders">): string | null {
  if (!ORIGIN_FORM.test(url ?? "")) return "The request target must be a path.";
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  const { host = "" } = headers;
  if (hosts !== 1 || !AUTHORITY.test(host) || !URL.canParse(`http://${host}`)) return "One Host header must name a host.";
  return null;
}

/**
 * The headers that the Worker sees: the client's, without what only a proxy may say, and with the address of who is really connected.
 * @param rawHeaders names and values in turns, as they came
 */
export function forwardedHeaders({ headers, rawHeaders }: Pick<IncomingMessage, "headers" | "rawHeaders">, peer: string): string[] {
  const said = passedOn(rawHeaders, (name) => NOT_FROM_OUTSIDE.test(name));
  // Without it, a body of unknown length would follow the head unframed, and what it says would be read as another request.
  const framed = headers["transfer-encoding"] === undefined ? [] : ["Transfer-Encoding", "chunked"];
  return [...said, ...framed, "CF-Connecting-IP", peer.replace(/^::ffff:(?=[\d.]+$)/i, "")];
}

/** The headers of an answer that belong to it rather than to the connection it came by. */
export function answeredHeaders(rawHeaders: readonly string[]): string[] {
  return passedOn(rawHeaders, () => false);
}

function passedOn(rawHeaders: readonly string[], isRefused: (name: string) => boolean): string[] {
  const named = new Set(OF_THE_CONNECTION);
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === "connection") for (const token of value.split(",")) named.add(token.trim().toLowerCase());
    pairs.push([name, value]);
  }
  for (const name of OF_THE_REQUEST) named.delete(name);
  return pairs.filter(([name]) => !named.has(name.toLowerCase()) && !isRefused(name.toLowerCase())).flat();
}
