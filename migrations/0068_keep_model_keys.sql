CREATE TABLE `model_keys` (
	`organization_id` text NOT NULL,
	`model` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`kid` text NOT NULL,
	`sealed` text NOT NULL,
	`ending` text NOT NULL,
	`given_by` text NOT NULL,
	`given_at` integer NOT NULL,
	`refused_at` integer,
	PRIMARY KEY(`organization_id`, `model`)
);
--> statement-breakpoint
CREATE INDEX `model_keys_giver` ON `model_keys` (`given_by`);--> statement-breakpoint
CREATE INDEX `model_keys_secret` ON `model_keys` (`kid`);