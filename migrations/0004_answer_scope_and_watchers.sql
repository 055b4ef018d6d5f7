CREATE TABLE `answer_scope` (
	`answer_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`role` text NOT NULL,
	`kind` text NOT NULL,
	`grouping` integer DEFAULT 0 NOT NULL,
	`target_id` text NOT NULL,
	PRIMARY KEY(`answer_id`, `role`, `kind`, `grouping`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `answer_scope_thread` ON `answer_scope` (`thread_id`,`role`,`answer_id`);--> statement-breakpoint
CREATE INDEX `answer_scope_target` ON `answer_scope` (`target_id`);--> statement-breakpoint
CREATE TABLE `asset_watchers` (
	`asset_id` text NOT NULL,
	`thread_id` text NOT NULL,
	PRIMARY KEY(`asset_id`, `thread_id`)
);
--> statement-breakpoint
DROP INDEX `messages_answer`;--> statement-breakpoint
ALTER TABLE `messages` ADD `variant` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `asked_as` text;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_answer` ON `messages` (`in_reply_to`,`variant`,`answer_version`);--> statement-breakpoint
UPDATE `messages` SET `variant` = 1 WHERE `in_reply_to` IS NOT NULL;
