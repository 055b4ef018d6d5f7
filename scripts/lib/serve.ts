import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerdStructuredLog } from "miniflare";
import { parseConfig } from "../../src/config.ts";
import { builtWorker } from "./built-worker.ts";
import { type Place, portTaken } from "./claim-place.ts";
import { everyMinute } from "./cron.ts";
import { type CronBell, cronBell } from "./cron-bell.ts";
import { Failure, firstLine } from "./failure.ts";
import { applyMigrations } from "./migrations.ts";
import { guardRuntimes } from "./runtime-guard.ts";
import { crawlerBinding, readWorkerOptions, toMiniflareModules } from "./worker-options.ts";

/** The folder that `wrangler --persist-to <state folder>` uses too. */
export function storageFolder(stateFolder: string): string {
  return join(stateFolder, "v3");
}

/**
 * Builds the Worker, brings the state up to date and serves until the process ends. The place is claimed already.
 * @param settings as text by name
 * @returns where it answers
 * @throws Failure
 */
export async function serve(place: Place, settings: Readonly<Record<string, string>>): Promise<URL> {
  guardRuntimes();
  const storage = storageFolder(place.stateFolder);
  const { workerOptions, database, crons } = readWorkerOptions();
  const [modules] = await Promise.all([builtWorker(), applyMigrations(database, workerOptions.d1Databases ?? {}, storage)]);
  const worker = {
    ...workerOptions,
    modules: toMiniflareModules(modules),
    bindings: { ...workerOptions.bindings, ...settings },
    serviceBindings: { ...workerOptions.serviceBindings, ...crawlerBinding(parseConfig(settings).crawlAllowLoopback) },
  };
  const quiet = { cf: false, logRequests: false, log: new ErrorLog(), handleStructuredLogs: writeLog };
  const bell = cronBell(worker.name);
  const served = convertV4MiniflareOptions({ workers: [worker, bell.worker], ...quiet, host: place.host, port: place.port });
  const miniflare = new Miniflare({ ...served, resourcePersistencePath: storage });
  const url = await ready(miniflare, place);
  if (crons.length > 0) everyMinute(async (scheduledTime) => await fireCron(miniflare, bell, scheduledTime));
  return url;
}

async function ready(miniflare: Miniflare, { host, port }: Place): Promise<URL> {
  try {
    return await miniflare.ready;
  } catch (error) {
    if (String(error).includes("Address already in use")) throw portTaken(host, port);
    throw new Failure(`The service does not start: ${firstLine(error)}`);
  }
}

/** A failed run is told and forgotten: the next one does what is left. */
async function fireCron(miniflare: Miniflare, bell: CronBell, scheduledTime: Date): Promise<void> {
  try {
    const outcome = await bell.ring(miniflare, scheduledTime);
    if (outcome !== "ok") process.stderr.write(`The cron run of ${scheduledTime.toISOString()} ended with "${outcome}".\n`);
  } catch (error) {
    process.stderr.write(`The cron run of ${scheduledTime.toISOString()} failed: ${firstLine(error)}\n`);
  }
}

/** The Worker's own lines: console.log to stdout, warnings and errors to stderr. */
function writeLog({ level, message }: V4WorkerdStructuredLog): void {
  const stream = level === "warn" || level === "error" ? process.stderr : process.stdout;
  stream.write(`${message}\n`);
}

/** Miniflare's own words: errors only, such as an exception that the Worker did not catch. */
class ErrorLog extends Log {
  constructor() {
    super(LogLevel.ERROR);
  }
  protected override log(message: string): void {
    process.stderr.write(`${message}\n`);
  }
}
