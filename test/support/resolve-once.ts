/**
 * Each request to the Worker and each call of an object imports the main module. Each time the module runner asks vitest's process, over a
 * socket, where that is, and again whether it has changed. Within a run the answer is always the same, so what was loaded once is taken as it
 * is. That is quicker, and more: an object that asks and is ended meanwhile, as all are at the end of a file, is never answered, and the
 * runner lets everybody else wait for its answer, for good.
 */
interface Transport {
  resolveId(id: string, importer?: string): Promise<unknown>;
}
interface LoadedModule {
  readonly meta?: unknown;
}
interface Runner {
  readonly vitestOptions: { readonly transport: Transport };
  readonly evaluatedModules: { getModuleByUrl(url: string): LoadedModule | undefined };
  cachedModule(url: string, importer?: string): Promise<LoadedModule>;
  asksOnce?: true;
}

const { moduleRunner: runner } = (globalThis as unknown as { readonly __vitest_mocker__: { readonly moduleRunner: Runner } })
  .__vitest_mocker__;

if (runner.asksOnce === undefined) {
  runner.asksOnce = true;
  const { transport } = runner.vitestOptions;
  const resolveId = transport.resolveId.bind(transport);
  const known = new Map<string, unknown>();
  transport.resolveId = async (id, importer) => {
    const key = `${id}\n${importer ?? ""}`;
    if (!known.has(key)) known.set(key, await resolveId(id, importer));
    return known.get(key);
  };
  const cachedModule = runner.cachedModule.bind(runner);
  runner.cachedModule = async (url, importer) => {
    const found = runner.evaluatedModules.getModuleByUrl(url);
    return found?.meta === undefined ? await cachedModule(url, importer) : found;
  };
}
