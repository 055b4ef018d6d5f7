CREATE TABLE `archive_members` (
	`parent_id` text NOT NULL,
	`path` text NOT NULL,
	`position` integer NOT NULL,
	`asset_id` text NOT NULL,
	`waits` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`parent_id`, `path`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archive_members_asset` ON `archive_members` (`asset_id`);--> statement-breakpoint
CREATE INDEX `archive_members_waiting` ON `archive_members` (`parent_id`,`position`) WHERE waits = 1;--> statement-breakpoint
CREATE TABLE `archives` (
	`asset_id` text PRIMARY KEY NOT NULL,
	`collection_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `archives_collection` ON `archives` (`collection_id`);--> statement-breakpoint
ALTER TABLE `assets` ADD `parent_id` text;