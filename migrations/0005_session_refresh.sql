ALTER TABLE `sessions` ADD `refresh_token` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `checked_at` integer DEFAULT 0 NOT NULL;