/**
 * Each request to the Worker and each call of an object imports the main module, and each time the module runner asks vitest's process,
 * over a socket, where that is. Within a run the answer is always the same.
 */
interface Transport {
  resolveId(id: string, importer?: string): Promise<unknown>;
  resolvesOnce?: true;
}
interface Mocker {
  readonly moduleRunner: { readonly vitestOptions: { readonly transport: Transport } };
}

const { transport } = (globalThis as unknown as { readonly __vitest_mocker__: Mocker }).__vitest_mocker__.moduleRunner.vitestOptions;
if (transport.resolvesOnce === undefined) {
  const ask = transport.resolveId.bind(transport);
  const known = new Map<string, Promise<unknown>>();
  transport.resolvesOnce = true;
  transport.resolveId = async (id, importer) => {
    if (importer !== undefined) return await ask(id, importer);
    const found = known.get(id) ?? ask(id);
    known.set(id, found);
    return await found;
  };
}
