/** The pages of a crawl: the start page alone, the pages in a sitemap or feed, or linked pages. */
export const CRAWL_MODES = ["page", "sitemap", "feed", "site"] as const;
export type CrawlMode = (typeof CRAWL_MODES)[number];
export type SiteCrawlMode = Exclude<CrawlMode, "page">;

export const CRAWL_STATES = ["running", "done", "stopped"] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

export const MAX_CRAWL_PAGES = 1_000;
export const MAX_CRAWL_DEPTH = 5;
export const DEFAULT_CRAWL_PAGES = 100;
export const DEFAULT_CRAWL_DEPTH = 2;
/** Maximum number of running crawls per organization. Each fetches one page at a time. */
export const MAX_RUNNING_CRAWLS = 5;

/** Minimum pause between two requests to a host, whatever its robots.txt allows. */
export const HOST_PAUSE_MS = 1_000;
/** Upper limit for a host's `Crawl-delay`. */
export const MAX_HOST_PAUSE_MS = 60_000;

/** Maximum number of links per page. */
export const MAX_LINKS = 2_000;
export const MAX_LINK_CHARS = 2_048;

/** The rules for extracting a page's links. */
export interface LinkRules {
  readonly mode: SiteCrawlMode;
  /** Whether the crawl starts here. Then the page must be the declared sitemap or feed. */
  readonly isStart: boolean;
}

/** A page that the crawl found. */
export interface FoundPage {
  readonly url: string;
  readonly name: string;
  /** 1: another URL of the fetched page. It is recorded and not fetched. */
  readonly isSame: 0 | 1;
}

/** Number of failed pages in the crawl's report. The collection lists all of them. */
export const MAX_REPORTED_FAILURES = 20;

/** A page that the crawl could not fetch, from its asset. */
export interface FailedPage {
  readonly assetId: string;
  readonly url: string;
  readonly reason: string;
}

/** The progress of a crawl. */
export interface CrawlCounts {
  readonly collectionId: string;
  readonly mode: SiteCrawlMode;
  readonly state: CrawlState;
  readonly maxPages: number;
  readonly maxDepth: number;
  /** Numbers of pages that are known, finished (fetched or failed), and failed. */
  readonly found: number;
  readonly ended: number;
  readonly failed: number;
  /** Milliseconds since 1970. Increases with every change. */
  readonly modifiedAt: number;
}

export interface CrawlProgress extends CrawlCounts {
  /** Newest first. */
  readonly failures: readonly FailedPage[];
}
