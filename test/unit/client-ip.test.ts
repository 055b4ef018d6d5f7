import { expect, test } from "vitest";
import { clientIp, proxyMatcher } from "../../scripts/lib/client-ip.ts";

const isProxy = proxyMatcher(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
const asked = (forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
});

test.each([
  [
    "the connected address counts, and forwarded addresses do not",
    "203.0.113.9",
    "198.51.100.1",
    "203.0.113.9",
  ],
  ["a proxy names its client", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["an address claimed by the client does not count", "127.0.0.1", "192.0.2.1, 198.51.100.1", "198.51.100.1"],
  ["a proxy behind a proxy", "::ffff:127.0.0.1", "198.51.100.1, 10.1.2.3", "198.51.100.1"],
  ["only proxies are named: the first of them", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["a proxy that says nothing", "10.0.0.1", undefined, "10.0.0.1"],
  ["a malformed address", "127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"],
  ["IPv6", "fd12::1", "2001:db8::7", "2001:db8::7"],
])("%s", (_what, peer, forwarded, client) => {
  expect(clientIp(peer, asked(forwarded), isProxy)).toBe(client);
});

test("without proxies no forwarded address counts", () => {
  expect(clientIp("127.0.0.1", asked("198.51.100.1"), proxyMatcher([]))).toBe("127.0.0.1");
});

test.each(["10.0.0.0/33", "::/129", "1.2.3.4.5", "10.0.0.0/x"])(
  "the service rejects %s as a network",
  (range) => {
    expect(() => proxyMatcher([range])).toThrow(/TRUSTED_PROXIES/);
  },
);
