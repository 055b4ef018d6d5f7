/**
 * A proxy with persistent connections to the service: unread bytes of one request would break the next one
 * with a 502.
 */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:https";
import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { beforeAll, expect, test, vi } from "vitest";
import { signUp, startThread, textFile, addReadyFile, type RemoteUser } from "../support/http/remote-user.ts";
import { WAIT } from "../support/setup/wait.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { freePort, type Proxy, startNginx } from "./nginx.ts";

const ROUNDS = 5_000;
const AT_ONCE = 8;
const REQUESTS_PER_MINUTE = 600;
const NO_ASSET = "asset_01h455vb4pex5vsknk084sn02q";
const SIZES = [0, 1, 1_000, 20_000, 70_000, 300_000, 1_000_000, 1_100_000, 2_000_000];
const junk = randomBytes(2_000_000);

let service: Service;
let proxy: Proxy;
let ada: RemoteUser;
let assetId: string;
let threadId: string;
beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  proxy = await startNginx(await freePort(), service.url);
  ada = await signUp(service, "ada");
  assetId = await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("keys.txt", "The cellar key hangs behind the blue teapot."),
  );
  threadId = await startThread(ada, ada.workspace.personalId);
});

interface Request {
  readonly name: string;
  readonly expected: number;
  readonly method: string;
  readonly path: string;
  readonly body?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

function good(): Request[] {
  const authorization = `Bearer ${ada.api.token}`;
  const json = { authorization, "content-type": "application/json" };
  const search = JSON.stringify({ query: "teapot" });
  const { organizationContext, personalId } = ada.workspace;
  const files = [{ contentType: "text/plain", originalFileName: "one.txt" }];
  const batch = JSON.stringify({ collectionID: personalId, organizationContext, assets: files });
  const question = JSON.stringify({
    threadId,
    messageKind: "promptV2",
    recipients: [],
    messageContent: "Where does the key hang?",
  });
  return [
    { name: "status", expected: 200, method: "GET", path: "/status" },
    {
      name: "asset",
      expected: 200,
      method: "GET",
      path: `/v1/assets/${assetId}`,
      headers: { authorization },
    },
    {
      name: "text",
      expected: 200,
      method: "GET",
      path: `/v1/assets/${assetId}/text`,
      headers: { authorization },
    },
    { name: "search", expected: 200, method: "POST", path: "/v1/search", body: search, headers: json },
    {
      name: "HEAD",
      expected: 200,
      method: "HEAD",
      path: `/v1/assets/${assetId}`,
      headers: { authorization },
    },
    { name: "batch", expected: 200, method: "POST", path: "/v1/assets/batch", body: batch, headers: json },
    {
      name: "question",
      expected: 200,
      method: "POST",
      path: `/v1/threads/${threadId}/messages`,
      body: question,
      headers: json,
    },
  ];
}

/** Requests rejected before or during the read of their body. */
function refused(bytes: number): Request[] {
  const body = junk.subarray(0, bytes);
  const content = `/v1/assets/${NO_ASSET}/content?token=none`;
  const json = { "content-type": "application/json" };
  const known = { ...json, authorization: `Bearer ${ada.api.token}` };
  const large = bytes > 1024 * 1024;
  return [
    { name: "no token", expected: 401, method: "POST", path: "/v1/search", body, headers: json },
    {
      name: "bad token",
      expected: 401,
      method: "POST",
      path: "/v1/assets",
      body,
      headers: { ...json, authorization: "Bearer x.y.z" },
    },
    {
      name: "bad signature",
      expected: 403,
      method: "PUT",
      path: content,
      body,
      headers: { "content-type": "text/plain" },
    },
    { name: "no path", expected: 404, method: "POST", path: "/nothing", body, headers: json },
    { name: "no method", expected: 405, method: "PUT", path: "/v1/search", body, headers: known },
    {
      name: "other type",
      expected: large ? 413 : 415,
      method: "POST",
      path: "/v1/search",
      body,
      headers: { ...known, "content-type": "text/csv" },
    },
    {
      name: "no JSON",
      expected: large ? 413 : 400,
      method: "POST",
      path: "/v1/search",
      body,
      headers: known,
    },
    {
      name: "no batch",
      expected: large ? 413 : 400,
      method: "POST",
      path: "/v1/assets/batch",
      body,
      headers: known,
    },
    {
      name: "no deletion",
      expected: large ? 413 : 400,
      method: "DELETE",
      path: "/v1/assets/tombstone",
      body,
      headers: known,
    },
    {
      name: "no stream",
      expected: 405,
      method: "POST",
      path: `/v1/threads/${threadId}/events`,
      body,
      headers: known,
    },
  ];
}

async function send(
  { method, path, body, headers = {} }: Request,
  agent: Agent,
  origin = proxy.url,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = request(`${origin}${path}`, { agent, method, headers: { ...headers, ...length } }, resolve).on(
    "error",
    reject,
  );
  sent.end(body);
  try {
    const response = await promise;
    await textOf(response);
    return String(response.statusCode);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const LISTENED_TO_EVERY = 500;
const LEFT_EVERY = 50;
const asStream = (): Record<string, string> => ({
  authorization: `Bearer ${ada.api.token}`,
  accept: "text/event-stream",
});
const asSocket = (): Record<string, string> => ({
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": btoa(String.fromCharCode(...randomBytes(16))),
  authorization: `Bearer ${ada.api.token}`,
});

interface Listener {
  readonly heard: () => string;
  readonly isOpen: () => boolean;
  readonly leave: () => void;
}

/** Listens to the thread through the proxy over a stream or a socket. Either receives text. */
async function listen(headers: Record<string, string>): Promise<Listener> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  const sent = request(
    `${proxy.url}/v1/threads/${threadId}/events`,
    { agent: false, ca: proxy.ca, headers },
    resolve,
  );
  sent.on("upgrade", (_response, socket) => resolve(socket)).on("error", reject);
  sent.end();
  const source = await promise;
  let [heard, isOpen] = ["", true];
  for (const event of ["end", "close", "error"]) source.on(event, () => (isOpen = false));
  source.on("data", (part: Buffer) => (heard += part.toString()));
  return { heard: () => heard, isOpen: () => isOpen, leave: () => void source.destroy() };
}

test(`${ROUNDS} valid and rejected requests in turns: none gets a 502, none is reset`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, ca: proxy.ca });
  const [fine, bad] = [good(), SIZES.flatMap(refused)];
  const surprises: Record<string, number> = {};
  const seen: Record<string, number> = {};
  let next = 0;
  const listeners = await Promise.all([listen(asStream()), listen(asSocket())]);
  const said: string[] = [];
  const remark = async (text: string): Promise<void> => {
    said.push(text);
    const body = { threadId, messageKind: "textV1" as const, recipients: [], messageContent: text };
    await ada.api.request("POST", "/v1/threads/{threadID}/messages", {
      params: { threadID: threadId },
      body,
    });
  };
  const work = async (): Promise<void> => {
    for (let round = next++; round < ROUNDS; round = next++) {
      if (round % LEFT_EVERY === 0) (await listen(round % 100 === 0 ? asStream() : asSocket())).leave();
      if (round % LISTENED_TO_EVERY === 0) await remark(`Round ${round} is over.`);
      const list = round % 2 === 0 ? fine : bad;
      const asked = list[Math.floor(round / 2) % list.length] as Request;
      const got = await send(asked, agent);
      seen[got] = (seen[got] ?? 0) + 1;
      if (got === String(asked.expected)) continue;
      const what = `${asked.name}, ${Buffer.byteLength(asked.body ?? "")} bytes: ${got} instead of ${asked.expected}`;
      surprises[what] = (surprises[what] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  expect(surprises).toEqual({});
  for (const { heard, isOpen, leave } of listeners) {
    await vi.waitFor(() => expect(said.filter((text) => !heard().includes(text))).toEqual([]), WAIT);
    expect(isOpen()).toBe(true);
    leave();
  }
  expect(Object.keys(seen).toSorted()).toEqual(["200", "400", "401", "403", "404", "405", "413", "415"]);
  expect(
    proxy
      .errors()
      .split("\n")
      .filter((line) => /\[(error|crit|alert|emerg)\]/.test(line)),
  ).toEqual([]);
});

test("the rate limit answers clients behind the proxy with 429, with a body or without", async () => {
  const limited = await startTestService();
  const front = await startNginx(await freePort(), limited.url);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, ca: front.ca });
  const seen = new Set<string>();
  // The limit counts by minutes of the clock, so a slow machine needs the second of two.
  for (let sent = 0; sent < 2 * REQUESTS_PER_MINUTE && !seen.has("429"); sent += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_each, at) => refused(SIZES[at % 5] ?? 0)[0] as Request);
    for (const each of await Promise.all(some.map(async (asked) => await send(asked, agent, front.url))))
      seen.add(each);
  }
  expect([...seen].toSorted()).toEqual(["401", "429"]);
  agent.destroy();
});
