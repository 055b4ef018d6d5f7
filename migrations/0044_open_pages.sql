DROP INDEX `crawl_pages_open`;--> statement-breakpoint
CREATE INDEX `crawl_pages_open` ON `crawl_pages` (`collection_id`,`asset_id`,`position`) WHERE ended = 0;