import { Agent, type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { sharedService } from "../support/setup/shared-service.ts";

const ASSET_URL = "/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=none";

const service = sharedService();
interface Answer {
  readonly status: number | undefined;
  /** Whether the request used a connection that an earlier request had used. */
  readonly reused: boolean;
}

async function send(agent: Agent, method: string, path: string, bytes: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = bytes === 0 ? {} : { "content-length": bytes, "content-type": "application/json" };
  const sent = request(`${service.url}${path}`, { agent, method, headers }, resolve).on("error", reject);
  sent.end(bytes === 0 ? undefined : Buffer.alloc(bytes, "a"));
  const response = await promise;
  for await (const _part of response);
  return { status: response.statusCode, reused: sent.reusedSocket };
}

test.each([
  [100, "POST", "/v1/search", 401],
  [100, "POST", "/nothing", 404],
  [20_000, "PUT", ASSET_URL, 403],
  [500_000, "POST", "/v1/search", 401],
  [1_000_000, "PUT", ASSET_URL, 403],
])(
  "after a rejection of %i bytes by %s %s the connection serves the next request",
  async (bytes, method, path, status) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await send(agent, "GET", "/status", 0);
    for (let round = 0; round < 4; round++) {
      expect(await send(agent, method, path, bytes)).toEqual({ status, reused: true });
      expect(await send(agent, "GET", "/status", 0)).toEqual({ status: 200, reused: true });
    }
    agent.destroy();
  },
);

test.each([
  [1_100_000, "POST", "/v1/search", 401],
  [2_000_000, "PUT", ASSET_URL, 403],
  [5_000_000, "POST", "/nothing", 404],
])(
  "concurrent callers receive the whole rejection of %i bytes by %s %s, and the service answers the next request",
  async (bytes, method, path, status) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const round = async (): Promise<(number | undefined)[]> => {
      const refused = await send(agent, method, path, bytes);
      return [refused.status, (await send(agent, "GET", "/status", 0)).status];
    };
    const rounds = await Promise.all(Array.from({ length: 12 }, round));
    expect(rounds.filter(([refused, next]) => refused !== status || next !== 200)).toEqual([]);
    agent.destroy();
  },
);
