import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/config.ts";
import { parseAddress } from "../../src/net/address-policy.ts";
import { type OutboundRule, outboundRouteOf, parseOutboundRule } from "../../src/net/outbound-rule.ts";
import { production } from "../support/fixtures/production.ts";

const rulesOf = (text: string): readonly OutboundRule[] =>
  parseConfig({ ...production, OUTBOUND_ALLOW: text }).outboundAllow;

describe("OUTBOUND_ALLOW", () => {
  test.each([
    ["wiki.internal:8443", { host: "wiki.internal", prefix: null, port: 8443 }],
    ["WIKI:80", { host: "wiki", prefix: null, port: 80 }],
    ["10.0.0.0/8:443", { host: "10.0.0.0", prefix: 8, port: 443 }],
    ["192.168.7.9:5678", { host: "192.168.7.9", prefix: 32, port: 5678 }],
    ["93.184.215.14:8443", { host: "93.184.215.14", prefix: 32, port: 8443 }],
    ["[FD00::0/8]:443", { host: "fd00::", prefix: 8, port: 443 }],
    ["[fd00::2]/128:443", { host: "fd00::2", prefix: 128, port: 443 }],
    ["169.254.169.254:80", { host: "169.254.169.254", prefix: 32, port: 80 }],
    ["100.64.0.0/10:443", { host: "100.64.0.0", prefix: 10, port: 443 }],
  ])("%s", (text, rule) => {
    expect(parseOutboundRule(text)).toEqual(rule);
  });

  test("several entries are separated by commas", () => {
    expect(rulesOf(" wiki.internal:8443, 10.0.0.0/8:443 ,")).toHaveLength(2);
    expect(parseConfig(production).outboundAllow).toEqual([]);
  });

  test.each([
    ["wiki.internal", "must be entries such as"],
    ["wiki.internal:0", "must be entries such as"],
    ["wiki.internal:65536", "must be entries such as"],
    ["https://wiki.internal:443", "must be entries such as"],
    ["fd00::2:443", "must be entries such as"],
    ["*.internal:443", "without wildcards"],
    ["wiki.internal/8:443", "after a name"],
    ["user@wiki:443", "without wildcards"],
    ["localhost:8787", "loopback"],
    ["api.localhost:8787", "loopback"],
    ["127.0.0.1:8787", "loopback"],
    ["127.9.9.9:8787", "loopback"],
    ["[::1]:8787", "loopback"],
    ["[::ffff:127.0.0.1]:80", "loopback"],
    ["[::ffff:10.0.0.1]:80", "translated"],
    ["0.0.0.0:80", "reserved"],
    ["[::]:80", "reserved"],
    ["224.0.0.1:80", "reserved"],
    ["0.0.0.0/0:443", "must lie within 10.0.0.0/8"],
    ["[::/0]:443", "must lie within"],
    ["127.0.0.0/8:443", "loopback"],
    ["169.254.0.0/16:80", "must lie within"],
    ["8.0.0.0/8:443", "must lie within"],
    ["10.0.0.0/7:443", "must lie within"],
    ["10.0.0.0/33:443", "prefix length"],
    ["10.1:443", "four decimal numbers"],
    ["012.0.0.1:443", "four decimal numbers"],
    ["0x0a000001:443", "four decimal numbers"],
    ["167772161:443", "four decimal numbers"],
  ])("the start ends for %s with a line that names the setting", (text, words) => {
    expect(() => rulesOf(text)).toThrow(words);
    expect(() => rulesOf(text)).toThrow("OUTBOUND_ALLOW");
  });
});

const EXCEPTIONS = rulesOf("wiki.internal:8443, 10.0.0.0/8:443, [fd00::2]:8787, 169.254.169.254:80");
const POLICY = {
  allowLoopback: false,
  ownOrigins: ["https://knowledge.example.com", "http://10.9.9.9:443"],
  exceptions: EXCEPTIONS,
};

describe("an address with exceptions", () => {
  test.each([
    ["https://wiki.internal:8443/a", "NAMED"],
    ["http://WIKI.internal.:8443/", "NAMED"],
    ["https://10.1.2.3/", "PORT_443"],
    ["http://10.1.2.3:443/", "PORT_443"],
    // The URL parser understands these spellings, and so does the rule.
    ["https://167838211/", "PORT_443"],
    ["https://012.1.2.3/", "PORT_443"],
    ["https://0xa.0x10203/", "PORT_443"],
    ["http://[fd00:0:0::2]:8787/", "ADDRESS_8787"],
    ["http://169.254.169.254/latest", "ADDRESS_80"],
    // The connection decides by the address.
    ["https://git.corp/", "PORT_443"],
    ["https://example.com/", "PORT_443"],
    ["https://93.184.215.14/", "PUBLIC"],
    ["http://example.com/", "PUBLIC"],
  ])("%s is allowed and takes the network %s", (text, route) => {
    const url = parseAddress(text, POLICY);
    expect(url instanceof URL ? outboundRouteOf(url, EXCEPTIONS) : url).toBe(route);
  });

  test.each([
    "http://wiki.internal/",
    "https://wiki.internal:8444/",
    "https://a.wiki.internal:8443/",
    "https://wiki.internal.example.com:8443/",
    "http://10.1.2.3/",
    "http://10.1.2.3:8443/",
    "https://11.0.0.1:8443/",
    "https://[::ffff:10.1.2.3]/",
    "https://[::ffff:a01:203]/",
    "https://[64:ff9b::a01:203]/",
    "https://192.168.0.1/",
    "http://[fd00::3]:8787/",
    "http://169.254.169.253/",
    "https://169.254.169.254/",
    "http://127.0.0.1:443/",
    "https://localhost/",
    "http://[::1]:8787/",
    "http://2130706433:443/",
    "http://0.0.0.0:443/",
    "https://knowledge.example.com/",
    "https://10.9.9.9/",
    "https://user:secret@10.1.2.3/",
    "ftp://10.1.2.3:443/",
  ])("%s is refused", (text) => {
    expect(parseAddress(text, POLICY)).toHaveProperty("refusal");
  });

  test("without exceptions every address takes the public network", () => {
    for (const text of ["https://wiki.internal:8443/", "https://10.1.2.3/", "https://example.com/"])
      expect(outboundRouteOf(new URL(text), [])).toBe("PUBLIC");
  });
});
