import { readNumbers } from "../lib/options.ts";
import { signIn } from "../lib/service.ts";
import { showTable } from "../lib/statistics.ts";
import { uploadText } from "../lib/upload-text.ts";
import { proseOf } from "./prose.ts";
import { rankingParts } from "./ranking-parts.ts";
import { lapsOf, searchFor, summaryOf } from "./searches.ts";
import { withService } from "./with-service.ts";

const DEFAULTS = { passages: [100, 2_000, 20_000], limit: [12], seconds: [5] } as const;
const CHARACTERS_A_PASSAGE = 900;
const HEAD = ["passages", "limit", "searches", "p50 ms", "p95 ms", "longest ms", "waited for ms"];

/** What `POST /v1/search` takes at some numbers of passages, one search after the other; and the CPU time of each part of the ranking. */
export async function measureSearch(args: readonly string[]): Promise<void> {
  const { passages, limit: limits, seconds } = readNumbers(args, DEFAULTS, "npm run bench -- search");
  const rows = [HEAD];
  for (const count of passages) {
    await withService(async (origin, stateFolder, threads) => {
      const ada = await signIn(origin, stateFolder, "ada");
      await uploadText(origin, ada, proseOf(count * CHARACTERS_A_PASSAGE), 300_000);
      for (const limit of limits) {
        await lapsOf(searchFor(origin, ada, limit), threads, 1_000);
        const laps = await lapsOf(searchFor(origin, ada, limit), threads, (seconds[0] ?? 5) * 1_000);
        rows.push([String(count), String(limit), ...summaryOf(laps)]);
      }
    });
  }
  process.stdout.write(`${showTable(rows)}\n`);
  process.stdout.write(`CPU time of ranking 100 candidates of ${CHARACTERS_A_PASSAGE} characters, in milliseconds:\n`);
  process.stdout.write(showTable(rankingParts(CHARACTERS_A_PASSAGE)));
}
