/** Both ways to run the service serve the console with the same headers. */
import { expect, test, vi } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { freePort } from "../operate/nginx.ts";
import { spawnScript } from "../support/fixtures/scripts.ts";
import { startTestService } from "../support/http/service.ts";

const HTML = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate" };
const ANY = { accept: "*/*" };
/** Headers of the connection and of one request. */
const PASSING = [
  "date",
  "connection",
  "keep-alive",
  "x-operation-id",
  "server-timing",
  "content-length",
  "transfer-encoding",
  "content-encoding",
];
const STARTED = { timeout: 150_000, interval: 500 };

async function headersAt(origin: string): Promise<Record<string, unknown>> {
  const page = await (await fetch(`${origin}/`, { headers: HTML })).text();
  const [, script = ""] = /src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  const asked: [string, Record<string, string>][] = [
    ["/", HTML],
    ["/", ANY],
    ["/threads", HTML],
    ["/threads", ANY],
    ["/nothing/here", HTML],
    ["/v1/nothing", HTML],
    ["/session", HTML],
    ["/session/issuers", ANY],
    ["/session/callback?state=invented", HTML],
    ["/p/thread_01h455vb4pex5vsknk084sn02q", HTML],
    ["/i", HTML],
    ["/v1/claim-token/invented", HTML],
    [script, ANY],
    ["/assets/missing.js", ANY],
    ["/assets/missing.js", HTML],
  ];
  const answers: Record<string, unknown> = {};
  for (const [path, headers] of asked) {
    const response = await fetch(`${origin}${path}`, { headers, redirect: "manual" });
    await response.arrayBuffer();
    // A cookie's name has the port.
    const shown = [...response.headers]
      .filter(([name]) => !PASSING.includes(name))
      .map(([name, value]) => [name, value.replace(new URL(origin).port, "PORT")]);
    // Each runner numbers the versions of files in its own way.
    const etag = response.headers.has("etag") ? { etag: "some" } : {};
    answers[`${path} ${headers["accept"]}`] = {
      status: response.status,
      ...Object.fromEntries(shown),
      ...etag,
    };
  }
  return answers;
}

test("npm start and wrangler serve the console with the same headers, and none of them is unsafe", async () => {
  const port = await freePort();
  const dev = spawnScript("dev", ["--port", String(port), "--persist-to", await newFolder()]);
  const service = await startTestService();
  const other = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => {
    if (dev.process.exitCode !== null) throw new Error(`npm run dev ended: ${dev.output.stderr}`);
    expect((await fetch(`${other}/`, { headers: HTML })).status).toBe(200);
  }, STARTED);
  const [own, wranglers] = [await headersAt(service.url), await headersAt(other)];
  expect(wranglers).toEqual(own);
  expect(JSON.stringify(own)).not.toContain("unsafe");
  expect(Object.keys(own).some((path) => path.startsWith("/assets/main-"))).toBe(true);
});
