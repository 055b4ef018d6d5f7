CREATE TABLE `answer_feedback` (
	`answer_id` text NOT NULL,
	`user_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`rating` text NOT NULL,
	`word` text NOT NULL,
	`created_at` integer NOT NULL,
	`modified_at` integer NOT NULL,
	PRIMARY KEY(`answer_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `answer_feedback_newest` ON `answer_feedback` (`organization_id`,`modified_at`,`answer_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `answer_feedback_of_thread` ON `answer_feedback` (`thread_id`,`modified_at`,`answer_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `answer_feedback_giver` ON `answer_feedback` (`user_id`);