/** What is crawled from an address: the page alone, what a sitemap or a feed lists, or what is linked from page to page. */
export const CRAWL_MODES = ["page", "sitemap", "feed", "site"] as const;
export type CrawlMode = (typeof CRAWL_MODES)[number];
export type SiteCrawlMode = Exclude<CrawlMode, "page">;

export const CRAWL_STATES = ["running", "done", "stopped"] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

export const MAX_CRAWL_PAGES = 1_000;
export const MAX_CRAWL_DEPTH = 5;
export const DEFAULT_CRAWL_PAGES = 100;
export const DEFAULT_CRAWL_DEPTH = 2;
/** Of one organization at the same time; each has one page on its way. */
export const MAX_RUNNING_CRAWLS = 5;

/** Between two requests to one host, whatever its robots.txt allows. */
export const HOST_PAUSE_MS = 1_000;
/** A longer `Crawl-delay` is taken for this one. */
export const MAX_HOST_PAUSE_MS = 60_000;

/** Of one page. */
export const MAX_LINKS = 2_000;
export const MAX_LINK_CHARS = 2_048;

/** What is asked of a page's links. */
export interface LinkOrder {
  readonly mode: SiteCrawlMode;
  /** Whether the crawl begins here: then it must be the list that it is said to be. */
  readonly isStart: boolean;
}

/** A page that was found. */
export interface FoundPage {
  readonly url: string;
  readonly name: string;
  /** 1: another address of the page that was fetched; it is known, and not fetched. */
  readonly isSame: 0 | 1;
}

/** How many failed pages are told with a crawl; all of them are among its collection's assets. */
export const MAX_TOLD_FAILURES = 20;

/** A page that could not be fetched, as its asset tells it. */
export interface FailedPage {
  readonly assetId: string;
  readonly url: string;
  readonly reason: string;
}

/** How far a crawl is. */
export interface CrawlCounts {
  readonly collectionId: string;
  readonly mode: SiteCrawlMode;
  readonly state: CrawlState;
  readonly maxPages: number;
  readonly maxDepth: number;
  /** Pages that are known, fetched or failed, and failed. */
  readonly found: number;
  readonly ended: number;
  readonly failed: number;
  /** Milliseconds since 1970; grows with every change. */
  readonly modifiedAt: number;
}

export interface CrawlProgress extends CrawlCounts {
  /** The newest first. */
  readonly failures: readonly FailedPage[];
}
