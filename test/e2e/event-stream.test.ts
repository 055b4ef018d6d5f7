/** A thread's events for an HTTP client without WebSockets. */
import { createServer, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addReadyFile, type RemoteUser, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { followEvents } from "../support/http/event-reader.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let ada: RemoteUser;

beforeAll(async () => {
  ada = await signUp(service, "ada");
});

async function say(threadId: string, messageContent: string): Promise<void> {
  const body = { messageContent, messageKind: "textV1" as const, recipients: [], threadId };
  await ada.api.request("POST", "/v1/threads/{threadID}/messages", { params: { threadID: threadId }, body });
}

test("the event stream notices clients that leave, and frees their slots", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const follow = async () => await followEvents(service.url, threadId, ada.api.token);
  const all = await Promise.all(Array.from({ length: 50 }, follow));
  await expect(follow()).rejects.toThrow("429");
  for (const stream of all) stream.leave();
  const isLetIn = async (): Promise<boolean> =>
    await follow()
      .then((stream) => (stream.leave(), true))
      .catch(() => false);
  await expect.poll(isLetIn).toBe(true);
});

/** The first frame that a socket receives after `since`. */
async function firstFrame(threadId: string, since: number): Promise<unknown> {
  const address = `${service.url.replace("http", "ws")}/v1/threads/${threadId}/events?since=${since}`;
  const socket = new WebSocket(address, ["knowledge.v1", `bearer.${ada.api.token}`]);
  const [{ data }] = (await once(socket, "message")) as [MessageEvent];
  socket.close();
  return JSON.parse(String(data));
}

test("the event stream numbers the deletion and the restore of a quoted document for a client that was away", async () => {
  const text = textFile("zephyr.txt", "The zephyr engine was built in 1871 by a clerk called Marrow.");
  const assetId = await addReadyFile(ada, ada.workspace.personalId, text);
  const threadId = await startThread(ada, ada.workspace.personalId);
  const question = {
    messageContent: "Who built the zephyr engine?",
    messageKind: "promptV2" as const,
    recipients: [],
    threadId,
  };
  await ada.api.request("POST", "/v1/threads/{threadID}/messages", {
    params: { threadID: threadId },
    body: question,
  });
  const first = await followEvents(service.url, threadId, ada.api.token, { query: "?since=0" });
  await first.until(({ frames }) => frames.some(({ textV1 }) => textV1?.isDone === true));
  first.leave();
  expect(first.text).toContain("Marrow");
  const last = Number(first.lastId);
  const body = { assetIds: [assetId] };
  const changes = [
    async () => await ada.api.request("DELETE", "/v1/assets/tombstone", { body }),
    async () => await ada.api.request("POST", "/v1/assets/restore", { body }),
  ];
  for (const [nth, change] of changes.entries()) {
    await change();
    const told = { resync: true, seq: last + nth + 1 };
    const back = await followEvents(service.url, threadId, ada.api.token, {
      headers: { "last-event-id": String(last + nth) },
    });
    await back.until(({ frames }) => frames.length > 0);
    back.leave();
    expect({ firstEvents: back.events[0], firstFrame: await firstFrame(threadId, last + nth) }).toEqual({
      firstEvents: { id: String(told.seq), frame: told },
      firstFrame: told,
    });
  }
});

const BLOCK = 4_096;
const proxies: { close(): void }[] = [];
afterAll(() => proxies.forEach((proxy) => proxy.close()));

/**
 * A proxy that buffers a response and forwards whole blocks only.
 * @returns its origin
 */
async function startGatheringProxy(): Promise<string> {
  const gather = (answer: ServerResponse): ((chunk: Buffer) => void) => {
    let waiting = Buffer.alloc(0);
    return (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      const whole = waiting.length - (waiting.length % BLOCK);
      if (whole > 0) answer.write(waiting.subarray(0, whole));
      waiting = waiting.subarray(whole);
    };
  };
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passed = request(`${service.url}${url}`, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got
        .on("data", gather(answer))
        .on("end", () => answer.end())
        .on("error", () => answer.destroy());
    });
    answer.on("close", () => passed.destroy());
    passed.on("error", () => answer.destroy()).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxies.push({ close: () => server.closeAllConnections() });
  proxies.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("through a proxy that buffers four kilobytes before it forwards", () => {
  test("the first bytes arrive immediately through the proxy", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const stream = await followEvents(await startGatheringProxy(), threadId, ada.api.token);
    await stream.until(({ text }) => text.length >= BLOCK);
    expect(stream.frames).toEqual([]);
    stream.leave();
  });

  test("every event arrives immediately through the proxy if the client requests that padding", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const stream = await followEvents(await startGatheringProxy(), threadId, ada.api.token, {
      query: `?padding=${BLOCK}`,
    });
    for (const number of [1, 2, 3]) {
      await say(threadId, `Remark ${number}`);
      await stream.until(({ lastId }) => lastId === String(number));
    }
    expect(stream.frames.map(({ textV1 }) => textV1.parts)).toEqual([
      ["Remark 1"],
      ["Remark 2"],
      ["Remark 3"],
    ]);
    stream.leave();
  });
});
