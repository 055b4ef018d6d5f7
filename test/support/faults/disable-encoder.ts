import { vi } from "vitest";
import { SEMANTIC_PATHS } from "../../../src/semantic/protocol.ts";
import { testEnv } from "../setup/env.ts";

/**
 * Makes the encoder unavailable: the index queues the vectors and continues. Encoding takes most of a test's
 * time, and a busy object cannot be evicted. Undone by `vi.restoreAllMocks`.
 */
export function disableEncoder(): void {
  const fetcher = Object.getPrototypeOf(testEnv.SEMANTIC_MODEL) as {
    fetch: (this: Fetcher, ...args: Parameters<Fetcher["fetch"]>) => Promise<Response>;
  };
  const { fetch } = fetcher;
  vi.spyOn(fetcher, "fetch").mockImplementation(async function (this: Fetcher, ...args) {
    if (args[0] === `http://semantic${SEMANTIC_PATHS.sentences}`) return new Response(null, { status: 503 });
    return await fetch.apply(this, args);
  });
}
