/**
 * Promise: Rejected tokens and guessed ids count against the client's IP address. Attack: The rate limit ran
 * after authentication, so rejected tokens never counted. A guessed asset id in the path started a new
 * counter. Rejected sockets did not count.
 */
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { type RemoteUser, signUp } from "../../support/http/remote-user.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

const REQUESTS_PER_MINUTE = 600;
const AT_ONCE = 20;

let service: Service;
let ada: RemoteUser;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "on" } });
  ada = await signUp(service, "ada");
});

/**
 * Sends until a response has the status `last`; a minute of the clock may end meanwhile.
 * @returns the number of requests, and the statuses
 */
async function sendUntil(
  last: number,
  send: () => Promise<number>,
): Promise<{ sent: number; seen: Set<number> }> {
  const seen = new Set<number>();
  let sent = 0;
  while (!seen.has(last) && sent <= 2 * REQUESTS_PER_MINUTE) {
    for (const status of await Promise.all(Array.from({ length: AT_ONCE }, send))) seen.add(status);
    sent += AT_ONCE;
  }
  return { sent, seen };
}

async function statusOf(path: string, headers: HeadersInit = {}): Promise<number> {
  const response = await fetch(`${service.url}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

test("tokens with an invalid signature count", async () => {
  const authorization = "Bearer a.b.c";
  const { seen } = await sendUntil(
    429,
    async () => await statusOf("/v1/users/self/collection-tree", { authorization }),
  );
  expect(seen).toEqual(new Set([401, 429]));
});

test("signed URLs of made-up assets count, each with another id", async () => {
  const { seen } = await sendUntil(
    429,
    async () => await statusOf(`/v1/assets/${newId("asset")}/content?token=made-up`),
  );
  expect(seen.has(429)).toBe(true);
});

test("made-up public tokens of threads count", async () => {
  const { seen } = await sendUntil(
    429,
    async () => await statusOf(`/v1/threads/${newId("thread")}?publicAccessToken=made-up`),
  );
  expect(seen.has(429)).toBe(true);
});

test("sockets with an invalid token close with 4429", async () => {
  const open = async (): Promise<number> => {
    const url = new URL(`/v1/threads/${newId("thread")}/events`, service.url.replace(/^http/, "ws"));
    const socket = new WebSocket(url.href, ["knowledge.v1", "bearer.a.b.c"]);
    const { promise, resolve } = Promise.withResolvers<number>();
    socket.addEventListener("close", ({ code }) => resolve(code));
    return await promise;
  };
  const { seen } = await sendUntil(4429, open);
  expect(seen.has(4429)).toBe(true);
});

test("rejected tokens do not limit a signed-in user at the same address", async () => {
  expect((await ada.api.call("GET", "/v1/users/self/collection-tree")).status).toBe(200);
});
