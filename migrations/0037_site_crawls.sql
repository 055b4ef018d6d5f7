CREATE TABLE `crawl_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `crawl_hosts_next` ON `crawl_hosts` (`next_at`);--> statement-breakpoint
CREATE TABLE `crawl_pages` (
	`collection_id` text NOT NULL,
	`url` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`depth` integer NOT NULL,
	`asset_id` text,
	`ended` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`collection_id`, `url`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `crawl_pages_asset` ON `crawl_pages` (`asset_id`) WHERE asset_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `crawl_pages_open` ON `crawl_pages` (`collection_id`,`position`) WHERE ended = 0;--> statement-breakpoint
CREATE TABLE `crawls` (
	`collection_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`origin` text NOT NULL,
	`max_pages` integer NOT NULL,
	`max_depth` integer NOT NULL,
	`found` integer DEFAULT 1 NOT NULL,
	`pause_ms` integer NOT NULL,
	`process_in_background` integer NOT NULL,
	`modified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `crawls_running` ON `crawls` (`organization_id`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `crawls_stalled` ON `crawls` (`modified_at`) WHERE state = 'running';