DROP INDEX `assets_creator`;--> statement-breakpoint
CREATE INDEX `assets_creator` ON `assets` (`created_by`,`id`);--> statement-breakpoint
DROP INDEX `messages_creator`;--> statement-breakpoint
CREATE INDEX `messages_creator` ON `messages` (`created_by`,`thread_id`);