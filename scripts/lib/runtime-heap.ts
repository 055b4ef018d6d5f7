/** The variable from which Miniflare reads V8 flags for its runtime. */
const FLAGS = "MINIFLARE_WORKERD_V8_FLAGS";

/**
 * Only a full collection frees platform objects such as requests and headers. V8 would wait for hundreds of
 * thousands of them and free them in one long pause. These flags collect after 10 % of growth.
 */
const COLLECTED_OFTEN = "--initial-old-space-size=8 --heap-growing-percent=10 --max-semi-space-size=8";

/** Makes runtimes that start later collect garbage in small pieces. An operator's own flags stay. */
export function setRuntimeHeapFlags(env: NodeJS.ProcessEnv = process.env): void {
  env[FLAGS] ??= COLLECTED_OFTEN;
}
