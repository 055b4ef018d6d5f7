import { extname } from "node:path";
import type { Network, V4ModuleDefinition } from "miniflare";
import { isSingleAddress, type OutboundRule, PRIVATE_NETWORKS } from "../../src/net/outbound-rule.ts";
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
const DENIED_V6 = "64:ff9b::/96 64:ff9b:1::/48 2001::/23 2001:db8::/32 2002::/16 fec0::/10 ff00::/8 ::/128";

const DENIED = `${DENIED_V4} ${DENIED_V6}`.split(" ");
/** Addresses of private networks at which clouds and routers give out credentials. */
const METADATA = ["169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128"];
/** The keyword `private` of workerd would include them. */
const LOOPBACK = ["127.0.0.0/8", "::1/128"];
const USUAL_PORTS = new Set([80, 443]);

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
  return { allow, deny: DENIED, tlsOptions: { trustBrowserCas: true } };
}

/**
 * The networks of the operator's exceptions, by the bindings that `outboundFetch` takes. None of them reaches loopback
 * addresses, whatever a name resolves to.
 */
export function exceptionNetworks(rules: readonly OutboundRule[]): Record<string, Network> {
  const networks: Record<string, Network> = {};
  if (rules.some(({ prefix }) => prefix === null))
    networks["NETWORK_NAMED"] = networkOf(["public", ...PRIVATE_NETWORKS], PRIVATE_NETWORKS);
  const numeric = rules.filter(({ prefix }) => prefix !== null);
  for (const port of new Set(numeric.map((rule) => rule.port))) {
    const here = numeric.filter((rule) => rule.port === port);
    const addresses = here.filter(isSingleAddress).map(networkText);
    const ranges = here.filter((rule) => !isSingleAddress(rule)).map(networkText);
    const usual = USUAL_PORTS.has(port) ? ["public"] : [];
    if (addresses.length > 0) networks[`NETWORK_ADDRESS_${port}`] = networkOf(addresses, addresses);
    if (ranges.length > 0) networks[`NETWORK_PORT_${port}`] = networkOf([...usual, ...ranges], ranges);
  }
  return networks;
}

function networkText({ host, prefix }: OutboundRule): string {
  return `${host}/${prefix ?? ""}`;
}

/** @param excepted denied networks that are allowed here; a smaller network is allowed anyway */
function networkOf(allow: readonly string[], excepted: readonly string[]): Network {
  const deny = [...DENIED, ...METADATA, ...LOOPBACK].filter((network) => !excepted.includes(network));
  return { allow: [...allow], deny, tlsOptions: { trustBrowserCas: true } };
}

/** Built files as Miniflare's modules, typed by extension as in wrangler's default rules. */
export function toMiniflareModules(modules: readonly BuiltModule[]): V4ModuleDefinition[] {
  return modules.map(({ path, contents }) => {
    const type = MODULE_TYPES[extname(path)];
    if (type === undefined) throw new Failure(`The build produced ${path}, which is not a module.`);
    return { type, path, contents };
  });
}
