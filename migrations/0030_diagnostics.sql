CREATE TABLE `diagnostics` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `diagnostics_creator` ON `diagnostics` (`created_by`,`created_at`);--> statement-breakpoint
CREATE INDEX `diagnostics_age` ON `diagnostics` (`created_at`);
