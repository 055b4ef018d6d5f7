import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { V4WorkerOptionsShape } from "miniflare";
import { BUILD_CACHE, PROJECT_ROOT } from "./project.ts";

/**
 * The part of wrangler's configuration that scripts read. Its own type is in a package that is not installed.
 */
export interface WranglerConfig {
  readonly name?: string;
  readonly d1_databases: readonly { readonly binding: string; readonly migrations_dir?: string }[];
  readonly compatibility_date?: string;
  readonly compatibility_flags?: readonly string[];
  readonly triggers: { readonly crons?: readonly string[] };
}

interface ReadConfig {
  readonly config: WranglerConfig;
  readonly workerOptions: V4WorkerOptionsShape;
}

/** Variables and files that wrangler merges into its configuration. */
const ITS_VARIABLES = /^(?:CLOUDFLARE|WRANGLER)_/;
const ITS_FILES = /^\.(?:env|dev\.vars)/;

/**
 * A configuration as wrangler reads it, and Miniflare's part of it. A cache keeps it until an input changes,
 * because loading wrangler takes most of a start.
 */
export async function readWranglerConfig(path: string): Promise<ReadConfig> {
  const key = keyOf(path);
  const file = join(BUILD_CACHE, `config-${basename(path, ".toml")}.bin`);
  const known = remembered(file, key);
  if (known !== null) return known;
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import("wrangler");
  const config = unstable_readConfig({ config: path }, { hideWarnings: true });
  const { name, d1_databases, compatibility_date, compatibility_flags, triggers } = config as WranglerConfig;
  const read = {
    config: { name, d1_databases, compatibility_date, compatibility_flags, triggers } as WranglerConfig,
    workerOptions: unstable_getMiniflareWorkerOptions(config).workerOptions as V4WorkerOptionsShape,
  };
  mkdirSync(BUILD_CACHE, { recursive: true });
  const draft = join(BUILD_CACHE, `draft-${randomUUID()}`);
  writeFileSync(draft, serialize({ key, read }), { mode: 0o600 });
  renameSync(draft, file);
  return read;
}

function remembered(file: string, key: string): ReadConfig | null {
  if (!existsSync(file)) return null;
  try {
    const stored = deserialize(readFileSync(file)) as { readonly key: string; readonly read: ReadConfig };
    return stored.key === key ? stored.read : null;
  } catch {
    // The cached file comes from another version or is incomplete, so wrangler's configuration must be read
    // again.
    return null;
  }
}

function keyOf(path: string): string {
  const hash = createHash("sha256").update(`${process.version}\0${PROJECT_ROOT}\0`);
  const files = readdirSync(PROJECT_ROOT).filter((name) => ITS_FILES.test(name));
  for (const name of [
    path,
    join(PROJECT_ROOT, "package-lock.json"),
    ...files.toSorted().map((each) => join(PROJECT_ROOT, each)),
  ])
    hash.update(`${name}\0`).update(readFileSync(name)).update("\0");
  const variables = Object.entries(process.env).filter(([name]) => ITS_VARIABLES.test(name));
  return hash
    .update(JSON.stringify(variables.map(([name, value]) => `${name}=${value}`).toSorted()))
    .digest("hex");
}
