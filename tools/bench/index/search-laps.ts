import * as z from "zod";
import { wordOf } from "../scale/fill-index.ts";
import { call, type Member } from "../lib/service.ts";
import { percentile, showNumber } from "../lib/statistics.ts";
import type { ServiceThreads } from "../lib/service-threads.ts";

const found = z.object({ passages: z.array(z.unknown()) });
/** Frequency ranks of words, from frequent to rare. */
const RANKS = [40, 300, 2_000, 9_000];

/** The words of the `nth` search; each search has different words. */
export function queryOf(nth: number): string {
  return RANKS.map((rank) => wordOf(rank + nth)).join(" ");
}

/** Searches these assets, or everything that the member may read, with different words each time. */
export function searchFor(
  origin: string,
  { authorization }: Member,
  limit = 12,
  assetIds: readonly string[] = [],
): () => Promise<void> {
  let asked = 0;
  return async () => {
    asked += 1;
    await call(
      origin,
      authorization,
      "POST",
      "/v1/search",
      { query: queryOf(asked), limit, assetIds },
      found,
    );
  };
}

export interface SearchLap {
  readonly ms: number;
  /** CPU time of the service's threads during the wait. */
  readonly heldMs: number;
}

/** Repeats a call sequentially for `until` milliseconds, or until the promise settles. */
export async function lapsOf(
  ask: () => Promise<void>,
  threads: ServiceThreads,
  until: number | Promise<unknown>,
): Promise<SearchLap[]> {
  const laps: SearchLap[] = [];
  let isOver = false;
  const over =
    typeof until === "number"
      ? new Promise((resolve) => setTimeout(resolve, until))
      : until.catch(() => undefined);
  const watching = over.then(() => (isOver = true));
  while (!isOver) {
    const [start, computed] = [performance.now(), threads.computedMs()];
    await ask();
    laps.push({ ms: performance.now() - start, heldMs: threads.computedMs() - computed });
  }
  await watching;
  return laps;
}

/** Count, p50, p95, maximum, and the longest blocking. */
export function summaryOf(laps: readonly SearchLap[]): string[] {
  const times = laps.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const held = laps.reduce((most, { heldMs }) => Math.max(most, heldMs), 0);
  const shown = [percentile(times, 0.5), percentile(times, 0.95), times.at(-1) ?? Number.NaN, held].map(
    (ms) => showNumber(ms, 1),
  );
  return [showNumber(laps.length), ...shown];
}
