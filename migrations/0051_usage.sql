CREATE TABLE `usage_days` (
	`organization_id` text NOT NULL,
	`day` integer NOT NULL,
	`user_id` text NOT NULL,
	`operation` text NOT NULL,
	`questions` integer NOT NULL,
	`units` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost` integer NOT NULL,
	`assets` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `day`, `user_id`, `operation`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`day` integer NOT NULL,
	`organization_id` text NOT NULL,
	`questions` integer NOT NULL,
	`units` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost` integer NOT NULL,
	`assets` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`day`, `organization_id`)
) WITHOUT ROWID;
