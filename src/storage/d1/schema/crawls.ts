import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn, moment } from "./columns.ts";

/**
 * Crawls of several pages. Each crawl fills a collection of its own, on behalf of the collection's creator.
 */
export const crawls = sqliteTable(
  "crawls",
  {
    collectionId: idColumn("collection_id", "col").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    mode: text("mode", { enum: ["sitemap", "feed", "site"] }).notNull(),
    state: text("state", { enum: ["running", "done", "stopped"] }).notNull(),
    /** Origin of all pages that the crawl fetches. */
    origin: text("origin").notNull(),
    maxPages: integer("max_pages").notNull(),
    maxDepth: integer("max_depth").notNull(),
    found: integer("found").notNull().default(1),
    /** Pause between fetches that the site's robots.txt requests, in milliseconds. */
    pauseMs: integer("pause_ms").notNull(),
    processInBackground: integer("process_in_background", { mode: "boolean" }).notNull(),
    modifiedAt: moment("modified_at").notNull(),
  },
  (table) => [
    index("crawls_running")
      .on(table.organizationId)
      .where(sql`state = 'running'`),
    /** Finds crawls whose page in progress was lost. */
    index("crawls_stalled")
      .on(table.modifiedAt)
      .where(sql`state = 'running'`),
  ],
);

/** The pages of a crawl, each URL once. A page without an asset waits for its turn. */
export const crawlPages = sqliteTable(
  "crawl_pages",
  {
    collectionId: idColumn("collection_id", "col").notNull(),
    url: text("url").notNull(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    depth: integer("depth").notNull(),
    assetId: idColumn("asset_id", "asset"),
    /** 0 before the end of the fetch, 1 after success, 2 after a failure. */
    ended: integer("ended").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.url] }),
    uniqueIndex("crawl_pages_asset")
      .on(table.assetId)
      .where(sql`asset_id IS NOT NULL`),
    /** Separates the page in progress from waiting pages, which keep their order. */
    index("crawl_pages_open")
      .on(table.collectionId, table.assetId, table.position)
      .where(sql`ended = 0`),
  ],
);

/** The next time at which the crawler may request each host. */
export const crawlHosts = sqliteTable(
  "crawl_hosts",
  { host: text("host").primaryKey(), nextAt: moment("next_at").notNull() },
  (table) => [index("crawl_hosts_next").on(table.nextAt)],
);
