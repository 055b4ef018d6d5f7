DROP INDEX `recent_assets_newest`;--> statement-breakpoint
CREATE INDEX `recent_assets_newest` ON `recent_assets` (`user_id`,`at`,`asset_id`);