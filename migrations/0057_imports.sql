CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`state` text NOT NULL,
	`source_id` text DEFAULT '' NOT NULL,
	`parts` text NOT NULL,
	`quotas` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`progress` text NOT NULL,
	`counts` text NOT NULL,
	`failure_reason` text DEFAULT '' NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imports_under_way` ON `imports` (`organization_id`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE INDEX `imports_requester` ON `imports` (`requested_by`);--> statement-breakpoint
ALTER TABLE `messages` ADD `imported_author` text;--> statement-breakpoint
CREATE INDEX `threads_hidden` ON `threads` (`organization_id`) WHERE lifecycle_state = 'deleted' AND purge_at IS NULL;