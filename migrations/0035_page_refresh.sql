ALTER TABLE `assets` ADD `page_validators` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `page_checked_at` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `refresh_failure` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `refresh_every` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `refresh_at` integer;--> statement-breakpoint
CREATE INDEX `assets_refresh` ON `assets` (`refresh_at`,`organization_id`,`id`) WHERE refresh_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `assets_refreshed` ON `assets` (`organization_id`) WHERE refresh_at IS NOT NULL;