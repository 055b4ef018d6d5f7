import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { runScript } from "../support/fixtures/scripts.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { startRejection } from "../support/assertions/start-rejection.ts";
import { d1File } from "../support/rows/d1-file.ts";
import { WAIT } from "../support/setup/wait.ts";

interface ServiceStatus {
  readonly start_time: string;
  readonly uptime: string;
  readonly fileproc: { readonly bornAt: string; readonly memory: { readonly rss: string } };
}

describe("a running service", () => {
  let service: Service;
  let begun: number;
  beforeAll(async () => {
    begun = Date.now();
    service = await startTestService({ dir: await newFolder() });
  });

  test("a running service prints its address and the command for a token, and serves requests", async () => {
    expect(service.output.stdout).toContain(service.url);
    expect(service.output.stdout).toContain(
      `npm run -s token -- --email ada@example.com --persist-to ${service.dir}`,
    );
    expect((await fetch(`${service.url}/status`)).status).toBeLessThan(500);
  });

  test("the last line is a link that signs a browser in once, and npm run link prints another", async () => {
    const started = service.output.stdout.slice(0, service.output.stdout.indexOf("npm run link --"));
    const [, first = ""] = /\nOpen (\S+) \(once, for 15 minutes; another: $/.exec(started) ?? [];
    expect(first).toMatch(new RegExp(`^${service.url}/sign-in#[\\w-]{22}$`));
    const { port } = new URL(service.url);
    const redeem = async (link: string) => {
      const response = await fetch(`${service.url}/session/once`, {
        method: "POST",
        headers: { "x-knowledge-session": "1", "content-type": "application/json" },
        body: JSON.stringify({ once: new URL(link).hash.slice(1) }),
      });
      const { data } = (await response.json()) as { data: { email?: string } };
      return { status: response.status, email: data.email, cookie: response.headers.get("set-cookie") };
    };
    const signedIn = await redeem(first);
    expect(signedIn).toEqual({
      status: 200,
      email: expect.stringMatching(/^[^@\s]+@localhost$/),
      cookie: expect.stringMatching(
        `^knowledge-${port}=[\\w-]{43}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Strict$`,
      ),
    });
    expect(await redeem(first)).toEqual({ status: 409, email: undefined, cookie: null });
    const place = ["--persist-to", service.dir];
    const { stdout: link } = await runScript("link", [...place, "--email", "grace@example.com"]);
    const headers = { "x-knowledge-session": "1", cookie: signedIn.cookie?.split(";")[0] ?? "" };
    expect(await redeem(link.trim())).toMatchObject({ status: 200, email: "grace@example.com" });
    expect((await fetch(`${service.url}/session`, { headers })).status).toBe(200);
    expect(readdirSync(join(service.dir, "one-time-links")).join()).not.toContain(
      new URL(first).hash.slice(1),
    );
  });

  test("npm run token creates a key for a new user, and another key for the same user", async () => {
    const user = ["--email", "ada@example.com", "--persist-to", service.dir];
    const makeKey = async () =>
      await runScript("token", [...user, "--key", "--actions", "read", "--url", service.url]);
    const headers = (token: string) => ({
      authorization: `Bearer ${token.trim()}`,
      "content-type": "application/json",
    });
    for (let times = 0; times < 2; times += 1) {
      const { stdout: key, stderr } = await makeKey();
      expect({ key, stderr }).toEqual({
        key: expect.stringMatching(/^kwp_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}\n$/),
        stderr: "",
      });
      expect(
        (await fetch(`${service.url}/v1/users/self/collection-tree`, { headers: headers(key) })).status,
      ).toBe(200);
      expect((await fetch(`${service.url}/v1/api-keys`, { headers: headers(key) })).status).toBe(403);
    }
  });

  test("a running service reports times and memory of its own process and machine", async () => {
    const look = async () =>
      ((await (await fetch(`${service.url}/status`)).json()) as { data: ServiceStatus }).data;
    const { start_time: since, ...first } = await look();
    expect(new Date(since).toISOString()).toBe(since);
    expect(Date.parse(since)).toBeGreaterThan(begun - 1_000);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
    const elapsed = (): number => Math.round((Date.now() - Date.parse(since)) / 1_000);
    await vi.waitFor(
      async () =>
        expect(Number.parseInt((await look()).uptime)).toBeGreaterThan(Number.parseInt(first.uptime)),
      WAIT,
    );
    const { uptime, start_time, fileproc } = await look();
    expect({ start_time, uptime }).toEqual({ start_time: since, uptime: expect.stringMatching(/^\d+s$/) });
    expect(Number.parseInt(uptime)).toBeLessThanOrEqual(elapsed() + 1);
    // The first sandbox process starts before the first file.
    const { bornAt, memory, ...quiet } = fileproc;
    expect(quiet).toEqual({ goRoutines: 0, status: "idle" });
    expect(Date.parse(bornAt) - begun).toBeGreaterThan(0);
    expect(Number(memory.rss)).toBeGreaterThan(1_000_000);
  });

  test("a running service hides its secrets from other users of the machine", () => {
    expect(statSync(join(service.dir, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  test("a running service locks its state folder", async () => {
    const line = await startRejection("--port", "0", "--persist-to", service.dir);
    expect(line).toMatch(/is in use by process \d+/);
  });

  test("a running service has applied the project's migrations and recorded them like wrangler", () => {
    const database = new DatabaseSync(d1File(service.dir), { readOnly: true });
    const names = database.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
    database.close();
    const files = readdirSync(join(PROJECT_ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
    expect(names.map((row) => row["name"])).toEqual(files.toSorted());
  });
});
