/**
 * Promise: No header or request form changes the service's origin, and no malformed request causes a 5xx.
 * Attack: `MF-Original-URL` produced signed URLs for an origin of the client's choice. A malformed `Host`, an
 * absolute request target, `OPTIONS *` and CONNECT caused 500 with a stack trace in the log.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type RemoteUser, signUp } from "../../support/http/remote-user.ts";
import { getRaw, sendRaw } from "../../support/http/send-raw.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

const EVIL = "evil.example";

let service: Service;
let ada: RemoteUser;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  ada = await signUp(service, "ada");
});

describe("a client's headers", () => {
  test.each([
    `MF-Original-URL: http://${EVIL}/v1/assets`,
    `MF-Original-Hostname: ${EVIL}`,
    `X-Forwarded-Host: ${EVIL}`,
    "X-Forwarded-Proto: gopher",
    `Forwarded: host=${EVIL};proto=https`,
    `CF-Worker: ${EVIL}`,
  ])("a client's headers do not choose the origin of a signed URL: %s", async (header) => {
    const asset = {
      collectionID: ada.workspace.personalId,
      contentType: "text/plain",
      creationMethod: "upload",
      originalFileName: "a.txt",
      organizationContext: ada.workspace.organizationContext,
    };
    const body = JSON.stringify(asset);
    const host = new URL(service.url).host;
    const head = [
      "POST /v1/assets HTTP/1.1",
      `Host: ${host}`,
      "Connection: close",
      "Content-Type: application/json",
      `Authorization: Bearer ${ada.api.token}`,
      `Content-Length: ${body.length}`,
      header,
    ];
    const answer = await sendRaw(service.url, `${head.join("\r\n")}\r\n\r\n${body}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`"signedURL":"http://${host}/`);
    expect(answer.text).not.toContain(EVIL);
  });
});

describe("the service rejects a malformed request:", () => {
  const target = (line: string, host = "Host: localhost"): string =>
    `${line} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
  test.each([
    ["an absolute target", target(`GET http://${EVIL}/status`)],
    ["a target that is no path", target("GET status")],
    ["a target that is not ASCII", target("GET /\u00e9")],
    ["an asterisk", target("OPTIONS *")],
    ["no host", target("GET /status", "Accept: */*")],
    ["a host with a space", target("GET /status", "Host: a b")],
    ["a host with a path", target("GET /status", `Host: ${EVIL}/cdn-cgi`)],
    ["a host with a user", target("GET /status", `Host: ada@${EVIL}`)],
    ["a port that is none", target("GET /status", "Host: localhost:99999")],
    ["an IPv4 address that is none", target("GET /status", "Host: 1.2.3.999")],
    ["an IPv6 address that is none", target("GET /status", "Host: [:::::1]")],
    ["two hosts", target("GET /status", `Host: localhost\r\nHost: ${EVIL}`)],
    ["a header name with spaces", target("GET /status", "Host: localhost\r\nMF CF Blob: {}")],
    ["two lengths", target("POST /v1/search", "Host: localhost\r\nContent-Length: 2\r\nContent-Length: 3")],
    [
      "a length and chunks",
      target("POST /v1/search", "Host: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked"),
    ],
  ])("%s", async (_what, request) => {
    expect((await sendRaw(service.url, request)).status).toBe(400);
  });

  test("a malformed request gets a typed response that no cache stores, like the Worker's own", async () => {
    const { text } = await sendRaw(service.url, target("GET /status", "Host: a b"));
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(text).toMatch(/^cache-control: private, no-store\r$/im);
  });

  test("a CONNECT request gets no response", async () => {
    for (const to of ["localhost:22", "miniflare-unsafe-internal-capnp-connect"]) {
      expect((await sendRaw(service.url, `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`)).status).toBe(0);
    }
  });
});

describe("an unusual request gets a normal response:", () => {
  test.each([
    ["a path that begins with two slashes", `//${EVIL}/status`, 404],
    ["an escape that is none", "/%zz", 404],
    ["a NUL", "/%00", 404],
    ["a backslash", "/\\", 404],
    ["an escape of no character in the query", "/status?%ff&&==", 200],
  ])("%s", async (_what, path, status) => {
    expect((await getRaw(service.url, path)).status).toBe(status);
  });

  test("the service never reads the body of a GET as another request", async () => {
    const inner = "GET /status HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: 9.9.9.9\r\n\r\n";
    for (const framing of [
      `Content-Length: ${inner.length}\r\n\r\n${inner}`,
      `Transfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
    ]) {
      const answer = await sendRaw(
        service.url,
        `GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${framing}`,
      );
      expect(answer.text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 200"]);
    }
  });

  test("header names and values with any byte cause no 5xx", async () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const odd = String.fromCharCode(byte);
      for (const header of [`X-Odd: a${odd}b`, `X-O${odd}dd: a`]) {
        const { status } = await getRaw(service.url, "/status", [header]);
        expect({ header, hasStatus: [0, 200, 400].includes(status) }).toEqual({ header, hasStatus: true });
      }
    }
    expect((await getRaw(service.url, "/status")).status).toBe(200);
  });

  test("a WebSocket handshake that is malformed or has a body causes no 5xx", async () => {
    const open = (...lines: string[]) =>
      `${lines.join("\r\n")}\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const [to, rest] = ["GET /v1/threads/nonsense/events HTTP/1.1", "\r\n"];
    expect((await sendRaw(service.url, open(to, "Content-Length: 2") + rest)).status).toBe(400);
    expect((await sendRaw(service.url, open("POST /status HTTP/1.1") + rest)).status).toBe(400);
    expect((await sendRaw(service.url, open("GET /status HTTP/1.1") + rest)).status).toBe(200);
  });

  test("none of these requests logs an exception", () => {
    expect(service.output.stderr).toBe("");
  });
});
