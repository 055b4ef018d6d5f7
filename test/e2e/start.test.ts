import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newFolder } from "../support/folders.ts";
import { PROJECT_ROOT, runScript } from "../support/scripts.ts";
import { type Service, startTestService } from "../support/service.ts";
import { WAIT } from "../support/wait.ts";

const ONE_LINE = /^[^\n]+\n$/;

/** Starts a service that must refuse. */
async function refusal(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runScript("start", args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(ONE_LINE);
  return stderr;
}

/** Pids of the processes of a group that still run; zombies are not counted. */
function living(group: number | undefined): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,pgid=,stat="], { encoding: "utf8" }).trim().split("\n");
  const processes = rows.map((row) => row.trim().split(/\s+/));
  return processes.filter(([, pgid, state]) => Number(pgid) === group && !state?.startsWith("Z")).map(([pid]) => Number(pid));
}

function d1File(stateFolder: string): string {
  const folder = join(stateFolder, "v3", "d1", "miniflare-D1DatabaseObject");
  const name = readdirSync(folder).find((candidate) => /^[0-9a-f]{64}\.sqlite$/.test(candidate));
  return join(folder, name ?? "");
}

async function status(service: Service): Promise<number> {
  return (await fetch(`${service.url}/status`)).status;
}

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

  it("tells its address and how to get a token, and answers there", async () => {
    expect(service.output.stdout).toContain(service.url);
    expect(service.output.stdout).toContain(`npm run -s token -- --email ada@example.com --persist-to ${service.dir}`);
    expect(await status(service)).toBeLessThan(500);
  });

  it("makes a key by npm run token, for who has never signed in, and again", async () => {
    const user = ["--email", "ada@example.com", "--persist-to", service.dir];
    const makeKey = async () => await runScript("token", [...user, "--key", "--actions", "read", "--url", service.url]);
    const headers = (token: string) => ({ authorization: `Bearer ${token.trim()}`, "content-type": "application/json" });
    for (let times = 0; times < 2; times += 1) {
      const { stdout: key, stderr } = await makeKey();
      expect([key, stderr]).toEqual([expect.stringMatching(/^kwp_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}\n$/), ""]);
      expect((await fetch(`${service.url}/v1/users/self/collection-tree`, { headers: headers(key) })).status).toBe(200);
      expect((await fetch(`${service.url}/v1/api-keys`, { headers: headers(key) })).status).toBe(403);
    }
  });

  it("measures from its own start, on the machine it runs on", async () => {
    const look = async () => ((await (await fetch(`${service.url}/status`)).json()) as { data: ServiceStatus }).data;
    const { start_time: since, ...first } = await look();
    expect(new Date(since).toISOString()).toBe(since);
    expect(Date.parse(since)).toBeGreaterThan(begun - 1_000);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
    const elapsed = (): number => Math.round((Date.now() - Date.parse(since)) / 1_000);
    await vi.waitFor(async () => expect(Number.parseInt((await look()).uptime)).toBeGreaterThan(Number.parseInt(first.uptime)), WAIT);
    const { uptime, start_time, fileproc } = await look();
    expect([start_time, uptime]).toEqual([since, expect.stringMatching(/^\d+s$/)]);
    expect(Number.parseInt(uptime)).toBeLessThanOrEqual(elapsed() + 1);
    // The first reader is there before the first file.
    const { bornAt, memory, ...quiet } = fileproc;
    expect(quiet).toEqual({ goRoutines: 0, status: "idle" });
    expect(Date.parse(bornAt) - begun).toBeGreaterThan(0);
    expect(Number(memory.rss)).toBeGreaterThan(1_000_000);
  });

  it("keeps its secrets from other users of the machine", () => {
    expect(statSync(join(service.dir, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("is alone on its state folder", async () => {
    const line = await refusal("--port", "0", "--persist-to", service.dir);
    expect(line).toMatch(/is in use by process \d+/);
  });

  it("applied the project's migrations as wrangler records them", () => {
    const database = new DatabaseSync(d1File(service.dir), { readOnly: true });
    const names = database.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
    database.close();
    const files = readdirSync(join(PROJECT_ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
    expect(names.map((row) => row["name"])).toEqual(files.toSorted());
  });
});

describe("what stands in the way of a start is told in one line:", () => {
  it("a taken port", async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, "127.0.0.1", () => resolve((holder.address() as { port: number }).port));
    });
    const line = await refusal("--port", String(port), "--persist-to", await newFolder());
    holder.close();
    expect(line).toContain(`Port ${port} of 127.0.0.1 is taken`);
  });

  it.concurrent.each([
    ["a wrong setting", ["--var", "RATE_LIMITS:perhaps"], "Setting RATE_LIMITS"],
    ["a misspelt setting", ["--var", "RATE_LIMIT:off"], "RATE_LIMIT: there is no such setting"],
    ["production with the local issuer", ["--var", "ENVIRONMENT:production"], "must not have a local issuer"],
    ["an unknown option", ["--prot", "1"], "--prot"],
    ["a port that is none", ["--port", "http"], "--port must be a number"],
  ])("%s", async (_what, args, words) => {
    expect(await refusal("--persist-to", await newFolder(), ...args)).toContain(words);
  });

  it("a state folder that cannot be written", async () => {
    const file = join(await newFolder(), "a-file");
    writeFileSync(file, "");
    expect(await refusal("--port", "0", "--persist-to", join(file, "state"))).toContain("Cannot write the state folder");
    expect(await refusal("--port", "0", "--persist-to", "/proc/nope")).toContain("Cannot write the state folder");
  });
});

describe("an ending service", () => {
  it("leaves with status 0 and without a trace on SIGTERM; then a migration that the project lacks stops the next start", async () => {
    const service = await startTestService();
    expect(living(service.pid).length).toBeGreaterThan(1);
    expect(await service.kill("SIGTERM")).toBe(0);
    await vi.waitFor(() => expect(living(service.pid)).toEqual([]), WAIT);
    expect(service.output.stderr).toBe("");

    const database = new DatabaseSync(d1File(service.dir));
    database.exec("INSERT INTO d1_migrations (name) VALUES ('9999_gone.sql')");
    database.close();
    expect(await refusal("--port", "0", "--persist-to", service.dir)).toContain("9999_gone.sql");
  });
});

describe("npm run token", () => {
  const token = (...args: string[]) => spawnSync(process.execPath, ["scripts/token.ts", ...args], { cwd: PROJECT_ROOT, encoding: "utf8" });

  it("prints a token of three parts in one line and nothing else, making the secrets once", async () => {
    const folder = await newFolder();
    const run = token("--email", "ada@example.com", "--name", "Ada", "--unverified", "--expires", "2h", "--persist-to", folder);
    expect({ ...run, stdout: "" }).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const claims = JSON.parse(Buffer.from(run.stdout.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
    expect(claims).toMatchObject({ email: "ada@example.com", email_verified: false, name: "Ada", aud: "knowledge-workspace" });
    expect(Number(claims["exp"]) - Number(claims["iat"])).toBe(7_200);
  });

  it("prints the same service secret for the same scopes, and another for others", async () => {
    const folder = await newFolder();
    const secrets = ["ops,users:merge", "users:merge,ops", "ops"].map(
      (scopes) => token("--service", scopes, "--persist-to", folder).stdout,
    );
    expect(secrets[0]).toMatch(/^svc_[\w-]{43}\n$/);
    expect(secrets[1]).toBe(secrets[0]);
    expect(secrets[2]).not.toBe(secrets[0]);
  });

  it.concurrent.each([
    [[], "either --email or --service"],
    [["--email", "ada"], "--email must be"],
    [["--email", "ada@example.com", "--expires", "soon"], "--expires must be"],
    [["--key"], "either --email or --service"],
    [["--service", "ops", "--key"], "--key goes with --email"],
    [["--email", "ada@example.com", "--key", "--actions", "rule"], 'no action "rule"'],
    [["--service", "everything"], 'no scope "everything"'],
  ])("refuses %j in one line", async (args: string[], words) => {
    const { status, stdout, stderr } = await runScript("token", args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(words);
  });
});
