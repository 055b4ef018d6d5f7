import { vi } from "vitest";
import { PATHS } from "../../src/semantic/protocol.ts";
import { testEnv } from "./env.ts";

/**
 * The Worker that encodes sentences is away, as it may be: an index orders their vectors and goes on. For tests that look at none, as computing
 * them takes most of their time, and an object that computes cannot be evicted. Ends with `vi.restoreAllMocks`.
 */
export function loseEncoder(): void {
  const fetcher = Object.getPrototypeOf(testEnv.SEMANTIC_MODEL) as {
    fetch: (this: Fetcher, ...args: Parameters<Fetcher["fetch"]>) => Promise<Response>;
  };
  const { fetch } = fetcher;
  vi.spyOn(fetcher, "fetch").mockImplementation(async function (this: Fetcher, ...args) {
    if (args[0] === `http://semantic${PATHS.sentences}`) return new Response(null, { status: 503 });
    return await fetch.apply(this, args);
  });
}
