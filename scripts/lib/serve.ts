import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { V4WorkerdStructuredLog } from "miniflare";
import { parseConfig } from "../../src/config.ts";
import { log } from "../../src/log.ts";
import { builtConsole } from "./built-console.ts";
import { builtWorker } from "./built-worker.ts";
import type { Place } from "./acquire-state.ts";
import { proxyMatcher } from "./client-ip.ts";
import { runEveryMinute } from "./run-every-minute.ts";
import { type CronTrigger, cronTrigger } from "./cron-trigger.ts";
import { Failure, firstLine } from "./failure.ts";
import { type Gateway, openHttpGateway } from "./http-gateway.ts";
import { hostBinding } from "./host-binding.ts";
import { OneTimeLinks } from "./one-time-links.ts";
import { announceSockets } from "./announce-sockets.ts";
import { useUnixSockets } from "./unix-sockets.ts";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "./miniflare.ts";
import { applyMigrations } from "./migrations.ts";
import { supportedModels } from "./models/supported-models.ts";
import { startLocalModels } from "./models/local-models.ts";
import { startSandbox } from "./sandbox/local-sandbox.ts";
import { WRANGLER_CONFIG } from "./project.ts";
import { setRuntimeHeapFlags } from "./runtime-heap.ts";
import { guardRuntimes } from "./runtime-guard.ts";
import { backUpBeforeUpgrade } from "./backup/back-up-before-upgrade.ts";
import { scheduleBackups } from "./backup/backup-schedule.ts";
import { dropDeadHolds } from "./backup/hold-folder.ts";
import { servePauses } from "./backup/serve-pauses.ts";
import { trackRuntimes } from "./stores/pause-runtimes.ts";
import { StoreCleaner } from "./stores/store-cleaner.ts";
import { readWorkerOptions, toMiniflareModules } from "./worker-options.ts";

/** The folder that `wrangler --persist-to <state folder>` uses too. */
export function storageFolder(stateFolder: string): string {
  return join(stateFolder, "v3");
}

/**
 * Builds the Worker, migrates the state and serves until the process ends. The caller holds the folder and
 * the port.
 * @param settings as text by name
 * @returns its address, and how to end it
 * @throws Failure
 */
export async function serve(place: Place, settings: Readonly<Record<string, string>>): Promise<Gateway> {
  guardRuntimes();
  trackRuntimes();
  setRuntimeHeapFlags();
  const storage = storageFolder(place.stateFolder);
  dropDeadHolds(place.stateFolder);
  const cleaner = new StoreCleaner(place.stateFolder, storage);
  cleaner.cleanAll();
  const { workerOptions, database, crons } = await readWorkerOptions();
  const config = parseConfig(settings);
  const encoder = config.embedder === null || config.embedder === "built-in";
  const models = startLocalModels(supportedModels({ encoder, reader: config.reader }));
  const backUp = async () => await backUpBeforeUpgrade(place.stateFolder, config.backups);
  const [modules, directory, sandbox] = await Promise.all([
    builtWorker(WRANGLER_CONFIG),
    builtConsole(),
    startSandbox(config.crawlAllowLoopback, config.outboundAllow),
    applyMigrations(database, workerOptions.d1Databases ?? {}, storage, backUp),
  ]);
  const isProxy = proxyMatcher(config.trustedProxies);
  const sockets = useUnixSockets(place.stateFolder);
  const worker = {
    ...workerOptions,
    unsafeDirectSockets: [sockets.listenAs("worker")],
    modules: toMiniflareModules(modules),
    assets: { ...workerOptions.assets, directory },
    bindings: { ...workerOptions.bindings, CRAWLING: "on", ...settings },
    serviceBindings: {
      ...workerOptions.serviceBindings,
      SANDBOX: sandbox.answer,
      ...(models === null ? {} : { LOCAL_MODELS: models.answer }),
      HOST: hostBinding({
        stateFolder: place.stateFolder,
        readers: sandbox.usage,
        cleaner,
        links: new OneTimeLinks(place.stateFolder),
        modelBytes: () => models?.usage().residentBytes ?? 0,
      }),
    },
  };
  const cron = cronTrigger(worker.name, sockets);
  const served = convertV4MiniflareOptions({
    workers: [worker, cron.worker],
    cf: false,
    logRequests: false,
    log: new ErrorLog(),
    handleStructuredLogs: writeLog,
    host: "127.0.0.1",
    port: 0,
  });
  await ready(new Miniflare({ ...served, resourcePersistencePath: storage }));
  servePauses(sockets.pathOf("pauses"));
  announceSockets(place.stateFolder, sockets.pathOf("worker"));
  const gateway = await openHttpGateway(place, { workerSocket: sockets.pathOf("worker"), isProxy });
  if (crons.length > 0) runEveryMinute(async (scheduledTime) => await fireCron(cron, scheduledTime));
  scheduleBackups(place.stateFolder, config.backups);
  return gateway;
}

async function ready(miniflare: Miniflare): Promise<void> {
  try {
    await miniflare.ready;
  } catch (error) {
    throw new Failure(`The service does not start: ${firstLine(error)}`);
  }
}

/** Logs a failed run. The next one does the remaining work. */
async function fireCron(cron: CronTrigger, scheduledTime: Date): Promise<void> {
  try {
    const outcome = await cron.fire(scheduledTime);
    if (outcome !== "ok") log("error", "cron_failed", { scheduledTime, outcome });
  } catch (error) {
    log("error", "cron_failed", { scheduledTime, detail: firstLine(error) });
  }
}

/**
 * Writes the Worker's lines: console.log to stdout, warnings and errors to stderr. The runtime's own output
 * becomes log lines.
 */
function writeLog({ level, message }: V4WorkerdStructuredLog): void {
  const isTrouble = level === "warn" || level === "error";
  if (!OUR_LINE.test(message))
    return log(isTrouble ? "error" : "info", "runtime", { detail: oneLine(message) });
  (isTrouble ? process.stderr : process.stdout).write(`${message}\n`);
}

const OUR_LINE = /^\{"time":"[^"\n]+","level":[^\n]+\}$/;
const DETAIL_MAX_LENGTH = 500;

/** Removes the machine code addresses at its end. */
function oneLine(message: string): string {
  const [words = ""] = stripVTControlCharacters(message).split(/\nstack: /);
  return words.replaceAll(/\s+/g, " ").trim().slice(0, DETAIL_MAX_LENGTH);
}

/** Miniflare's own output: errors only, such as an uncaught exception of the Worker. */
class ErrorLog extends Log {
  constructor() {
    super(LogLevel.ERROR);
  }
  protected override log(message: string): void {
    log("error", "runtime", { detail: oneLine(message) });
  }
}
