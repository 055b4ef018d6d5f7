import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serialize } from "node:v8";
import { builtWorker } from "../../scripts/lib/built-worker.ts";
import { WRANGLER_CONFIG } from "../../scripts/lib/project.ts";
import { localSettings } from "../../scripts/lib/local-settings.ts";
import { localSecrets } from "../../scripts/lib/secrets.ts";
import { storageFolder } from "../../scripts/lib/serve.ts";
import { readWorkerOptions, toMiniflareModules } from "../../scripts/lib/worker-options.ts";

/** The result of `npm start`'s preparation, from which the runtime starts in a second. */
export interface PreparedHost {
  /** The Worker and its bindings as Miniflare options. */
  readonly worker: Readonly<Record<string, unknown>>;
  /** The folder of the state. */
  readonly storage: string;
  readonly port: number;
}

/**
 * Writes the input of `host.ts` for a state that `npm start` has created.
 * @returns the file
 */
export async function prepareHost(
  stateFolder: string,
  port: number,
  vars: Readonly<Record<string, string>>,
): Promise<string> {
  const { workerOptions } = await readWorkerOptions();
  const settings = { ...localSettings(await localSecrets(stateFolder)), ...vars };
  const worker = {
    ...workerOptions,
    modules: toMiniflareModules(await builtWorker(WRANGLER_CONFIG)),
    bindings: { ...workerOptions.bindings, CRAWLING: "on", ...settings },
  };
  const prepared: PreparedHost = { worker, storage: storageFolder(stateFolder), port };
  const file = join(stateFolder, "host.bin");
  await writeFile(file, serialize(prepared));
  return file;
}
