/**
 * The platform's rate limiter counts exactly here, by minutes of the clock. A minute may end during a test.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { getThread } from "../../scripts/demo/workspace.ts";
import { type ApiAnswer, ApiClient } from "../support/http/api-client.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const REQUESTS_PER_MINUTE = 600;
const MESSAGES_PER_MINUTE = 60;
const AT_ONCE = 10;
const MINUTE_MS = 60_000;

/** Rejected for its path before anything is read. */
const CHEAP = "/v1/collections/nonsense";

interface Timed {
  readonly answer: ApiAnswer;
  /** Minutes of the clock in which the service may have counted the request. */
  readonly minutes: readonly number[];
}

const minute = (): number => Math.floor(Date.now() / MINUTE_MS);

async function timed(send: () => Promise<ApiAnswer>): Promise<Timed> {
  const sentIn = minute();
  const answer = await send();
  return { answer, minutes: [sentIn, minute()] };
}

/** Sends until a rejection, at most one request more than two minutes allow. */
async function sendUntilRefused(
  limit: number,
  send: () => Promise<ApiAnswer>,
): Promise<{ accepted: Timed[]; refused: Timed | undefined }> {
  const accepted: Timed[] = [];
  let refused: Timed | undefined;
  while (refused === undefined && accepted.length <= 2 * limit) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, async () => await timed(send)));
    refused = some.find(({ answer }) => answer.status === 429);
    accepted.push(...some.filter(({ answer }) => answer.status !== 429));
  }
  return { accepted, refused };
}

/**
 * Compares the accepted requests in the minute of the rejection with the limit, as exactly as the clock
 * allows.
 */
function expectLimit(
  limit: number,
  { accepted, refused }: Awaited<ReturnType<typeof sendUntilRefused>>,
): void {
  const [first = 0, last = 0] = refused?.minutes ?? [];
  const surely = accepted.filter(({ minutes }) => minutes.every((each) => each === first && each === last));
  const possibly = accepted.filter(({ minutes }) => minutes.some((each) => each === first || each === last));
  expect(surely.length).toBeLessThanOrEqual(limit);
  expect(possibly.length).toBeGreaterThanOrEqual(limit);
  expect({ code: refused?.answer.body.code, retryAfter: refused?.answer.headers.get("retry-after") }).toEqual(
    {
      code: "resource_exhausted",
      retryAfter: "60",
    },
  );
}

describe("with rate limits on", () => {
  let service: Service;
  let ada: RemoteUser;

  beforeAll(async () => {
    service = await startTestService({ vars: { RATE_LIMITS: "on" } });
    ada = await signUp(service, "ada");
  });

  test("the rate limit rejects a user's requests after 600 in a minute, and nobody else's", async () => {
    const busy = new ApiClient(service.url, await service.token("busy@example.com"));
    const sent = await sendUntilRefused(REQUESTS_PER_MINUTE, async () => await busy.call("GET", CHEAP));
    expectLimit(REQUESTS_PER_MINUTE, sent);
    expect(new Set(sent.accepted.map(({ answer }) => answer.status))).toEqual(new Set([400]));
    expect((await ada.api.call("GET", "/v1/users/self/collection-tree")).status).toBe(200);
  });

  test("the rate limit rejects a user's messages after 60 in a minute without storing them, and accepts those of others", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const remark = { messageContent: "A remark.", messageKind: "textV1", recipients: [], threadId };
    const sent = await sendUntilRefused(
      MESSAGES_PER_MINUTE,
      async () => await ada.api.call("POST", `/v1/threads/${threadId}/messages`, remark),
    );
    expectLimit(MESSAGES_PER_MINUTE, sent);
    expect(new Set(sent.accepted.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    expect((await getThread(ada.api, threadId)).messages.length).toBe(sent.accepted.length);
    const bob = await signUp(service, "bob");
    const bobsThread = await startThread(bob, bob.workspace.personalId);
    const answer = await bob.api.call("POST", `/v1/threads/${bobsThread}/messages`, {
      ...remark,
      threadId: bobsThread,
    });
    expect(answer.status).toBe(200);
  });

  test("the rate limit closes a guest with 4429 after 60 frames in a minute, and the next guest from that address earlier", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const share = { threadId, shareMethod: "link", shareTo: [] };
    const { publicToken } = (await ada.api.call("POST", `/v1/threads/${threadId}/share`, share)).body
      .data as { publicToken: string };
    const path = `/v1/threads/${threadId}/events?publicAccessToken=${publicToken}`;
    const flood = async (): Promise<{ code: number; answered: number }> => {
      const socket = new WebSocket(new URL(path, service.url.replace(/^http/, "ws")).href, ["knowledge.v1"]);
      let answered = 0;
      socket.addEventListener("message", () => (answered += 1));
      socket.addEventListener("open", () =>
        Array.from({ length: 3 * MESSAGES_PER_MINUTE }, () => socket.send("x")),
      );
      const { promise, resolve } = Promise.withResolvers<number>();
      socket.addEventListener("close", ({ code }) => resolve(code));
      return { code: await promise, answered };
    };
    const floods = [await flood(), await flood()];
    expect(floods.map(({ code }) => code)).toEqual([4429, 4429]);
    // A minute of the clock may end meanwhile.
    expect(floods.reduce((sum, { answered }) => sum + answered, 0)).toBeLessThanOrEqual(
      2 * MESSAGES_PER_MINUTE,
    );
  });
});
