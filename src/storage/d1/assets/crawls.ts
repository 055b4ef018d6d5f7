import { sql, type SQL } from "drizzle-orm";
import { type Id, newId } from "../../../domain/ids.ts";
import {
  type CrawlCounts,
  type FailedPage,
  type FoundPage,
  HOST_PAUSE_MS,
  MAX_RUNNING_CRAWLS,
  MAX_REPORTED_FAILURES,
  type SiteCrawlMode,
} from "../../../domain/site-crawl.ts";
import { mayOnPath } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { crawlPages, crawls } from "../schema/crawls.ts";
import { projectOf } from "./project-of.ts";
import { MS_PER_MINUTE, MS_PER_HOUR } from "../../../domain/time.ts";

/**
 * Longest wait for a host, in milliseconds. A crawl that would wait longer reserves no time and asks again
 * later.
 */
const MAX_TURN_MS = 20_000;
const STALLED_AFTER_MS = 15 * MS_PER_MINUTE;
const HOST_KEPT_MS = MS_PER_HOUR;
const HOSTS_PER_RUN = 100;

/** The crawl of a page. */
export interface PageCrawl {
  readonly mode: SiteCrawlMode;
  readonly state: "running" | "done" | "stopped";
  readonly maxDepth: number;
  readonly depth: number;
  readonly pauseMs: number;
}

interface NewCrawl {
  readonly collectionId: Id<"col">;
  readonly organizationId: Id<"org">;
  readonly assetId: Id<"asset">;
  readonly mode: SiteCrawlMode;
  readonly start: URL;
  readonly name: string;
  readonly maxPages: number;
  readonly maxDepth: number;
  readonly processInBackground: boolean;
}

/** A crawl and its first page, whose asset already exists. */
export function insertCrawl(
  { build }: Database,
  { start, name, assetId, ...crawl }: NewCrawl,
  now: Date,
): Statement[] {
  const { collectionId } = crawl;
  return [
    build
      .insert(crawls)
      .values({ ...crawl, state: "running", origin: start.origin, pauseMs: HOST_PAUSE_MS, modifiedAt: now }),
    build.insert(crawlPages).values({ collectionId, url: start.href, name, position: 0, depth: 0, assetId }),
  ];
}

/** Whether the organization may start another crawl. */
export function mayCrawl(organizationId: string): SQL {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM crawls rc WHERE rc.organization_id = ${organizationId} AND rc.state = 'running'
    LIMIT ${MAX_RUNNING_CRAWLS})) < ${MAX_RUNNING_CRAWLS}`;
}

/** The crawl of a page's asset, until the page is fetched. */
export function findPageCrawl({ build }: Database, assetId: string) {
  return build.all<PageCrawl>(sql`SELECT cr.mode AS mode, cr.state AS state, cr.max_depth AS "maxDepth", cp.depth AS depth,
    cr.pause_ms AS "pauseMs" FROM crawl_pages cp CROSS JOIN crawls cr ON cr.collection_id = cp.collection_id
    WHERE cp.asset_id = ${assetId} AND cp.ended = 0`);
}

/**
 * Reserves the next time at which the crawler may request the host.
 * @returns no row if that time is more than `MAX_TURN_MS` ahead
 */
export function takeTurn({ build }: Database, host: string, spanMs: number, now: Date) {
  const at = now.getTime();
  return build.all<{
    readonly at: number;
  }>(sql`INSERT INTO crawl_hosts (host, next_at) VALUES (${host}, ${at + spanMs})
    ON CONFLICT (host) DO UPDATE SET next_at = max(next_at, ${at}) + ${spanMs} WHERE next_at <= ${at + MAX_TURN_MS}
    RETURNING next_at - ${spanMs} AS at`);
}

export function deleteIdleHosts({ build }: Database, now: Date): Statement {
  return build.run(sql`DELETE FROM crawl_hosts WHERE host IN
    (SELECT oh.host FROM crawl_hosts oh WHERE oh.next_at < ${now.getTime() - HOST_KEPT_MS} LIMIT ${HOSTS_PER_RUN})`);
}

interface EndedPage {
  readonly assetId: string;
  /** The requested host; null if the host is unknown. */
  readonly host: string | null;
  readonly isFetched: boolean;
  /** Links of the page to the same origin, without duplicates. */
  readonly found: readonly FoundPage[];
  /** Origin after all redirects; null if the fetch failed. */
  readonly origin: string | null;
  readonly pauseMs: number | null;
}

/**
 * Ends a page of a crawl: stores new links up to the crawl's limit, creates the asset of the next page and
 * enqueues its fetch. Does nothing if the page already ended or belongs to no crawl, so each crawl fetches
 * one page at a time.
 * @returns statements; the last one returns the enqueued job
 */
export function finishPage(
  { build }: Database,
  { assetId, host, isFetched, found, origin, pauseMs }: EndedPage,
  now: Date,
) {
  const at = now.getTime();
  const next = newId("asset");
  const mine = sql`(SELECT mp.collection_id FROM crawl_pages mp WHERE mp.asset_id = ${assetId} AND mp.ended = 0)`;
  const isStart = sql`EXISTS (SELECT 1 FROM crawl_pages st WHERE st.asset_id = ${assetId} AND st.position = 0 AND st.ended = 0)`;
  const made = sql`EXISTS (SELECT 1 FROM assets ma WHERE ma.id = ${next})`;
  const first = sql`(SELECT fp.url FROM crawl_pages fp WHERE fp.collection_id = ${mine} AND fp.ended = 0 AND fp.asset_id IS NULL
    ORDER BY fp.position LIMIT 1)`;
  const writes: Statement[] = [
    build.run(sql`UPDATE crawls SET modified_at = ${laterThan(at)}, pause_ms = coalesce(${pauseMs}, pause_ms),
      origin = CASE WHEN ${isStart} THEN coalesce(${origin}, origin) ELSE origin END WHERE collection_id = ${mine}`),
    // The pause starts at the end of the fetch, however long the fetch took.
    build.run(sql`UPDATE crawl_hosts SET next_at = max(next_at, ${at} + (SELECT hc.pause_ms FROM crawls hc WHERE hc.collection_id = ${mine}))
      WHERE host = ${host} AND ${mine} IS NOT NULL`),
    build.run(sql`INSERT INTO crawl_pages (collection_id, url, name, position, depth, ended)
      SELECT cr.collection_id, l.value ->> 'url', l.value ->> 'name', cr.found + l.key,
        1 + (SELECT up.depth FROM crawl_pages up WHERE up.asset_id = ${assetId}), l.value ->> 'isSame'
      FROM crawls cr CROSS JOIN json_each(${JSON.stringify(found)}) l
      WHERE cr.collection_id = ${mine} AND cr.state = 'running' AND substr(l.value ->> 'url', 1, length(cr.origin) + 1) = cr.origin || '/'
        AND NOT EXISTS (SELECT 1 FROM crawl_pages kp WHERE kp.collection_id = cr.collection_id AND kp.url = l.value ->> 'url')
      ORDER BY l.key LIMIT coalesce((SELECT max(0, mc.max_pages - mc.found) FROM crawls mc WHERE mc.collection_id = ${mine}), 0)
      ON CONFLICT (collection_id, url) DO NOTHING`),
    build.run(sql`UPDATE crawls SET found = (SELECT count(*) FROM crawl_pages al WHERE al.collection_id = crawls.collection_id
      AND (al.asset_id IS NOT NULL OR al.ended = 0))
      WHERE collection_id = ${mine}`),
    build.run(sql`INSERT INTO assets (id, organization_id, tenant_id, project_id, display_name, original_file_name, content_type,
        creation_method, source_url, lifecycle_state, object_key, process_in_background, processing_message, created_at, created_by,
        modified_at, modified_by)
      SELECT ${next}, co.organization_id, co.tenant_id, ${projectOf(sql`co.organization_id`)}, substr(np.url, 1, 255), np.name, 'application/octet-stream',
        'url', np.url, 'uploading', co.organization_id || '/' || ${next} || '/original', cr.process_in_background, 'Fetching the page.', ${at},
        co.created_by, ${at}, co.created_by
      FROM crawls cr CROSS JOIN crawl_pages np ON np.collection_id = cr.collection_id AND np.url = ${first}
      CROSS JOIN collections co ON co.id = cr.collection_id AND co.lifecycle_state = 'active'
      WHERE cr.collection_id = ${mine} AND cr.state = 'running' AND ${mayOnPath(sql`co.created_by`, sql`co.path`, "write")}`),
    build.run(sql`INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
      SELECT ${newId("assetcol")}, na.id, ${mine}, ${at}, na.created_by FROM assets na WHERE na.id = ${next}`),
    build.run(
      sql`UPDATE crawl_pages SET asset_id = ${next} WHERE collection_id = ${mine} AND url = ${first} AND ${made}`,
    ),
    build.run(
      sql`UPDATE crawls SET state = 'done' WHERE collection_id = ${mine} AND state = 'running' AND NOT ${made}`,
    ),
    build.run(
      sql`UPDATE crawl_pages SET ended = ${isFetched ? 1 : 2} WHERE asset_id = ${assetId} AND ended = 0`,
    ),
  ];
  const order = build.all<OutboxEntry>(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT ${newId("event")}, 'process_asset', na.id, ${at} FROM assets na WHERE na.id = ${next} RETURNING id, kind, target_id AS "targetId"`);
  return { writes, order };
}

/**
 * Pages in progress that will never end, because their asset was deleted or the end of their fetch was not
 * recorded.
 */
export function selectLostPages({ build }: Database, now: Date, limit: number) {
  return build.all<{ readonly assetId: string }>(sql`SELECT lp.asset_id AS "assetId" FROM crawls sc
    CROSS JOIN crawl_pages lp ON lp.collection_id = sc.collection_id AND lp.ended = 0 AND lp.asset_id > ''
    LEFT JOIN assets la ON la.id = lp.asset_id
    WHERE sc.state = 'running' AND sc.modified_at < ${now.getTime() - STALLED_AFTER_MS} AND coalesce(la.lifecycle_state, '') <> 'uploading'
    ORDER BY sc.modified_at LIMIT ${limit}`);
}

/** A timestamp later than the previous change even if clocks differ, so polling clients miss no change. */
function laterThan(at: number): SQL {
  return sql`max(${at}, modified_at + 1)`;
}

/**
 * The state of the crawl that fills a collection.
 * @param since milliseconds since 1970; returns no row if the crawl has not changed after this time
 */
export function findCrawl({ build }: Database, collectionId: string, since = 0) {
  const pages = (which: SQL): SQL =>
    sql`(SELECT count(*) FROM crawl_pages pc WHERE pc.collection_id = cr.collection_id AND ${which})`;
  return build.all<CrawlCounts>(sql`SELECT cr.collection_id AS "collectionId", cr.mode AS mode, cr.state AS state,
    cr.max_pages AS "maxPages", cr.max_depth AS "maxDepth", cr.found AS found, cr.modified_at AS "modifiedAt", ${pages(sql`pc.ended > 0 AND pc.asset_id IS NOT NULL`)} AS ended,
    ${pages(sql`pc.ended = 2`)} AS failed FROM crawls cr WHERE cr.collection_id = ${collectionId} AND cr.modified_at > ${since}`);
}

/**
 * Failed pages that are still in the crawl's collection, newest first.
 * @param since milliseconds since 1970, as in `findCrawl`
 */
export function selectFailedPages({ build }: Database, collectionId: string, since = 0) {
  return build.all<FailedPage>(sql`SELECT fa.id AS "assetId", fp.url AS url, fa.failure_reason AS reason
    FROM crawls cr CROSS JOIN crawl_pages fp ON fp.collection_id = cr.collection_id AND fp.ended = 2
    CROSS JOIN assets fa ON fa.id = fp.asset_id AND fa.lifecycle_state = 'failed'
    WHERE cr.collection_id = ${collectionId} AND cr.modified_at > ${since}
      AND EXISTS (SELECT 1 FROM asset_collections fc WHERE fc.asset_id = fa.id AND fc.collection_id = fp.collection_id)
    ORDER BY fp.asset_id DESC LIMIT ${MAX_REPORTED_FAILURES}`);
}

/** Stops the crawl. The crawler finishes the page in progress and fetches no other page. */
export function stopCrawlStatement({ build }: Database, collectionId: string, now: Date): Statement {
  return build.run(
    sql`UPDATE crawls SET state = 'stopped', modified_at = ${laterThan(now.getTime())} WHERE collection_id = ${collectionId} AND state = 'running'`,
  );
}
