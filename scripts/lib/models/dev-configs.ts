import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT, WRANGLER_CONFIG } from "../project.ts";
import type { ModelServer } from "./model-server.ts";

const PROXY = "knowledge-workspace-models";
const PROXY_SOURCE = join(import.meta.dirname, "proxy-worker.ts");
/** Beside wrangler.toml, because its paths are relative. Git ignores it. */
const DEV_CONFIG = join(PROJECT_ROOT, "wrangler.dev.toml");
const COMPATIBILITY_DATE = /^compatibility_date = "[\d-]+"$/m;

/**
 * Writes the configurations of `npm run dev`: the service with the binding `LOCAL_MODELS`, and the Worker
 * behind it. A deployment has no such Worker, so wrangler.toml does not name it.
 * @returns their paths, the service first
 */
export async function writeDevConfigs(stateFolder: string, server: ModelServer): Promise<string[]> {
  const service = await readFile(WRANGLER_CONFIG, "utf8");
  const binding = `\n[[services]]\nbinding = "LOCAL_MODELS"\nservice = "${PROXY}"\n`;
  const [date = ""] = COMPATIBILITY_DATE.exec(service) ?? [];
  const vars = `[vars]\nORIGIN = "${server.origin}"\nSECRET = "${server.secret}"\n`;
  const proxy = `name = "${PROXY}"\nmain = ${JSON.stringify(PROXY_SOURCE)}\n${date}\n${vars}`;
  const proxyConfig = join(stateFolder, "wrangler.models.toml");
  await writeFile(DEV_CONFIG, service + binding, { mode: 0o600 });
  await writeFile(proxyConfig, proxy, { mode: 0o600 });
  return [DEV_CONFIG, proxyConfig];
}
