/**
 * Promise: Only the Worker answers on the service's port, and no other process listens to anybody. Attack:
 * `/cdn-cgi/local/r2/public/<bucket>/<key>` returned every stored document without a credential, because the
 * local runtime's own server listened on that port. Its `MF-*` headers reached the runtime.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../../support/http/remote-user.ts";
import { listeningPorts, processTree, unixSockets } from "../../support/assertions/listening-ports.ts";
import { getRaw, type RawResponse } from "../../support/http/send-raw.ts";
import { matchesInMiniflareSource } from "../../support/assertions/miniflare-source.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

const SECRET = "The combination of the vault is zanzibar forty-two.";
const BUCKET = "knowledge-workspace";

let service: Service;
let ada: RemoteUser;
let assetId: string;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  ada = await signUp(service, "ada");
  assetId = await addReadyFile(ada, ada.workspace.personalId, textFile("vault.txt", SECRET));
});

/** The Worker's responses have its envelope and the operation's id. */
function expectOurWorker(answer: RawResponse, status: number): void {
  expect({ status: answer.status, text: answer.text }).toEqual({
    status,
    text: expect.stringMatching(/^x-operation-id: op_/im),
  });
}

describe("under /cdn-cgi/", () => {
  test("no request serves a stored document by its key", async () => {
    const { organizationId } = ada.workspace.organizationContext;
    for (const bucket of [BUCKET, "BUCKET"]) {
      const answer = await getRaw(
        service.url,
        `/cdn-cgi/local/r2/public/${bucket}/${organizationId}/${assetId}/original`,
      );
      expectOurWorker(answer, 404);
      expect(answer.text).not.toContain(SECRET);
    }
  });

  test("every path of the runtime returns not found", async () => {
    const paths = matchesInMiniflareSource(/\/(?:cdn-cgi|__cf_local)\/[\w/-]+/g);
    expect(paths).toContain("/cdn-cgi/local/r2/public");
    for (const path of [
      ...paths,
      `/cdn-cgi/local/r2/public/${BUCKET}`,
      `/cdn-cgi/local/r2/s3/${BUCKET}`,
      "/CDN-CGI/local/explorer/",
    ]) {
      expectOurWorker(await getRaw(service.url, path, ["MF-Op: GET"]), 404);
    }
  });
});

describe("headers of the runtime", () => {
  test("headers of the runtime change nothing", async () => {
    const headers = matchesInMiniflareSource(/\bMF-[A-Z][\w-]+\b/g);
    expect(headers).toEqual(
      expect.arrayContaining([
        "MF-Route-Override",
        "MF-Original-URL",
        "MF-CF-Blob",
        "MF-Custom-Fetch-Service",
      ]),
    );
    for (const name of headers) {
      for (const value of ["x", "{", "cron-trigger", "http://evil.example/cdn-cgi/local/r2/public/", ""]) {
        expectOurWorker(await getRaw(service.url, "/status", [`${name}: ${value}`]), 200);
      }
    }
  });
});

describe.runIf(process.platform === "linux")("listeners of the service's processes", () => {
  test("other ports than the service's own answer only 403", async () => {
    const own = Number(new URL(service.url).port);
    const ports = listeningPorts(processTree(service.pid));
    expect(ports).toContain(own);
    const paths = [
      "/",
      "/status",
      "/core/public-url",
      "/core/dev-registry",
      "/cdn-cgi/local/r2/public/",
      "/core/do-storage/x",
    ];
    for (const port of ports.filter((each) => each !== own)) {
      for (const path of paths) {
        const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { "MF-Loopback-Secret": "x" },
        });
        expect({ path, status }).toEqual({ path, status: 403 });
      }
    }
  });

  test("all other listeners are sockets in the state folder, which only its owner can enter", () => {
    const elsewhere = unixSockets(processTree(service.pid)).filter(
      (path) => !path.startsWith(`${service.dir}/sockets/`),
    );
    expect(elsewhere).toEqual([]);
  });
});
