CREATE TABLE `deletion_items` (
	`deletion_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`removed_at` integer,
	`rows` integer DEFAULT 0 NOT NULL,
	`objects` integer DEFAULT 0 NOT NULL,
	`passages` integer DEFAULT 0 NOT NULL,
	`rooms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`deletion_id`, `kind`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `deletion_items_target` ON `deletion_items` (`target_id`);--> statement-breakpoint
CREATE INDEX `deletion_items_left` ON `deletion_items` (`deletion_id`,`kind`,`target_id`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`plan` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deletions_requester` ON `deletions` (`requested_by`);--> statement-breakpoint
ALTER TABLE `assets` ADD `deleted_from` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `purge_at` integer;--> statement-breakpoint
CREATE INDEX `assets_purge` ON `assets` (`purge_at`,`id`) WHERE purge_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `threads` ADD `purge_at` integer;--> statement-breakpoint
CREATE INDEX `threads_purge` ON `threads` (`purge_at`,`id`) WHERE purge_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `organizations` ADD `retention_days` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
CREATE INDEX `recent_assets_asset` ON `recent_assets` (`asset_id`);--> statement-breakpoint
CREATE INDEX `asset_watchers_thread` ON `asset_watchers` (`thread_id`);