ALTER TABLE `asset_collections` ADD `flags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `thread_collections` ADD `flags` text DEFAULT '[]' NOT NULL;