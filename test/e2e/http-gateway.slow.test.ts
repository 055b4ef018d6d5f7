/**
 * The HTTP gateway of `npm start` between port and Worker: large bodies, rejections, and an absent Worker.
 */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage, request } from "node:http";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { getAsset, uploadFile } from "../../scripts/demo/workspace.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { processTree } from "../support/assertions/listening-ports.ts";
import { WAIT } from "../support/setup/wait.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const LARGE_BYTES = 90_000_000;
/** Far below the size of the body, because the gateway streams it. */
const GROWTH_KIB = 40_000;

let service: Service;
let ada: RemoteUser;
const large = new Uint8Array(randomBytes(LARGE_BYTES));

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off", EXTERNAL_WORKER_TYPES: "video/*" } });
  ada = await signUp(service, "ada");
});

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Memory of the listening process in KiB. */
function memory(): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))?.[1]);
}

describe.runIf(process.platform === "linux")("a body of 90 MB", () => {
  test("the gateway passes 90 MB in both directions at the pace of the reader, and never buffers the body", async () => {
    const before = memory();
    const file = { name: "film.mp4", contentType: "video/mp4", bytes: large };
    const { signedURL } = await getAsset(
      ada.api,
      await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, file),
    );
    const response = await fetch(signedURL);
    expect(hashOf(new Uint8Array(await response.arrayBuffer()))).toBe(hashOf(large));

    const [slow] = (await once(get(signedURL), "response")) as [IncomingMessage];
    await once(slow, "readable");
    expect(memory() - before).toBeLessThan(GROWTH_KIB);
    slow.destroy();
  });

  test("a rejected and unread body of 90 MB still gets its response", async () => {
    const url = `${service.url}/v1/assets/${"asset_01m80rnpcben39y4w2bpnfts83"}/content?token=nonsense`;
    const response = await fetch(url, {
      method: "PUT",
      headers: { "content-type": "video/mp4" },
      body: large,
    });
    expect(response.status).toBe(403);
    expect(((await response.json()) as { code: string }).code).toBe("permission_denied");
  });

  test("the gateway rejects a body of 90 MB before its first byte arrives", async () => {
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = { "content-type": "text/plain", "content-length": "200000000" };
    const path = "/v1/assets/asset_01m80rnpcben39y4w2bpnfts83/content?token=nonsense";
    const sent = request(`${service.url}${path}`, { method: "PUT", headers }, resolve);
    sent.on("error", reject).flushHeaders();
    expect((await answered).statusCode).toBe(403);
    sent.destroy();
  });

  test("a body of 90 MB that breaks off affects no other client", async () => {
    const headers = { "content-type": "application/json", "content-length": String(LARGE_BYTES) };
    const breakOff = async (): Promise<void> =>
      await new Promise((resolve) => {
        const sent = request(`${service.url}/v1/search`, { method: "POST", headers });
        sent.on("error", () => {}).on("close", resolve);
        sent.write(large.subarray(0, 100_000), () => sent.destroy());
      });
    await Promise.all(Array.from({ length: 20 }, breakOff));
    expect((await fetch(`${service.url}/status`)).status).toBe(200);
  });
});

describe.runIf(process.platform === "linux")("while the Worker is absent", () => {
  test("the gateway rejects requests as unavailable, and passes them once the Worker is back", async () => {
    const isRuntime = (pid: number): boolean =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${service.dir}/sockets/`);
    const runtime = processTree(service.pid).find(isRuntime);
    if (runtime === undefined) throw new Error("The runtime is not among the service's processes.");
    process.kill(runtime, "SIGKILL");
    const status = async () =>
      await fetch(`${service.url}/status`).then(async (response) => [response.status, await response.json()]);
    await vi.waitFor(
      async () => expect(await status()).toEqual([503, expect.objectContaining({ code: "unavailable" })]),
      WAIT,
    );
    await vi.waitFor(async () => expect((await status())[0]).toBe(200), WAIT);
  });
});
