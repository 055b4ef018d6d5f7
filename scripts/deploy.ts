/**
 * `npm run deploy`: deploys the service to Cloudflare from one file outside git, or updates, rolls back or
 * deletes such a deployment.
 */
import { rename, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseConfig } from "../src/config.ts";
import { askDeployment } from "./lib/deploy/ask-deployment.ts";
import { type Commands, commandsOf } from "./lib/deploy/commands.ts";
import { type Deployment, readDeployment } from "./lib/deploy/deployment.ts";
import { makeSecrets, missingSecrets, readSecrets } from "./lib/deploy/secrets.ts";
import { smokeTest } from "./lib/deploy/smoke-test.ts";
import { DEPLOY_FOLDER, type WranglerFiles, writeWranglerFiles } from "./lib/deploy/wrangler-files.ts";
import {
  type Command,
  jsonOf,
  must,
  runWrangler,
  shown,
  type Wrangler,
  wordsOf,
} from "./lib/deploy/wrangler.ts";
import { Failure, firstLine, run } from "./lib/failure.ts";
import { readOptions } from "./lib/options.ts";
import { PROJECT_ROOT } from "./lib/project.ts";
import { secureDir } from "./lib/secure-dir.ts";

const EXAMPLE = join(PROJECT_ROOT, "examples", "deployment.json");
const USAGE = `npm run deploy -- [--config FILE] [--secrets FILE] [--make-secrets] [--skip-smoke-test] [--dry-run | --rollback | --delete NAME | --smoke ADDRESS]
Without --config it uses .deploy/production.json, and asks for its values if that file is missing.
The smoke test signs in with the token in KNOWLEDGE_TOKEN.`;

/** A new custom domain answers within a few minutes. */
const DOMAIN_TIMEOUT_MS = 300_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const shortPath = (path: string): string => relative(PROJECT_ROOT, path);
const shortWord = (word: string): string => (word.startsWith(PROJECT_ROOT) ? shortPath(word) : word);

/** Prints each command before it runs. */
const wrangler: Wrangler = async (command) => {
  say(`$ ${shown(command.map(shortWord))}`);
  return await runWrangler(command);
};

await run(async () => {
  const options = readOptions(
    {
      config: { type: "string" },
      secrets: { type: "string" },
      "make-secrets": { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      rollback: { type: "boolean", default: false },
      delete: { type: "string" },
      smoke: { type: "string" },
      "skip-smoke-test": { type: "boolean", default: false },
    },
    USAGE,
  );
  const ways = [
    options["dry-run"],
    options.rollback,
    options.delete !== undefined,
    options.smoke !== undefined,
  ];
  if (ways.filter(Boolean).length > 1)
    throw new Failure("Give only one of --dry-run, --rollback, --delete and --smoke.");
  if (options.smoke !== undefined) {
    if (!URL.canParse(options.smoke))
      throw new Failure("--smoke needs an address, such as https://knowledge.example.com.");
    return await smoke(options.smoke);
  }
  secureDir(DEPLOY_FOLDER);
  const path = resolve(options.config ?? join(DEPLOY_FOLDER, "production.json"));
  const target = await findDeployment(path, options["dry-run"] && options.config === undefined);
  const secretsPath = resolve(options.secrets ?? path.replace(/(\.json)?$/, ".secrets.json"));
  if (options["dry-run"]) return await dryRun(target, secretsPath);
  if (options.rollback) return await rollBack(target, !options["skip-smoke-test"]);
  if (options.delete !== undefined) return await remove(target, options.delete);
  const makesSecrets = options["make-secrets"];
  await deploy(target, { path, secretsPath, makesSecrets, isTried: !options["skip-smoke-test"] });
});

async function findDeployment(path: string, orExample: boolean): Promise<Deployment> {
  const known = await readDeployment(path);
  if (known !== null) return known;
  const example = orExample ? await readDeployment(EXAMPLE) : null;
  if (example !== null) {
    say(`There is no ${shortPath(path)}, so the dry run takes ${shortPath(EXAMPLE)}.`);
    return example;
  }
  if (!process.stdin.isTTY)
    throw new Failure(`There is no ${path}. ${shortPath(EXAMPLE)} shows what it holds.`);
  const asked = await askDeployment();
  await save(path, asked);
  say(`Saved in ${shortPath(path)}.`);
  return asked;
}

async function save(path: string, target: Deployment): Promise<void> {
  await writeFile(`${path}.draft`, `${JSON.stringify(target, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.draft`, path);
}

/** Prints every command of a first deployment, and lets wrangler check both Workers without an account. */
async function dryRun(target: Deployment, secretsPath: string): Promise<void> {
  const files = await writeWranglerFiles(target);
  const commands = commandsOf(target, files, secretsPath);
  const { listDatabases, createDatabase, findBucket, createBucket, listSecrets } = commands;
  const { bookmark, migrate, deploySandbox, deployMain } = commands;
  const making = [listDatabases, createDatabase, findBucket, createBucket, listSecrets];
  const first: readonly Command[] = [...making, bookmark, migrate, deploySandbox, deployMain];
  for (const command of first) say(`$ ${shown(command.map(shortWord))}`);
  say(`$ npm run deploy -- --smoke https://${target.domain}`);
  say("");
  for (const command of [commands.deploySandbox, ["deploy", "--config", files.main]])
    await must(wrangler, [...command, "--dry-run"]);
  say("The dry run changed nothing.");
}

interface DeployOptions {
  /** File of the deployment. */
  readonly path: string;
  readonly secretsPath: string;
  readonly makesSecrets: boolean;
  /** Whether the smoke test follows. */
  readonly isTried: boolean;
}

/** Each step may run again after a crash: it makes only what is missing. */
async function deploy(
  given: Deployment,
  { path, secretsPath, makesSecrets, isTried }: DeployOptions,
): Promise<void> {
  const target = await withDatabase(given, path);
  const files = await writeWranglerFiles(target);
  const commands = commandsOf(target, files, null);
  if ((await wrangler(commands.findBucket)).status !== 0) await must(wrangler, commands.createBucket);

  let secrets = await readSecrets(secretsPath);
  const uploaded = await uploadedSecrets(commands);
  const missing = missingSecrets(new Set([...Object.keys(secrets), ...uploaded]));
  if (missing.length > 0 && !makesSecrets)
    throw new Failure(
      `Missing secrets: ${missing.join(", ")}. Write them into ${shortPath(secretsPath)}, or add --make-secrets. Nothing was uploaded.`,
    );
  if (missing.length > 0) secrets = await makeSecrets(secretsPath, missing);
  checkSettings(target, files, secrets, uploaded);

  const bookmark = await wrangler(commands.bookmark);
  if (bookmark.status === 0) say(`The database before this deployment: ${bookmarkOf(bookmark.stdout)}`);
  await must(wrangler, commands.migrate);
  await must(wrangler, commands.deploySandbox);
  const isGiven = Object.keys(secrets).length > 0;
  await must(wrangler, commandsOf(target, files, isGiven ? secretsPath : null).deployMain);
  if (isTried) await smoke(`https://${target.domain}`, DOMAIN_TIMEOUT_MS);
}

/** Creates the database if the account has none of this name, and keeps its id in the deployment's file. */
async function withDatabase(target: Deployment, path: string): Promise<Deployment> {
  const { listDatabases, createDatabase } = commandsOf(target, await writeWranglerFiles(target), null);
  const find = async (): Promise<string | undefined> => {
    const listed = jsonOf(listDatabases, await must(wrangler, listDatabases));
    return (listed as { name: string; uuid: string }[]).find(({ name }) => name === target.name)?.uuid;
  };
  let databaseId = await find();
  if (target.databaseId !== null && databaseId !== target.databaseId)
    throw new Failure(`The account has no database ${target.name} with the id in ${shortPath(path)}.`);
  if (databaseId === undefined) {
    await must(wrangler, createDatabase);
    databaseId = await find();
  }
  if (databaseId === undefined) throw new Failure(`The account lists no database ${target.name}.`);
  const found = { ...target, databaseId };
  await save(path, found);
  return found;
}

/** Names of the secrets that the Worker already has. */
async function uploadedSecrets({ listSecrets }: Commands): Promise<readonly string[]> {
  const outcome = await wrangler(listSecrets);
  if (outcome.status === 0)
    return (jsonOf(listSecrets, outcome.stdout) as { name: string }[]).map(({ name }) => name);
  // The code of a Worker that does not exist yet.
  if (/\b10007\b|not found|does not exist/i.test(wordsOf(outcome))) return [];
  throw new Failure(`${shown(listSecrets)} failed:\n${wordsOf(outcome)}`);
}

/** Reads all settings as the Worker will. A secret that only the Worker has is taken as right. */
function checkSettings(
  target: Deployment,
  { main }: WranglerFiles,
  secrets: Readonly<Record<string, string>>,
  uploaded: readonly string[],
): void {
  if (uploaded.some((name) => secrets[name] === undefined)) return;
  const settings = Object.entries(target.settings).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  try {
    parseConfig({ ENVIRONMENT: "production", ...Object.fromEntries(settings), ...secrets });
  } catch (error) {
    throw new Failure(`${firstLine(error)} Nothing was uploaded. The settings are in ${shortPath(main)}.`);
  }
}

function bookmarkOf(stdout: string): string {
  return /"bookmark":\s*"([^"]+)"/.exec(stdout)?.[1] ?? "no bookmark";
}

/** Takes both Workers back to their last version. Migrations only add, so the data stays as it is. */
async function rollBack(target: Deployment, isTried: boolean): Promise<void> {
  const commands = commandsOf(target, await writeWranglerFiles(target), null);
  await must(wrangler, commands.rollBackMain);
  await must(wrangler, commands.rollBackSandbox);
  if (isTried) await smoke(`https://${target.domain}`, DOMAIN_TIMEOUT_MS);
}

async function remove(target: Deployment, name: string): Promise<void> {
  if (name !== target.name) throw new Failure(`--delete needs the name of the deployment: ${target.name}.`);
  const commands = commandsOf(target, await writeWranglerFiles(target), null);
  for (const command of [
    commands.deleteObjects,
    commands.deleteMain,
    commands.deleteSandbox,
    commands.deleteDatabase,
  ]) {
    const outcome = await wrangler(command);
    if (outcome.status !== 0) say(`  ${wordsOf(outcome).split("\n", 1)[0] ?? ""}`);
  }
  if ((await wrangler(commands.deleteBucket)).status === 0) return say("The deployment is deleted.");
  await must(wrangler, commands.emptyBucket);
  say(
    `The bucket ${target.name} is not empty. Cloudflare deletes its files within about a day; then run this again.`,
  );
}

async function smoke(address: string, firstTimeoutMs = 0): Promise<void> {
  await smokeTest({ address, token: process.env["KNOWLEDGE_TOKEN"] ?? null, firstTimeoutMs, say });
}
