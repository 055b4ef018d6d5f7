/**
 * Promise: Rate limits count the real IP address of a connection, and no header can change it. Attack: A
 * client sent a different `CF-Connecting-IP` with each request and never reached the rate limit.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { signUp, startThread } from "../../support/http/remote-user.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

const REQUESTS_PER_MINUTE = 600;
const AT_ONCE = 20;
const CLAIMS = [
  "CF-Connecting-IP",
  "CF-Connecting-IPv6",
  "True-Client-IP",
  "X-Real-IP",
  "X-Forwarded-For",
  "Forwarded",
  "MF-CF-Blob",
];

let service: Service;
let guestUrl: string;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "on" } });
  const ada = await signUp(service, "ada");
  const threadId = await startThread(ada, ada.workspace.personalId);
  const share = { threadId, shareMethod: "link", shareTo: [] };
  const { publicToken } = (await ada.api.call("POST", `/v1/threads/${threadId}/share`, share)).body.data as {
    publicToken: string;
  };
  guestUrl = `${service.url}/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
});

function claiming(address: string): Record<string, string> {
  const value = (name: string): string => {
    if (name === "MF-CF-Blob") return JSON.stringify({ clientIp: address });
    return name === "Forwarded" ? `for=${address}` : address;
  };
  return Object.fromEntries(CLAIMS.map((name) => [name, value(name)]));
}

describe("a guest who claims a new address with each request", () => {
  test("the service rejects a guest with a new address as often as a guest without one", async () => {
    let sent = 0;
    let refused = false;
    // The minute of the clock may end meanwhile, which resets the count.
    while (!refused && sent <= 2 * REQUESTS_PER_MINUTE) {
      const some = Array.from({ length: AT_ONCE }, async (_, at) => {
        const response = await fetch(guestUrl, {
          headers: claiming(`10.${(sent + at) >> 8}.${(sent + at) & 255}.1`),
        });
        await response.arrayBuffer();
        return response.status;
      });
      refused = (await Promise.all(some)).includes(429);
      sent += AT_ONCE;
    }
    expect(refused).toBe(true);
  });
});
