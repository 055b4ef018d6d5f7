import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../../src/net/address-policy.ts";

const POLICY = { allowLoopback: false, ownOrigins: ["https://knowledge.example.com"] };
const TESTING = { allowLoopback: true, ownOrigins: ["http://127.0.0.1:8787"] };

const isFetched = (text: string, policy = POLICY): boolean => parseAddress(text, policy) instanceof URL;

describe("an allowed address", () => {
  test.each([
    "http://example.com",
    "https://example.com/a/b?c=d#e",
    "http://example.com:80/",
    "https://example.com:443/",
    "http://example.com:443/",
    "https://bücher.example/",
    "https://example.com./",
    "http://93.184.215.14/",
    "http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
    "HTTPS://EXAMPLE.COM/",
    "http://172.15.255.255/",
    "http://172.32.0.1/",
    "http://100.63.255.255/",
    "http://100.128.0.1/",
    "http://127.0.0.1.example.com/",
    "https://localhost.example.com/",
  ])("%s", (text) => {
    expect(isFetched(text)).toBe(true);
  });

  test("an allowed address loses its fragment", () => {
    expect(parseAddress("https://example.com/a#b", POLICY)).toEqual(new URL("https://example.com/a"));
  });
});

describe("a rejected address", () => {
  test.each([
    [
      "no address",
      "",
      "nonsense",
      "//example.com/",
      "/path",
      "http://",
      "http://%",
      "http://exa mple.com/",
      "http://[::1/",
    ],
    [
      "another scheme",
      "ftp://example.com/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/plain,x",
      "gopher://example.com/",
    ],
    [
      "credentials",
      "http://user@example.com/",
      "http://user:secret@example.com/",
      "http://:secret@example.com/",
    ],
    [
      "another port",
      "http://example.com:8080/",
      "https://example.com:22/",
      "http://example.com:0/",
      "http://example.com:65535/",
    ],
    [
      "loopback",
      "http://127.0.0.1/",
      "http://127.1/",
      "http://127.255.255.254/",
      "http://127.0.0.1./",
      "http://[::1]/",
      "http://[0:0:0:0:0:0:0:1]/",
    ],
    [
      "loopback by other numbers",
      "http://2130706433/",
      "http://0x7f000001/",
      "http://0x7f.1/",
      "http://0177.0.0.1/",
      "http://017700000001/",
      "http://0x7f.0x0.0x0.0x1/",
    ],
    [
      "loopback within IPv6",
      "http://[::ffff:127.0.0.1]/",
      "http://[::ffff:7f00:1]/",
      "http://[::127.0.0.1]/",
      "http://[64:ff9b::7f00:1]/",
      "http://[2002:7f00:1::]/",
    ],
    [
      "loopback by full-width digits and dots",
      "http://１２７.０.０.１/",
      "http://127。0。0。1/",
      "http://ⓛocalhost/",
    ],
    [
      "a local name",
      "http://localhost/",
      "http://LOCALHOST/",
      "http://localhost./",
      "http://localhost../",
      "http://a.localhost/",
      "http://printer/",
      "http://printer.local/",
      "http://db.internal/",
      "http://metadata.google.internal/",
      "http://router.lan./",
      "http://x.home.arpa/",
      "http://ip6-localhost/",
    ],
    ["unspecified", "http://0.0.0.0/", "http://0/", "http://0.1.2.3/", "http://[::]/"],
    [
      "private",
      "http://10.0.0.1/",
      "http://172.16.0.1/",
      "http://172.31.255.255/",
      "http://192.168.1.1/",
      "http://0xc0a80101/",
      "http://3232235777/",
      "http://[fc00::1]/",
      "http://[fd12:3456::1]/",
      "http://[::ffff:10.0.0.1]/",
      "http://[::ffff:192.168.1.1]/",
    ],
    [
      "link-local and metadata",
      "http://169.254.1.1/",
      "http://169.254.169.254/latest/meta-data/",
      "http://2852039166/",
      "http://0xa9fea9fe/",
      "http://[fe80::1]/",
      "http://[febf::1]/",
      "http://[::ffff:a9fe:a9fe]/",
      "http://[fd00:ec2::254]/",
      "http://168.63.129.16/",
      "http://192.0.0.192/",
    ],
    [
      "carrier-grade NAT",
      "http://100.64.0.1/",
      "http://100.100.100.200/",
      "http://100.127.255.255/",
      "http://1681915905/",
    ],
    [
      "multicast, broadcast and reserved",
      "http://224.0.0.1/",
      "http://255.255.255.255/",
      "http://240.0.0.1/",
      "http://198.18.0.1/",
      "http://192.0.2.1/",
      "http://[ff02::1]/",
      "http://[2001:db8::1]/",
      "http://[2001::1]/",
      "http://[100::1]/",
      "http://[fec0::1]/",
      "http://[64:ff9b:1::1]/",
    ],
    [
      "this service",
      "https://knowledge.example.com/",
      "http://knowledge.example.com/status",
      "https://KNOWLEDGE.example.com./x",
      "https://knowledge.example.com:80/",
    ],
  ])("%s", (_, ...texts) => {
    expect(texts.filter((text) => isFetched(text))).toEqual([]);
  });

  test("each rejected address has a reason", () => {
    expect(parseAddress("http://10.0.0.1/", POLICY)).toEqual({ refusal: "must be on the public internet" });
    expect(parseAddress("https://example.com:8443/", POLICY)).toEqual({ refusal: "must use port 80 or 443" });
  });
});

describe("the policy for tests, which allows loopback", () => {
  test.each([
    "http://127.0.0.1:9000/",
    "http://localhost:9000/",
    "http://[::1]:9000/",
    "http://2130706433:1/",
    "https://example.com:8443/",
  ])("the policy with loopback allows %s", (text) => {
    expect(isFetched(text, TESTING)).toBe(true);
  });

  test.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://[::ffff:10.0.0.1]/",
    "http://db.internal/",
    "http://0.0.0.0:9000/",
  ])("the policy with loopback still rejects %s", (text) => {
    expect(isFetched(text, TESTING)).toBe(false);
  });

  test.each([
    "http://127.0.0.1:8787/",
    "http://localhost:8787/",
    "http://[::1]:8787/x",
    "http://2130706433:8787/",
  ])("the policy recognizes %s as this service", (text) => {
    expect(isFetched(text, TESTING)).toBe(false);
  });
});

/** Returns all URL notations of one IPv4 address. */
const spellings = ([a, b, c, d]: readonly number[]): string[] => {
  const [w, x, y, z] = [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
  const whole = ((w * 256 + x) * 256 + y) * 256 + z;
  const hex = (value: number): string => `0x${value.toString(16)}`;
  const octal = (value: number): string => `0${value.toString(8)}`;
  return [
    `${w}.${x}.${y}.${z}`,
    `${w}.${x}.${y * 256 + z}`,
    `${w}.${(x * 256 + y) * 256 + z}`,
    String(whole),
    hex(whole),
    octal(whole),
    [w, x, y, z].map(hex).join("."),
    [w, x, y, z].map(octal).join("."),
    `${w}.${x}.${y}.${z}.`,
    `[::ffff:${w}.${x}.${y}.${z}]`,
    `[::ffff:${(w * 256 + x).toString(16)}:${(y * 256 + z).toString(16)}]`,
    `[::${w}.${x}.${y}.${z}]`,
    `[64:ff9b::${w}.${x}.${y}.${z}]`,
    `[2002:${(w * 256 + x).toString(16)}:${(y * 256 + z).toString(16)}::]`,
  ];
};

const byte = fc.nat(255);
const privateAddress = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
);

test("the policy rejects every notation of a private address", () => {
  fc.assert(
    fc.property(privateAddress, (address) => {
      expect(spellings(address).filter((host) => isFetched(`http://${host}/`))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("the policy gives a result for any text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.webUrl(),
        fc.string().map((text) => `http://${text}`),
      ),
      (text) => {
        const result = parseAddress(text, POLICY);
        expect(result instanceof URL || typeof result.refusal === "string").toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
