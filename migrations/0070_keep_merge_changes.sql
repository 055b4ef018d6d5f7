CREATE TABLE `merge_changes` (
	`merge_id` text NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`items` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`merge_id`, `kind`, `part`)
);
--> statement-breakpoint
CREATE INDEX `merge_changes_age` ON `merge_changes` (`at`);