/** A proxy that keeps its connections to the service: what one request leaves behind is the next one's trouble, and a proxy's 502. */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:https";
import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { signUp, textFile, addReadyFile, type RemoteUser } from "../support/client.ts";
import { type Service, startTestService } from "../support/service.ts";
import { freePort, type Proxy, startNginx } from "./nginx.ts";

const ROUNDS = 5_000;
const AT_ONCE = 8;
const NO_ASSET = "asset_01h455vb4pex5vsknk084sn02q";
const SIZES = [0, 1, 1_000, 20_000, 70_000, 300_000, 1_000_000, 1_100_000, 2_000_000];
const junk = randomBytes(2_000_000);

let service: Service;
let proxy: Proxy;
let ada: RemoteUser;
let assetId: string;
beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  proxy = await startNginx(await freePort(), service.url);
  ada = await signUp(service, "ada");
  assetId = await addReadyFile(ada, ada.workspace.personalId, textFile("keys.txt", "The cellar key hangs behind the blue teapot."));
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
  return [
    { name: "status", expected: 200, method: "GET", path: "/status" },
    { name: "asset", expected: 200, method: "GET", path: `/v1/assets/${assetId}`, headers: { authorization } },
    { name: "text", expected: 200, method: "GET", path: `/v1/assets/${assetId}/text`, headers: { authorization } },
    { name: "search", expected: 200, method: "POST", path: "/v1/search", body: search, headers: json },
  ];
}

/** Refused before the body was read, or in the middle of it. */
function refused(bytes: number): Request[] {
  const body = junk.subarray(0, bytes);
  const content = `/v1/assets/${NO_ASSET}/content?token=none`;
  const json = { "content-type": "application/json" };
  const known = { ...json, authorization: `Bearer ${ada.api.token}` };
  const large = bytes > 1024 * 1024;
  return [
    { name: "no token", expected: 401, method: "POST", path: "/v1/search", body, headers: json },
    { name: "bad token", expected: 401, method: "POST", path: "/v1/assets", body, headers: { ...json, authorization: "Bearer x.y.z" } },
    { name: "bad signature", expected: 403, method: "PUT", path: content, body, headers: { "content-type": "text/plain" } },
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
    { name: "no JSON", expected: large ? 413 : 400, method: "POST", path: "/v1/search", body, headers: known },
  ];
}

async function send({ method, path, body, headers = {} }: Request, agent: Agent, origin = proxy.url): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = request(`${origin}${path}`, { agent, method, headers: { ...headers, ...length } }, resolve).on("error", reject);
  sent.end(body);
  try {
    const response = await promise;
    await textOf(response);
    return String(response.statusCode);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

it(`${ROUNDS} good and refused requests in turns: none is a 502, none is reset`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, ca: proxy.ca });
  const [fine, bad] = [good(), SIZES.flatMap(refused)];
  const surprises: Record<string, number> = {};
  const seen: Record<string, number> = {};
  let next = 0;
  const work = async (): Promise<void> => {
    for (let round = next++; round < ROUNDS; round = next++) {
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
  expect(Object.keys(seen).toSorted()).toEqual(["200", "400", "401", "403", "404", "405", "413", "415"]);
  expect(
    proxy
      .errors()
      .split("\n")
      .filter((line) => /\[(error|crit|alert|emerg)\]/.test(line)),
  ).toEqual([]);
});

it("who asks too often is told so behind the proxy too, body or not", async () => {
  const limited = await startTestService();
  const front = await startNginx(await freePort(), limited.url);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, ca: front.ca });
  const asked = Array.from({ length: 900 }, (_each, at) => refused(SIZES[at % 5] ?? 0)[0] as Request);
  const seen = new Set(await Promise.all(asked.map(async (each) => await send(each, agent, front.url))));
  expect([...seen].toSorted()).toEqual(["401", "429"]);
  agent.destroy();
});
