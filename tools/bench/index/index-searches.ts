import { NO_MODELS } from "../../eval/offline/offline-models.ts";
import { OfflineIndex } from "../../eval/offline/offline-index.ts";
import { percentile } from "../lib/statistics.ts";

const WARM_UP = 100;
const SEARCHES = 200;
const MAX_CHARACTERS = 10_000_000;

/** Median milliseconds of a search in the index: over all passages, and over those of the last text. */
export interface IndexSearches {
  readonly wholeMs: number;
  readonly scopeMs: number;
}

/**
 * Runs the service's index in this process: the same statements and ranking without HTTP, access checks and a
 * Durable Object.
 */
export async function searchIndex(
  texts: readonly string[],
  queryOf: (nth: number) => string,
  limit: number,
): Promise<IndexSearches> {
  const index = new OfflineIndex(NO_MODELS);
  const encoder = new TextEncoder();
  const parts = texts.map((text, at) =>
    partsOf(text).map((part, nth) => ({ id: `${at}-${nth}`, text: part })),
  );
  for (const { id, text } of parts.flat())
    await index.add({ id, name: `Text ${id}`, contentType: "text/plain", bytes: encoder.encode(text) });
  const p50 = async (assetIds?: readonly string[]): Promise<number> => {
    const times: number[] = [];
    for (let nth = -WARM_UP; nth < SEARCHES; nth += 1) {
      const startedAt = performance.now();
      await index.search(queryOf(nth + WARM_UP), limit, assetIds && { collectionIds: [], assetIds });
      if (nth >= 0) times.push(performance.now() - startedAt);
    }
    return percentile(
      times.toSorted((a, b) => a - b),
      0.5,
    );
  };
  return { wholeMs: await p50(), scopeMs: await p50((parts.at(-1) ?? []).map(({ id }) => id)) };
}

/** The service reads longer texts in slices. */
function partsOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / MAX_CHARACTERS) }, (_, nth) =>
    text.slice(nth * MAX_CHARACTERS, (nth + 1) * MAX_CHARACTERS),
  );
}
