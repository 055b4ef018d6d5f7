/**
 * Each request to the Worker and each call of an object imports the main module. Each time the module runner asks vitest's process, over a
 * socket, where that is, and again whether it has changed. Within a run the answer is always the same, so what was loaded once is taken as it
 * is. That is quicker, and more: an object that asks and is ended meanwhile, as all are at the end of a file, is never answered, and the
 * runner lets everybody else wait for its answer, for good.
 *
 * The runner also asks for one module after the other, and for what a module imports when it runs it. Until the first file begins, what a
 * module imports is asked for as soon as the module is there: a runtime is ready in three quarters of the time.
 */
import { beforeAll } from "vitest";

/** The part of a fetched module that is looked at. */
interface Fetched {
  readonly code?: string;
  readonly file?: string | null;
}
interface FetchOptions {
  /** The runner has it, and asks whether it has changed. */
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
  /** What was asked for before the first file; an object that is ended could not be waited for. */
  ahead?: Map<string, Promise<Fetched>> | undefined;
}

/** As Vite writes the imports of a module. */
const IMPORT = /await __vite_ssr_import__\("([^"]+)"/g;

const { moduleRunner: runner } = (globalThis as unknown as { readonly __vitest_mocker__: { readonly moduleRunner: Runner } })
  .__vitest_mocker__;

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
      if (runner.evaluatedModules.getModuleByUrl(next) === undefined) fetchAhead(next, file ?? id).catch(() => undefined);
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
