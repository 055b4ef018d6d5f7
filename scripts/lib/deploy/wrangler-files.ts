import { mkdir, rename, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { PROJECT_ROOT, SANDBOX_CONFIG, WRANGLER_CONFIG } from "../project.ts";
import { type Deployment, REQUIRED_SECRETS } from "./deployment.ts";

/** Files of deployments. Git ignores the folder. */
export const DEPLOY_FOLDER = join(PROJECT_ROOT, ".deploy");

export interface WranglerFiles {
  readonly main: string;
  readonly sandbox: string;
  /** A Worker that deletes the classes of the Durable Objects and so their data. */
  readonly removal: string;
}

export const sandboxOf = ({ name }: Pick<Deployment, "name">): string => `${name}-sandbox`;

type Table = Readonly<Record<string, unknown>>;

/**
 * Writes complete wrangler configurations from `wrangler.toml` and `wrangler.sandbox.toml`. A file that wrangler
 * reads holds no secret.
 */
export async function writeWranglerFiles(target: Deployment): Promise<WranglerFiles> {
  const folder = join(DEPLOY_FOLDER, target.name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { experimental_readRawConfig: readRaw } = await import("wrangler");
  const [main, sandbox] = [WRANGLER_CONFIG, SANDBOX_CONFIG].map(
    (config) => readRaw({ config }).rawConfig as unknown as Table,
  ) as [Table, Table];
  const write = async (name: string, value: Table): Promise<string> => {
    const path = join(folder, name);
    const draft = `${path}.draft`;
    await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, path);
    return path;
  };
  const up = (path: string): string => join(relative(folder, PROJECT_ROOT), path);
  return {
    main: await write("wrangler.json", mainConfig(main, target, up)),
    sandbox: await write("wrangler.sandbox.json", sandboxConfig(sandbox, target, up)),
    removal: await write("wrangler.removal.json", removalConfig(main, target, up)),
  };
}

type Up = (path: string) => string;

function mainConfig(base: Table, target: Deployment, up: Up): Table {
  const { build, main, assets, d1_databases, r2_buckets, services, ratelimits, vars, ...rest } = base;
  const jurisdiction = target.jurisdiction === null ? {} : { jurisdiction: target.jurisdiction };
  const namespaces = new Map([
    ["REQUEST_LIMIT", target.rateLimitNamespaces.requests],
    ["MESSAGE_LIMIT", target.rateLimitNamespaces.messages],
  ]);
  return {
    ...rest,
    name: target.name,
    account_id: target.accountId,
    main: up(String(main)),
    preview_urls: false,
    routes: [{ pattern: target.domain, custom_domain: true }],
    // wrangler runs it in its own working folder, the root of the project.
    build: { command: (build as Table)["command"] },
    assets: { ...(assets as Table), directory: up(String((assets as Table)["directory"])) },
    d1_databases: tablesOf(d1_databases).map((each) => ({
      ...each,
      database_name: target.name,
      ...(target.databaseId === null ? {} : { database_id: target.databaseId }),
      migrations_dir: up(String(each["migrations_dir"])),
    })),
    r2_buckets: tablesOf(r2_buckets).map((each) => ({ ...each, bucket_name: target.name, ...jurisdiction })),
    services: tablesOf(services).map((each) => ({ ...each, service: sandboxOf(target) })),
    ratelimits: tablesOf(ratelimits).map((each) => ({
      ...each,
      namespace_id: namespaces.get(String(each["name"])),
    })),
    ...(target.workersAi ? { ai: { binding: "AI" } } : {}),
    ...(target.smartPlacement ? { placement: { mode: "smart" } } : {}),
    observability: { ...(base["observability"] as Table), head_sampling_rate: target.logSampling },
    secrets: { required: [...REQUIRED_SECRETS] },
    vars: { ...(vars as Table), PUBLIC_BASE_URL: `https://${target.domain}`, ...textSettings(target) },
  };
}

function sandboxConfig(base: Table, target: Deployment, up: Up): Table {
  const { main, assets, ...rest } = base;
  return {
    ...rest,
    name: sandboxOf(target),
    account_id: target.accountId,
    main: up(String(main)),
    assets: { ...(assets as Table), directory: up(String((assets as Table)["directory"])) },
    observability: { ...(base["observability"] as Table), head_sampling_rate: target.logSampling },
  };
}

function removalConfig(base: Table, target: Deployment, up: Up): Table {
  const made = tablesOf(base["migrations"]);
  const classes = made.flatMap((each) => (each["new_sqlite_classes"] ?? []) as string[]);
  return {
    name: target.name,
    account_id: target.accountId,
    main: up("scripts/lib/deploy/removed-worker.ts"),
    compatibility_date: base["compatibility_date"],
    workers_dev: false,
    preview_urls: false,
    migrations: [...made, { tag: "removed", deleted_classes: classes }],
  };
}

const tablesOf = (value: unknown): readonly Table[] => value as readonly Table[];

/** The Worker takes each setting as text. */
function textSettings({ settings }: Deployment): Record<string, string> {
  const texts = Object.entries(settings).map(
    ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
  );
  return Object.fromEntries(texts);
}
