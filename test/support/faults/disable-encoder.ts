import { vi } from "vitest";
import { LOCAL_MODELS_PATHS } from "../../../src/models/local-models-protocol.ts";
import { testEnv } from "../setup/env.ts";

/**
 * Makes the embedding model unavailable: the index queues the vectors and continues. Embedding takes most of a
 * test's time, and a busy object cannot be evicted. Undone by `vi.restoreAllMocks`.
 */
export function disableEncoder(): void {
  const fetcher = Object.getPrototypeOf(testEnv.LOCAL_MODELS) as {
    fetch: (this: Fetcher, ...args: Parameters<Fetcher["fetch"]>) => Promise<Response>;
  };
  const { fetch } = fetcher;
  vi.spyOn(fetcher, "fetch").mockImplementation(async function (this: Fetcher, ...args) {
    if (args[0] === `http://models${LOCAL_MODELS_PATHS.embed}`) return new Response(null, { status: 503 });
    return await fetch.apply(this, args);
  });
}
