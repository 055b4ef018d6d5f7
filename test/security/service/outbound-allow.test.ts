/**
 * Promise: `OUTBOUND_ALLOW` opens the hosts and ports that the operator named, and nothing else. Attack: A
 * redirect from an allowed host, another port, another spelling or a name that leads to loopback reached the
 * service itself or its network.
 */
import { createServer } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import ipaddr from "ipaddr.js";
import { exceptionNetworks, publicNetwork } from "../../../scripts/lib/worker-options.ts";
import { guardRuntimes } from "../../../scripts/lib/runtime-guard.ts";
import { SandboxProcess } from "../../../scripts/lib/sandbox/sandbox-process.ts";
import type { OutboundRule } from "../../../src/net/outbound-rule.ts";
import { startRejection } from "../../support/assertions/start-rejection.ts";
import { newFolder } from "../../support/fixtures/folders.ts";
import { crawlPage, crawlUntil } from "../../support/http/crawl-page.ts";
import { type RemoteUser, signUp } from "../../support/http/remote-user.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

guardRuntimes();

/** An address of this machine in a private network, which is no loopback address. Empty if it has none. */
const OWN = privateAddress();
const HOST = isIPv6(OWN) ? `[${OWN}]` : OWN;

function privateAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const found = all.find(
    ({ address, internal }) =>
      !internal &&
      ipaddr.isValid(address) &&
      ["private", "uniqueLocal"].includes(ipaddr.parse(address).range()),
  );
  return found?.address ?? "";
}

interface Listener {
  readonly port: number;
  readonly asked: string[];
}

/** Listens on all addresses of this machine, loopback included. */
async function listen(redirects: Readonly<Record<string, string>> = {}): Promise<Listener> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = "" } = request;
    if (url !== "/robots.txt") asked.push(`${request.method ?? ""} ${url}`);
    request.resume();
    const location = redirects[url];
    if (url === "/robots.txt") response.writeHead(404).end();
    else if (location === undefined)
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<title>Mill</title><p>The mill of Hollin was built in 1843.</p>");
    else response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

describe.skipIf(OWN === "")("with an exception for one host and port", () => {
  let service: Service;
  let ada: RemoteUser;
  let other: Listener;
  let named: Listener;
  const redirects: Record<string, string> = {};

  beforeAll(async () => {
    [other, named] = await Promise.all([listen(), listen(redirects)]);
    service = await startTestService({
      vars: {
        RATE_LIMITS: "off",
        EMBEDDER: "off",
        READER: "off",
        OUTBOUND_ALLOW: `${HOST}:${named.port}, wiki.internal:${other.port}`,
      },
    });
    Object.assign(redirects, {
      "/to-port": `http://${HOST}:${other.port}/`,
      "/to-loopback": `http://127.0.0.1:${named.port}/`,
      "/to-service": `${service.url}/health/live`,
      "/to-metadata": "http://169.254.169.254/latest",
      "/to-itself": `http://${HOST}:${named.port}/page`,
    });
    ada = await signUp(service, "outbound-ada");
  });

  test("the crawler reads its pages and follows its redirects to itself", async () => {
    for (const path of ["/page", "/to-itself"])
      expect(await crawlUntil(ada, `http://${HOST}:${named.port}${path}`)).toMatchObject({
        lifecycleState: "ready",
      });
  });

  test("a redirect to another port, to loopback, to the service or to metadata fails", async () => {
    for (const path of ["/to-port", "/to-loopback", "/to-service", "/to-metadata"])
      expect(await crawlUntil(ada, `http://${HOST}:${named.port}${path}`)).toMatchObject({
        lifecycleState: "failed",
        failureReason: expect.stringContaining("redirects to a disallowed address"),
      });
    expect(other.asked).toEqual([]);
  });

  test("other ports, spellings of other addresses and the service's own address are refused at the request", async () => {
    const mapped = isIPv6(OWN) ? "[::ffff:127.0.0.1]" : `[::ffff:${OWN}]`;
    const port = new URL(service.url).port;
    for (const url of [
      `http://${HOST}:${other.port}/`,
      `http://${HOST}/`,
      `http://${mapped}:${named.port}/`,
      `http://127.0.0.1:${named.port}/`,
      `http://localhost:${named.port}/`,
      `http://2130706433:${named.port}/`,
      `http://0177.0.0.1:${named.port}/`,
      `http://[::1]:${named.port}/`,
      `http://127.0.0.1:${port}/`,
      `http://169.254.169.254:${named.port}/`,
    ])
      expect({ url, status: (await crawlPage(ada, url)).status }).toEqual({ url, status: 400 });
  });

  test("a webhook goes to the named host, also without TLS, and to no other port", async () => {
    const { organizationId } = ada.workspace.organizationContext;
    const create = async (port: number) =>
      await ada.api.call("POST", "/v1/webhooks", {
        organizationId,
        name: "Own",
        url: `http://${HOST}:${port}/hook`,
        events: ["asset.ready"],
        collectionIds: [],
      });
    expect((await create(other.port)).status).toBe(400);
    expect((await create(named.port)).status).toBe(200);
    await crawlUntil(ada, `http://${HOST}:${named.port}/page?again`);
    await expect.poll(() => named.asked, { timeout: 170_000 }).toContain("POST /hook");
  });
});

test.each(["wiki.internal", "127.0.0.1:80", "0.0.0.0/0:443"])(
  "the service does not start with OUTBOUND_ALLOW=%s, and names the setting",
  async (value) => {
    const dir = await newFolder();
    const args = ["--port", "0", "--persist-to", dir, "--var", `OUTBOUND_ALLOW:${value}`];
    expect(await startRejection(...args)).toContain("OUTBOUND_ALLOW");
  },
);

describe.skipIf(OWN === "")(
  "the connection decides by the address that it connects to, whatever the name",
  () => {
    /** Fetches through the named network, because the policy would reject most addresses earlier. */
    const ASKER = `export default {
    async fetch(request, env) {
      const { searchParams } = new URL(request.url);
      const answer = await env[searchParams.get("network")].fetch(searchParams.get("address")).catch(String);
      return typeof answer === "string" ? new Response(answer, { status: 599 }) : answer;
    },
  };`;

    async function asker(rules: readonly OutboundRule[]) {
      const modules = [{ path: "index.js", contents: Uint8Array.from(new TextEncoder().encode(ASKER)) }];
      const networks = exceptionNetworks(rules);
      const code = { modules, compatibilityDate: "2026-10-06", compatibilityFlags: [], networks };
      const running = await SandboxProcess.start(code, publicNetwork(false));
      onTestFinished(() => running.kill());
      return async (network: string, address: string): Promise<number> => {
        const query = new URLSearchParams({ network, address });
        return (await running.ask(`/?${query.toString()}`, new Headers(), null)).status;
      };
    }

    test("a named host reaches private addresses, and never this machine's loopback", async () => {
      const { port, asked } = await listen();
      const ask = await asker([{ host: "wiki.internal", prefix: null, port }]);
      expect(await ask("NETWORK_NAMED", `http://${HOST}:${port}/`)).toBe(200);
      for (const host of [
        "localhost",
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
      ])
        expect({ host, status: await ask("NETWORK_NAMED", `http://${host}:${port}/`) }).toEqual({
          host,
          status: 599,
        });
      expect(asked).toHaveLength(1);
    });

    test("a name that resolves into an allowed network is reachable at its port, and no other address is", async () => {
      const { port, asked } = await listen();
      const prefix = isIPv6(OWN) ? 128 : 32;
      const range = isIPv6(OWN) ? 64 : 24;
      const own = await asker([{ host: OWN, prefix: range, port }]);
      expect(await own(`NETWORK_PORT_${port}`, `http://${HOST}:${port}/`)).toBe(200);
      const elsewhere = await asker([
        { host: "10.254.254.0", prefix: 24, port },
        { host: "fd00:dead::", prefix: 64, port },
        { host: OWN, prefix: range, port: 443 },
        // An entry for one address admits no name that resolves to it.
        { host: OWN, prefix, port },
      ]);
      expect(await elsewhere(`NETWORK_ADDRESS_${port}`, `http://${HOST}:${port}/`)).toBe(200);
      for (const host of [HOST, "localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "[::1]", "[::]"])
        expect({ host, status: await elsewhere(`NETWORK_PORT_${port}`, `http://${host}:${port}/`) }).toEqual({
          host,
          status: 599,
        });
      expect(asked).toHaveLength(2);
    });
  },
);
