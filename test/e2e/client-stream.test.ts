/**
 * The client library without WebSockets: a thread's server-sent events over real HTTP, and through a proxy
 * that cuts them off.
 */
import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ConnectionClosed,
  createClient,
  type EventFrame,
  FrameRefused,
  type Presence,
  type ThreadConnection,
} from "../../client/src/index.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
const QUICK = { over: "stream", backoff: { baseMs: 1, maxMs: 20 } } as const;
let ada: RemoteUser;

beforeAll(async () => {
  ada = await signUp(service, "stream-ada");
});

async function say(threadId: string, messageContent: string): Promise<void> {
  const body = { messageContent, messageKind: "textV1" as const, recipients: [], threadId };
  await ada.api.request("POST", "/v1/threads/{threadID}/messages", { params: { threadID: threadId }, body });
}

/** Collects the texts of the first `count` events. */
async function hear(thread: ThreadConnection, count: number): Promise<string[]> {
  const heard: string[] = [];
  for await (const frame of thread) {
    heard.push(((frame as EventFrame).textV1?.parts ?? []).join(""));
    if (heard.length === count) break;
  }
  return heard;
}

/** Forwards everything, and can cut all its connections. */
async function startCuttingProxy() {
  const open = new Set<ServerResponse>();
  const asked: (string | undefined)[] = [];
  const server = createServer((got, answer) => {
    const { method, url, headers } = got;
    asked.push(headers["last-event-id"]?.toString());
    open.add(answer);
    const passed = request(`${service.url}${url}`, { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.on("error", () => answer.destroy()).pipe(answer);
    });
    answer.on("close", () => passed.destroy());
    passed.on("error", () => answer.destroy()).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  const cut = (): void => {
    for (const answer of open) answer.destroy();
    open.clear();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, asked };
}

test("an event stream receives each event once and in order, continues after each cut, and cannot send", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  await say(threadId, "before");
  const proxy = await startCuttingProxy();
  const client = createClient({ origin: proxy.origin, token: ada.api.token });
  const told: Presence[] = [];
  const thread = client.openThread(threadId, {
    ...QUICK,
    since: 0,
    onPresence: (presence) => told.push(presence),
  });
  await thread.opened;
  const heard = hear(thread, 6);
  for (const word of ["one", "two", "three"]) {
    await say(threadId, word);
    proxy.cut();
  }
  await say(threadId, "four");
  await say(threadId, "five");
  expect(await heard).toEqual(["before", "one", "two", "three", "four", "five"]);
  expect(proxy.asked[0]).toBe("0");
  expect(proxy.asked.slice(1).some((id) => Number(id) > 0)).toBe(true);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await expect(thread.send({ textV1: { parts: ["six"] } })).rejects.toThrow(FrameRefused);
  thread.close();
  expect(await thread.closed).toMatchObject({ code: 1000 });
});

test("an event stream begins with new events, also after a cut before the first event", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  await say(threadId, "before");
  const proxy = await startCuttingProxy();
  const thread = createClient({ origin: proxy.origin, token: ada.api.token }).openThread(threadId, QUICK);
  await thread.opened;
  await expect.poll(() => thread.lastSeq).toBe(1);
  const heard = hear(thread, 1);
  proxy.cut();
  await say(threadId, "after");
  expect(await heard).toEqual(["after"]);
  thread.close();
});

test("an event stream ends for good after an error that no retry can fix", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const bob = await signUp(service, "stream-bob");
  const refused = createClient({ origin: service.url, token: bob.api.token }).openThread(threadId, QUICK);
  await expect(refused.opened).rejects.toThrow(ConnectionClosed);
  expect((await refused.closed).code).toBe(4404);
});
