import { readNumberOptions } from "../lib/read-numbers.ts";
import { signIn } from "../lib/service.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { uploadText } from "../lib/upload-text.ts";
import { proseOf } from "./prose.ts";
import { searchIndex } from "./index-searches.ts";
import { searchRaw } from "./raw-searches.ts";
import { lapsOf, queryOf, searchFor, summaryOf } from "./search-laps.ts";
import { withService } from "./with-service.ts";

const DEFAULTS = { passages: [100, 2_000, 20_000], limit: [12], seconds: [5] } as const;
const CHARACTERS_PER_PASSAGE = 900;
/** The share of the passages that one separate text holds. */
const SCOPE_SHARE = 0.01;
const HEAD = [
  "passages",
  "in scope",
  "limit",
  "raw FTS5 p50 ms",
  "index p50 ms",
  "searches",
  "p50 ms",
  "p95 ms",
  "longest ms",
  "waited for ms",
];

/**
 * Measures `POST /v1/search` at several index sizes, over all passages and over one hundredth, sequentially.
 * It compares raw FTS5 and the index without the service, and prints the CPU time of each part of the
 * ranking.
 */
export async function measureSearch(args: readonly string[]): Promise<void> {
  const { passages, limit: limits, seconds } = readNumberOptions(args, DEFAULTS, "npm run bench -- search");
  const rows = [HEAD];
  for (const count of passages) {
    await withService(async (origin, stateFolder, threads) => {
      const ada = await signIn(origin, stateFolder, "ada");
      const inScope = Math.ceil(count * SCOPE_SHARE);
      const texts = [
        proseOf((count - inScope) * CHARACTERS_PER_PASSAGE),
        proseOf(inScope * CHARACTERS_PER_PASSAGE, 1),
      ] as const;
      await uploadText(origin, ada, texts[0], 300_000);
      const scope = await uploadText(origin, ada, texts[1], 300_000);
      for (const limit of limits) {
        const raw = searchRaw(texts, queryOf, limit);
        const index = await searchIndex(texts, queryOf, limit);
        const ways = [
          { passages: count, rawMs: raw.wholeMs, indexMs: index.wholeMs, assetIds: [] },
          { passages: inScope, rawMs: raw.scopeMs, indexMs: index.scopeMs, assetIds: [scope] },
        ];
        for (const { passages: asked, rawMs, indexMs, assetIds } of ways) {
          await lapsOf(searchFor(origin, ada, limit, assetIds), threads, 1_000);
          const laps = await lapsOf(
            searchFor(origin, ada, limit, assetIds),
            threads,
            (seconds[0] ?? 5) * 1_000,
          );
          rows.push([
            String(count),
            String(asked),
            String(limit),
            showNumber(rawMs, 2),
            showNumber(indexMs, 2),
            ...summaryOf(laps),
          ]);
        }
      }
    });
  }
  process.stdout.write(`${showTable(rows)}\n`);
}
