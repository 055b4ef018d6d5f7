/**
 * Each request to the Worker and each call of a Durable Object imports the main module. Each time, the module
 * runner asks the Vitest process over a socket for the module's location and changes. Within a run the
 * response never changes, so this module caches it. The cache also prevents a deadlock: an object that asks
 * and is aborted at the end of a file gets no response, and the runner makes all others wait for it.
 *
 * The runner also requests one module after the other, and imports only when it runs them. Until the first
 * file starts, this module requests the imports of each module as soon as it arrives. That reduces the start
 * time of a runtime by a quarter.
 */
import { beforeAll } from "vitest";

/** The fields of a fetched module that the cache uses. */
interface Fetched {
  readonly code?: string;
  readonly file?: string | null;
}
interface FetchOptions {
  /** Set if the runner has the module and asks whether it has changed. */
  readonly cached?: boolean;
}
interface Transport {
  resolveId(id: string, importer?: string): Promise<unknown>;
  fetchModule(id: string, importer?: string, options?: FetchOptions): Promise<Fetched>;
}
interface LoadedModule {
  readonly meta?: unknown;
}
interface Runner {
  readonly vitestOptions: { readonly transport: Transport };
  readonly evaluatedModules: { getModuleByUrl(url: string): LoadedModule | undefined };
  cachedModule(url: string, importer?: string): Promise<LoadedModule>;
  asksOnce?: true;
  /** Requests made before the first file. Waiting for an aborted object would never end. */
  ahead?: Map<string, Promise<Fetched>> | undefined;
}

/** The form of imports in modules that Vite has transformed. */
const IMPORT = /await __vite_ssr_import__\("([^"]+)"/g;

const { moduleRunner: runner } = (
  globalThis as unknown as { readonly __vitest_mocker__: { readonly moduleRunner: Runner } }
).__vitest_mocker__;

if (runner.asksOnce === undefined) {
  runner.asksOnce = true;
  runner.ahead = new Map();
  const { transport } = runner.vitestOptions;
  const resolveId = transport.resolveId.bind(transport);
  const known = new Map<string, unknown>();
  transport.resolveId = async (id, importer) => {
    const key = `${id}\n${importer ?? ""}`;
    if (!known.has(key)) known.set(key, await resolveId(id, importer));
    return known.get(key);
  };
  const fetchModule = transport.fetchModule.bind(transport);
  const fetchAhead = async (id: string, importer?: string, options?: FetchOptions): Promise<Fetched> => {
    const fetched = runner.ahead?.get(id) ?? fetchModule(id, importer, options);
    if (runner.ahead === undefined || runner.ahead.has(id)) return await fetched;
    runner.ahead.set(id, fetched);
    const { code = "", file } = await fetched;
    for (const [, next = ""] of code.matchAll(IMPORT))
      if (runner.evaluatedModules.getModuleByUrl(next) === undefined)
        fetchAhead(next, file ?? id).catch(() => undefined);
    return await fetched;
  };
  transport.fetchModule = async (id, importer, options) =>
    await (options?.cached === true ? fetchModule(id, importer, options) : fetchAhead(id, importer, options));
  const cachedModule = runner.cachedModule.bind(runner);
  runner.cachedModule = async (url, importer) => {
    const found = runner.evaluatedModules.getModuleByUrl(url);
    return found?.meta === undefined ? await cachedModule(url, importer) : found;
  };
}

beforeAll(() => {
  runner.ahead = undefined;
});
