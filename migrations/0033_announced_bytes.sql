ALTER TABLE `assets` ADD `announced_size` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `announced_sha256` text DEFAULT '' NOT NULL;