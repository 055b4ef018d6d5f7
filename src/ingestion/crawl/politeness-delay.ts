import { ExtractionError } from "../../domain/extraction-error.ts";
import { HOST_PAUSE_MS, type LinkRules } from "../../domain/site-crawl.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { findPageCrawl, takeTurn } from "../../storage/d1/assets/crawls.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { SandboxBusy } from "../extraction/sandbox-busy.ts";

const STOPPED = "The crawl of this site was stopped.";

/**
 * Waits for the politeness delay of a crawl: one request per second and host across all crawls, or less often
 * if the host asks for it. A page outside of a crawl does not wait.
 * @returns the request options of the crawl
 * @throws SandboxBusy if the wait is too long; ExtractionError if the crawl was stopped
 */
export async function awaitPolitenessDelay(
  db: Database,
  { id, sourceUrl }: AssetRow,
): Promise<{ links: LinkRules | null; pauseMs: number }> {
  const { crawl: rows } = await db.read({ crawl: findPageCrawl(db, id) });
  const crawl = rows[0];
  if (crawl === undefined) return { links: null, pauseMs: 0 };
  if (crawl.state === "stopped") throw new ExtractionError(STOPPED);
  const now = new Date();
  // The delay covers two requests: robots.txt and the page.
  const { turn } = await db.read({
    turn: takeTurn(db, new URL(sourceUrl).host, crawl.pauseMs + HOST_PAUSE_MS, now),
  });
  const at = turn[0]?.at;
  if (at === undefined) throw new SandboxBusy("the host has too many who ask");
  await scheduler.wait(Math.max(0, at - now.getTime()));
  const isLast = crawl.mode === "site" && crawl.depth >= crawl.maxDepth;
  return { links: isLast ? null : { mode: crawl.mode, isStart: crawl.depth === 0 }, pauseMs: HOST_PAUSE_MS };
}
