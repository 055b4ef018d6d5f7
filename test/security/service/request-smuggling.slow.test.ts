/**
 * Promise: The service never reads the body of a request as another request. Attack: With `Connection:
 * content-length`, the HTTP server dropped the length of a GET or DELETE. The body reached the Worker as a
 * second request with headers of the client's choice, such as `CF-Connecting-IP`.
 */
import { beforeAll, expect, test } from "vitest";
import { sendRaw } from "../../support/http/send-raw.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

let service: Service;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
});

const HIDDEN = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: 192.0.2.1\r\n\r\n";

test.each([
  ["GET", "content-length"],
  ["DELETE", "Content-Length"],
  ["OPTIONS", "keep-alive,content-length , x-a"],
  ["POST", "content-length"],
  ["GET", "transfer-encoding, content-length"],
])("%s whose Connection header names %s is one request", async (method, named) => {
  const head = [
    `${method} /status HTTP/1.1`,
    "Host: localhost",
    `Connection: close, ${named}`,
    `Content-Length: ${HIDDEN.length}`,
  ];
  await sendRaw(service.url, `${head.join("\r\n")}\r\n\r\n${HIDDEN}`);
  // Requests that were forwarded before this one have a response by now.
  await sendRaw(service.url, "GET /reference HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await expect.poll(() => service.output.stdout).toContain('"route":"/reference"');
  expect(service.output.stdout).not.toContain('"route":"/openapi.json"');
});

test("the Connection header cannot remove the host", async () => {
  const { status } = await sendRaw(
    service.url,
    "GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close, host\r\n\r\n",
  );
  expect(status).toBe(200);
});
