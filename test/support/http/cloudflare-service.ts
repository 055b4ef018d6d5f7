/** The built Workers in one runtime with the bindings that Cloudflare has. No process runs models. */
import { builtWorker } from "../../../scripts/lib/built-worker.ts";
import { localSettings } from "../../../scripts/lib/local-settings.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from "../../../scripts/lib/miniflare.ts";
import { SANDBOX_CONFIG, SANDBOX_FILES, WRANGLER_CONFIG } from "../../../scripts/lib/project.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import { storageFolder } from "../../../scripts/lib/serve.ts";
import {
  readCompatibility,
  readWorkerOptions,
  toMiniflareModules,
} from "../../../scripts/lib/worker-options.ts";
import type { WorkersAiServer } from "../fixtures/workers-ai-server.ts";
import { newStateFolder } from "../setup/migrated-state.ts";
import { type RemoteService, tokensOf } from "./service.ts";

export interface CloudflareService extends RemoteService {
  readonly close: () => Promise<void>;
}

/** @param ai the stand-in behind the binding `AI`; null for a deployment without this binding */
export async function startCloudflareService(ai: WorkersAiServer | null): Promise<CloudflareService> {
  const dir = await newStateFolder();
  const { workerOptions, database } = await readWorkerOptions();
  await applyMigrations(database, workerOptions.d1Databases ?? {}, storageFolder(dir));
  const worker = {
    ...workerOptions,
    modules: toMiniflareModules(await builtWorker(WRANGLER_CONFIG)),
    bindings: { ...workerOptions.bindings, ...localSettings(await localSecrets(dir)) },
    serviceBindings: { SANDBOX: "sandbox" },
    ...(ai === null ? {} : { ai: { binding: "AI", remoteProxyConnectionString: ai.proxy } }),
  };
  const sandbox = {
    name: "sandbox",
    modules: toMiniflareModules(await builtWorker(SANDBOX_CONFIG)),
    serviceBindings: { FILES: { disk: { path: SANDBOX_FILES } } },
    ...(await readCompatibility(SANDBOX_CONFIG)),
  };
  const options = convertV4MiniflareOptions({
    workers: [worker, sandbox],
    host: "127.0.0.1",
    port: 0,
    cf: false,
    logRequests: false,
    log: new NoOpLog(),
  });
  const miniflare = new Miniflare({ ...options, resourcePersistencePath: storageFolder(dir) });
  const url = (await miniflare.ready).origin;
  return { url, ...tokensOf(dir), close: async () => await miniflare.dispose() };
}
