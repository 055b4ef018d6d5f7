import * as z from "zod";
import { wordOf } from "../scale/fill-index.ts";
import { call, type Member } from "../lib/service.ts";
import { percentile, showNumber } from "../lib/statistics.ts";

const found = z.object({ passages: z.array(z.unknown()) });
/** Ranks of words, from frequent to rare. */
const RANKS = [40, 300, 2_000, 9_000];

/** A search of everything that the member may read, for other words each time. */
export function searchFor(origin: string, { authorization }: Member, limit = 12): () => Promise<void> {
  let asked = 0;
  return async () => {
    asked += 1;
    const query = RANKS.map((rank) => wordOf(rank + asked)).join(" ");
    await call(origin, authorization, "POST", "/v1/search", { query, limit }, found);
  };
}

/** Calls one after the other for so many milliseconds, or until something ends. @returns milliseconds of each, ascending */
export async function lapsOf(ask: () => Promise<void>, until: number | Promise<unknown>): Promise<number[]> {
  const laps: number[] = [];
  let isOver = false;
  const over = typeof until === "number" ? new Promise((resolve) => setTimeout(resolve, until)) : until.catch(() => undefined);
  const watching = over.then(() => (isOver = true));
  while (!isOver) {
    const start = performance.now();
    await ask();
    laps.push(performance.now() - start);
  }
  await watching;
  return laps.toSorted((a, b) => a - b);
}

/** Number, p50, p95 and longest. @param laps ascending */
export function summaryOf(laps: readonly number[]): string[] {
  const shown = [percentile(laps, 0.5), percentile(laps, 0.95), laps.at(-1) ?? Number.NaN].map((ms) => showNumber(ms, 1));
  return [showNumber(laps.length), ...shown];
}
