/** `npm run deploy` with wrangler itself, against a stand-in for Cloudflare's API. */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEPLOY_FOLDER } from "../../scripts/lib/deploy/wrangler-files.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { type CloudflareApi, startCloudflareApi } from "../support/fixtures/cloudflare-api.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { spawnScript } from "../support/fixtures/scripts.ts";

const NAME = "deploy-test";
const SANDBOX = `${NAME}-sandbox`;

let api: CloudflareApi;
let config: string;
let secrets: string;
beforeAll(async () => {
  api = await startCloudflareApi();
  const folder = await newFolder();
  config = join(folder, "staging.json");
  secrets = join(folder, "staging.secrets.json");
  await writeConfig({});
});
afterAll(async () => {
  api.stop();
  await rm(join(DEPLOY_FOLDER, NAME), { recursive: true, force: true });
});

async function writeConfig(changes: Record<string, unknown>): Promise<void> {
  const example = JSON.parse(
    await readFile(join(PROJECT_ROOT, "examples", "deployment.json"), "utf8"),
  ) as Record<string, unknown>;
  await writeFile(config, JSON.stringify({ ...example, name: NAME, ...changes }));
}

async function deploy(...args: string[]) {
  api.changes.length = 0;
  const env = { ...process.env, CLOUDFLARE_API_BASE_URL: api.url, CLOUDFLARE_API_TOKEN: "token" };
  const run = spawnScript("deploy", ["--config", config, "--skip-smoke-test", ...args], env);
  const status = await run.ended;
  const commands = run.output.stdout.split("\n").filter((line) => line.startsWith("$ npx wrangler"));
  return { status, ...run.output, commands };
}

test("a deployment demands secrets, makes what is missing, and a second one makes nothing again", async () => {
  const refused = await deploy();
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("URL_SIGNING_KEYS, LINK_SECRET"),
  });
  expect(api.workers.size).toBe(0);

  const first = await deploy("--make-secrets");
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect([...api.databases.keys(), ...api.buckets]).toEqual([NAME, NAME]);
  const { database, id } = api.databases.get(NAME)!;
  expect(database.prepare("SELECT count(*) AS count FROM threads").get()).toEqual({ count: 0 });
  const put = (worker: string): number => api.changes.indexOf(`PUT /workers/scripts/${worker}`);
  expect(put(SANDBOX)).toBeGreaterThanOrEqual(0);
  expect(put(NAME)).toBeGreaterThan(put(SANDBOX));
  const bindings = api.workers.get(NAME)!;
  expect(bindings.get("DB")).toMatchObject({ type: "d1", id });
  expect(bindings.get("SANDBOX")).toMatchObject({ service: SANDBOX });
  expect(bindings.get("REQUEST_LIMIT")).toMatchObject({ namespace_id: "71001" });
  expect(bindings.get("PUBLIC_BASE_URL")).toMatchObject({ text: "https://knowledge.example.com" });
  expect(bindings.get("LINK_SECRET")).toEqual({ name: "LINK_SECRET", type: "secret_text" });

  // Neither output nor configuration holds a secret, and only its owner reads the file.
  const { LINK_SECRET: secret } = JSON.parse(await readFile(secrets, "utf8")) as { LINK_SECRET: string };
  const written = await readFile(join(DEPLOY_FOLDER, NAME, "wrangler.json"), "utf8");
  expect(`${first.stdout}${written}`).not.toContain(secret);
  expect((await stat(secrets)).mode & 0o077).toBe(0);

  await rm(secrets);
  const second = await deploy();
  expect(second).toMatchObject({ status: 0, stderr: "" });
  expect(second.stdout).toContain("The database before this deployment: 00000001-");
  expect(api.changes.filter((change) => /POST \/(?:d1\/database|r2\/buckets)$/.test(change))).toEqual([]);
  expect(api.workers.get(NAME)!.has("LINK_SECRET")).toBe(true);
});

test("the dry run prints the commands of a first deployment and asks the platform for nothing", async () => {
  await deploy("--delete", NAME);
  await rm(secrets, { force: true });
  await writeConfig({});
  const dry = await deploy("--dry-run");
  expect(dry).toMatchObject({ status: 0, stderr: "" });
  expect(api.changes).toEqual([]);
  const deployed = await deploy("--make-secrets");
  // The deployment lists the databases again after it has made one.
  expect([...new Set(dry.commands)].slice(0, 9)).toEqual([...new Set(deployed.commands)]);
});

test("a rollback takes both Workers back, and a deletion needs the name and leaves nothing", async () => {
  expect((await deploy("--rollback")).status).toBe(0);
  expect(api.changes.filter((change) => change.endsWith("/deployments"))).toEqual([
    `POST /workers/scripts/${NAME}/deployments`,
    `POST /workers/scripts/${SANDBOX}/deployments`,
  ]);
  expect(await deploy("--delete", "other")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(NAME),
  });
  expect(api.changes).toEqual([]);
  const deleted = await deploy("--delete", NAME);
  expect(deleted).toMatchObject({ status: 0, stdout: expect.stringContaining("The deployment is deleted.") });
  expect([api.workers.size, api.databases.size, api.buckets.size]).toEqual([0, 0, 0]);
});

test.each([
  [{ accountId: "1" }, "accountId"],
  [{ settings: { LINK_SECRET: "s3cret" } }, "must hold no secret"],
  [{ settings: { ISSUER: "x" } }, "settings"],
  [{ settings: {} }, "ISSUERS"],
  [{ settings: { ISSUERS: [], RATE_LIMITS: "off" } }, "ISSUERS"],
  [{ databaseId: "9f2c1c51-6a39-4c8e-8f0e-0a6a1f0e2b11" }, "no database"],
])("the file is checked before anything is uploaded: %o", async (changes, said) => {
  await writeConfig(changes);
  const run = await deploy("--make-secrets");
  expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining(said) });
  expect(run.stderr).not.toContain("s3cret");
  expect(api.workers.size).toBe(0);
});
