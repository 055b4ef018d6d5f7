/** Where Miniflare reads the flags of V8 that its runtime starts with. */
const FLAGS = "MINIFLARE_WORKERD_V8_FLAGS";

/**
 * Objects of the platform, such as requests and their headers, go with a collection of the whole heap alone. Left to itself V8 waits until there are
 * hundreds of thousands of them, and frees them in one piece that nobody else gets a turn in; so it collects as soon as the heap has grown by a tenth.
 */
const COLLECTED_OFTEN = "--initial-old-space-size=8 --heap-growing-percent=10 --max-semi-space-size=8";

/** Has the runtimes of this process that Miniflare starts from here on collect garbage in small pieces. What an operator has set stays. */
export function collectOften(env: NodeJS.ProcessEnv = process.env): void {
  env[FLAGS] ??= COLLECTED_OFTEN;
}
