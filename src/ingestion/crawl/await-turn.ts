import { ExtractionError } from "../../domain/extraction-error.ts";
import { HOST_PAUSE_MS, type LinkOrder } from "../../domain/site-crawl.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { findPageCrawl, takeTurn } from "../../storage/d1/assets/site-crawls.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { SandboxBusy } from "../reading/sandbox-busy.ts";

const STOPPED = "The crawl of this site was stopped.";

/**
 * Waits until a page of a crawl may be asked for: whoever crawls, a host is asked once a second, and less often where it wants that. A page
 * that is crawled by itself need not wait.
 * @returns what is asked for besides the page
 * @throws SandboxBusy when that is far off: asked again later; ExtractionError when the crawl was stopped
 */
export async function awaitTurn(db: Database, { id, sourceUrl }: AssetRow): Promise<{ links: LinkOrder | null; pauseMs: number }> {
  const { crawl: rows } = await db.read({ crawl: findPageCrawl(db, id) });
  const crawl = rows[0];
  if (crawl === undefined) return { links: null, pauseMs: 0 };
  if (crawl.state === "stopped") throw new ExtractionError(STOPPED);
  const now = new Date();
  // robots.txt and the page may be two requests.
  const { turn } = await db.read({ turn: takeTurn(db, new URL(sourceUrl).host, crawl.pauseMs + HOST_PAUSE_MS, now) });
  const at = turn[0]?.at;
  if (at === undefined) throw new SandboxBusy("the host has too many who ask");
  await scheduler.wait(Math.max(0, at - now.getTime()));
  const isLast = crawl.mode === "site" && crawl.depth >= crawl.maxDepth;
  return { links: isLast ? null : { mode: crawl.mode, isStart: crawl.depth === 0 }, pauseMs: HOST_PAUSE_MS };
}
