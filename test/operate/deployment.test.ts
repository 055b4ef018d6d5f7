/** The files for systemd, Caddy and containers, as far as a machine without their daemons can run them. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { startTestService } from "../support/http/service.ts";
import { WAIT } from "../support/setup/wait.ts";
import { requireProgram } from "./find-program.ts";
import { freePort } from "./nginx.ts";
import { runIn } from "./tools.ts";

/** The exposure that `systemd-analyze security` may find, in tenths. An unprotected service has 96. */
const MAX_EXPOSURE = "35";

const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

function read(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), "utf8");
}

test("systemd accepts the unit, which protects the machine from the service", async () => {
  const systemdAnalyze = requireProgram("systemd-analyze", "systemd");
  const folder = await newFolder();
  // The program must exist for the check.
  const unit = read("deploy/knowledge.service").replace("/usr/bin/node", process.execPath);
  writeFileSync(join(folder, "knowledge.service"), unit);
  expect(await runIn(folder, systemdAnalyze, ["verify", "./knowledge.service"])).toEqual({
    status: 0,
    text: "",
  });
  const args = ["security", "--offline=true", `--threshold=${MAX_EXPOSURE}`, "./knowledge.service"];
  expect(await runIn(folder, systemdAnalyze, args)).toMatchObject({ status: 0 });
});

test("Caddy accepts its file, passes requests on, and keeps the address that clients use", async () => {
  const caddy = requireProgram("caddy", "caddy");
  const service = await startTestService({ vars: { TRUSTED_PROXIES: "127.0.0.1" } });
  const [folder, port] = [await newFolder(), await freePort()];
  const env = {
    ...process.env,
    HOME: folder,
    KNOWLEDGE_DOMAIN: `http://127.0.0.1:${port}`,
    KNOWLEDGE_UPSTREAM: new URL(service.url).host,
  };
  // The test's machine may run another Caddy with its administration.
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${read("deploy/Caddyfile")}`);
  const config = ["--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
  expect((await runIn(folder, caddy, ["validate", ...config], env)).text).toContain("Valid configuration");
  const child = spawn(caddy, ["run", ...config], { env, stdio: "ignore" });
  stops.push(() => void child.kill());
  await vi.waitFor(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/live`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { live: true },
    });
  }, WAIT);
  // The service believes its proxy, so it builds signed URLs and links for the proxy's address.
  const home = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-protected-resource`);
  expect(await home.json()).toMatchObject({ resource: `http://127.0.0.1:${port}/mcp` });
});

test("the container runs as uid 1000 with its state in a volume, and its health check asks the service", async () => {
  const dockerfile = read("Dockerfile");
  expect(dockerfile).toMatch(/^USER 1000$/m);
  expect(dockerfile).toMatch(/^VOLUME \/data$/m);
  const [, check = "[]"] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [command = "", ...args] = JSON.parse(check) as string[];
  const service = await startTestService();
  const at = (origin: string): string[] => args.map((arg) => arg.replace("http://127.0.0.1:8787", origin));
  expect((await runIn(PROJECT_ROOT, command, at(service.url))).status).toBe(0);
  await service.kill("SIGTERM");
  expect((await runIn(PROJECT_ROOT, command, at(service.url))).status).toBe(1);
});
