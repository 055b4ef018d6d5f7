import { extname } from "node:path";
import type { V4ModuleDefinition } from "miniflare";
import type { BuiltModule } from "./build-worker.ts";
import { Failure } from "./failure.ts";
import { WRANGLER_CONFIG } from "./project.ts";
import { readWranglerConfig } from "./wrangler-config.ts";

const EVERY_MINUTE = "* * * * *";
const MODULE_TYPES: Readonly<Record<string, V4ModuleDefinition["type"]>> = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
  ".txt": "Text",
  ".html": "Text",
  ".sql": "Text",
};

/**
 * The contents of wrangler.toml as Miniflare's options: one file describes the bindings of every way to run
 * the Worker.
 */
export async function readWorkerOptions() {
  const { config, workerOptions } = await readWranglerConfig(WRANGLER_CONFIG);
  const { name, d1_databases: databases, triggers } = config;
  const database = databases[0];
  if (name === undefined || database?.migrations_dir === undefined)
    throw new Failure("wrangler.toml names no Worker or no D1 database with migrations.");
  const crons = triggers.crons ?? [];
  const unknown = crons.find((cron) => cron !== EVERY_MINUTE);
  if (unknown !== undefined)
    throw new Failure(`wrangler.toml: a local service does not support the cron expression "${unknown}".`);
  return {
    workerOptions: { ...workerOptions, name },
    database: { binding: database.binding, migrationsFolder: database.migrations_dir },
    crons,
  };
}

/**
 * Denied besides private networks: reserved, translated and tunneled addresses, and metadata addresses of
 * clouds.
 */
const DENIED_V4 =
  "0.0.0.0/8 100.64.0.0/10 168.63.129.16/32 192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4";
const DENIED_V6 = "64:ff9b::/96 64:ff9b:1::/48 2001::/23 2001:db8::/32 2002::/16 fec0::/10 ff00::/8";

/** The runtime version for which a Worker is written. */
export async function readCompatibility(
  config: string,
): Promise<{ compatibilityDate: string; compatibilityFlags: string[] }> {
  const { config: read } = await readWranglerConfig(config);
  if (read.compatibility_date === undefined) throw new Failure(`${config} has no compatibility date.`);
  return {
    compatibilityDate: read.compatibility_date,
    compatibilityFlags: [...(read.compatibility_flags ?? [])],
  };
}

/**
 * The network of page fetches: it connects to public addresses only, whatever a name resolves to.
 * @param allowLoopback for tests: allows loopback addresses
 */
export function publicNetwork(allowLoopback: boolean) {
  const allow = allowLoopback ? ["public", "local"] : ["public"];
  return { allow, deny: `${DENIED_V4} ${DENIED_V6}`.split(" "), tlsOptions: { trustBrowserCas: true } };
}

/** Built files as Miniflare's modules, typed by extension as in wrangler's default rules. */
export function toMiniflareModules(modules: readonly BuiltModule[]): V4ModuleDefinition[] {
  return modules.map(({ path, contents }) => {
    const type = MODULE_TYPES[extname(path)];
    if (type === undefined) throw new Failure(`The build produced ${path}, which is not a module.`);
    return { type, path, contents };
  });
}
