import { MS_PER_MINUTE } from "./time.ts";

/** Modes of a crawl: the start page only, the pages in a sitemap or feed, or linked pages. */
export const CRAWL_MODES = ["page", "sitemap", "feed", "site"] as const;
export type CrawlMode = (typeof CRAWL_MODES)[number];
export type SiteCrawlMode = Exclude<CrawlMode, "page">;

export const CRAWL_STATES = ["running", "done", "stopped"] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

export const MAX_CRAWL_PAGES = 1_000;
export const MAX_CRAWL_DEPTH = 5;
export const DEFAULT_CRAWL_PAGES = 100;
export const DEFAULT_CRAWL_DEPTH = 2;
/** Maximum number of running crawls per organization. Each crawl fetches one page at a time. */
export const MAX_RUNNING_CRAWLS = 5;

/**
 * Minimum pause between two requests to a host, in milliseconds. It applies even if robots.txt allows a
 * shorter delay.
 */
export const HOST_PAUSE_MS = 1_000;
/** Maximum pause in milliseconds, even if a host's `Crawl-delay` is longer. */
export const MAX_HOST_PAUSE_MS = MS_PER_MINUTE;

/** Maximum number of links that the crawl reads from a page. */
export const MAX_LINKS = 2_000;
export const MAX_LINK_CHARS = 2_048;

/** Rules for extracting links from a page. */
export interface LinkRules {
  readonly mode: SiteCrawlMode;
  /** True for the start page of the crawl. It must be the sitemap or feed that the user declared. */
  readonly isStart: boolean;
}

/** A page that the crawl found. */
export interface FoundPage {
  readonly url: string;
  readonly name: string;
  /**
   * 1 if the URL leads to a page that the crawl has already fetched under another URL. The crawl records such
   * a page without fetching it again.
   */
  readonly isSame: 0 | 1;
}

/** Maximum number of failed pages in the report of a crawl. The collection lists all of them. */
export const MAX_REPORTED_FAILURES = 20;

/** A page that the crawl could not fetch, with the error from its asset. */
export interface FailedPage {
  readonly assetId: string;
  readonly url: string;
  readonly reason: string;
}

/** Progress of a crawl. */
export interface CrawlCounts {
  readonly collectionId: string;
  readonly mode: SiteCrawlMode;
  readonly state: CrawlState;
  readonly maxPages: number;
  readonly maxDepth: number;
  /** Number of known pages. `ended` counts the pages that were fetched or failed. */
  readonly found: number;
  readonly ended: number;
  readonly failed: number;
  /** Time of the last change in milliseconds since 1970. Each change increases it. */
  readonly modifiedAt: number;
}

export interface CrawlProgress extends CrawlCounts {
  /** Failed pages, newest first. */
  readonly failures: readonly FailedPage[];
}
