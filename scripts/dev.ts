/**
 * `npm run dev`: wrangler's development server, which rebuilds on every change. It is for editing, not for
 * serving or measuring.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseConfig } from "../src/config.ts";
import { acquireState } from "./lib/acquire-state.ts";
import { backUpBeforeUpgrade } from "./lib/backup/back-up-before-upgrade.ts";
import { exitWithParent } from "./lib/exit-with-parent.ts";
import { Failure, run } from "./lib/failure.ts";
import { applyMigrations } from "./lib/migrations.ts";
import { writeDevConfigs } from "./lib/models/dev-configs.ts";
import { startLocalModels } from "./lib/models/local-models.ts";
import { openModelServer } from "./lib/models/model-server.ts";
import { supportedModels } from "./lib/models/supported-models.ts";
import { readPlaceOptions } from "./lib/options.ts";
import {
  PATH_WITH_THIS_NODE,
  PROJECT_ROOT,
  QUIET_WRANGLER,
  SANDBOX_CONFIG,
  WRANGLER_CONFIG,
  WRANGLER_SCRIPT,
} from "./lib/project.ts";
import { storageFolder } from "./lib/serve.ts";
import { readWorkerOptions } from "./lib/worker-options.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
const OPEN =
  "wrangler's server shows every stored document, without a credential, to anyone who reaches its port";

exitWithParent();
await run(async () => {
  const { place, vars } = readPlaceOptions("npm run dev");
  const { host, port, stateFolder } = place;
  if (!LOOPBACK.has(host))
    throw new Failure(`npm run dev is for local use only: ${OPEN}. Use npm start to serve ${host}.`);
  process.stdout.write(`npm run dev is for local use only: ${OPEN}.\n`);
  const settings = await acquireState(place, vars);
  const { workerOptions, database } = await readWorkerOptions();
  const backUp = async () => await backUpBeforeUpgrade(stateFolder, parseConfig(settings).backups);
  await applyMigrations(database, workerOptions.d1Databases ?? {}, storageFolder(stateFolder), backUp);
  const envFile = join(stateFolder, "dev.env");
  await writeFile(envFile, toDotenv(settings), { mode: 0o600 });

  const models = startLocalModels(supportedModels({ encoder: true, reader: true }));
  const [service = WRANGLER_CONFIG, ...proxies] =
    models === null ? [] : await writeDevConfigs(stateFolder, await openModelServer(models));
  const configs = [service, SANDBOX_CONFIG, ...proxies].flatMap((config) => ["--config", config]);
  const args = [
    "dev",
    ...configs,
    "--port",
    String(port),
    "--ip",
    host,
    "--persist-to",
    stateFolder,
    "--env-file",
    envFile,
  ];
  const wrangler = spawn(process.execPath, [WRANGLER_SCRIPT, ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...QUIET_WRANGLER, ...PATH_WITH_THIS_NODE },
    stdio: "inherit",
  });
  process.on("exit", () => wrangler.kill());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => wrangler.kill(signal));
  const [status] = (await once(wrangler, "exit")) as [number | null];
  process.exitCode = status ?? 0;
});

/**
 * The values are base64url, words and JSON. Only `--var` can bring in a single quote, and dotenv has no
 * escape for it.
 */
function toDotenv(settings: Readonly<Record<string, string>>): string {
  const quote = (value: string): string => (value.includes("'") ? "`" : "'");
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${quote(value)}${value}${quote(value)}\n`)
    .join("");
}
