/** Serves the bare object as `npm start` serves the service: the same runtime in the same kind of process. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { guardRuntimes } from "../../../scripts/lib/runtime-guard.ts";

process.on("SIGTERM", () => process.exit(0));
guardRuntimes();
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    name: "bare-object",
    modules: true,
    script: await readFile(join(import.meta.dirname, "bare-object.worker.js"), "utf8"),
    compatibilityDate: "2026-10-06",
    durableObjects: { ROOM: { className: "BareObject", useSQLite: true } },
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.ERROR),
    host: "127.0.0.1",
    port: 0,
  }),
);
process.stdout.write(`The bare object answers at ${(await miniflare.ready).origin}\n`);
