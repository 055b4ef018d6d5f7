/** The built service on an existing state: like `npm start`, without the seconds of preparation. */
import { readFile } from "node:fs/promises";
import { deserialize } from "node:v8";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { runEveryMinute } from "../../scripts/lib/run-every-minute.ts";
import { startSandbox } from "../../scripts/lib/sandbox/local-sandbox.ts";
import { guardRuntimes } from "../../scripts/lib/runtime-guard.ts";
import type { PreparedHost } from "./prepared-host.ts";

const { worker, storage, port } = deserialize(await readFile(process.argv[2] ?? "")) as PreparedHost;

guardRuntimes();
const log = new Log(LogLevel.ERROR);
const quiet = { cf: false, logRequests: false, log, handleStructuredLogs: writeErrors };
const serviceBindings = { SANDBOX: (await startSandbox(false)).answer };
const options = convertV4MiniflareOptions({
  ...(worker as V4WorkerOptions),
  serviceBindings,
  ...quiet,
  host: "127.0.0.1",
  port,
});
const miniflare = new Miniflare({ ...options, resourcePersistencePath: storage });
const url = await miniflare.ready;
runEveryMinute(async (scheduledTime) => {
  await (await miniflare.getWorker()).scheduled({ scheduledTime, cron: "* * * * *" });
});
process.stdout.write(`answers at ${url.origin}\n`);

function writeErrors({ level, message }: { level: string; message: string }): void {
  if (level === "warn" || level === "error") process.stderr.write(`${message}\n`);
}
