import { afterEach, expect, test } from "vitest";
import { SandboxProcess } from "../../scripts/lib/sandbox/sandbox-process.ts";
import { publicNetwork } from "../../scripts/lib/worker-options.ts";
import { html, startSite } from "../support/fixtures/site.ts";
import { guardRuntimes } from "../../scripts/lib/runtime-guard.ts";

// Ends the sandbox processes of these tests with the test process.
guardRuntimes();

/** Runs in the sandbox and fetches any URL, because the service itself would reject most of them earlier. */
const ASKER = `export default {
  async fetch(request) {
    const address = new URL(request.url).searchParams.get("address");
    return await fetch(address, { redirect: "manual" }).catch(() => new Response("", { status: 599 }));
  },
};`;

const running: SandboxProcess[] = [];
afterEach(() => {
  for (const process of running.splice(0)) process.kill();
});

async function asker(allowLoopback: boolean): Promise<(address: string) => Promise<number>> {
  const modules = [{ path: "index.js", contents: Uint8Array.from(new TextEncoder().encode(ASKER)) }];
  const code = { modules, compatibilityDate: "2026-10-06", compatibilityFlags: [] };
  const process = await SandboxProcess.start(code, publicNetwork(allowLoopback));
  running.push(process);
  return async (address) =>
    (await process.ask(`/?address=${encodeURIComponent(address)}`, new Headers(), null)).status;
}

test("a name that resolves to this machine is unreachable, whatever the name", async () => {
  const site = await startSite({ "/": html("Here.") });
  const { port } = new URL(site.url);
  const ask = await asker(false);
  for (const host of ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1.2.3"]) {
    expect({ host, status: await ask(`http://${host}:${port}/`) }).toEqual({ host, status: 599 });
  }
  expect(site.asked).toEqual([]);
});

test("with loopback allowed for tests it is reachable, and private addresses are not", async () => {
  const site = await startSite({ "/": html("Here.") });
  const { port } = new URL(site.url);
  const ask = await asker(true);
  expect([await ask(`http://localhost:${port}/`), await ask(`http://127.0.0.1:${port}/`)]).toEqual([
    200, 200,
  ]);
  for (const host of [
    "10.0.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.192",
    "[fd00::1]",
    "[64:ff9b::a00:1]",
  ]) {
    expect({ host, status: await ask(`http://${host}/`) }).toEqual({ host, status: 599 });
  }
});
