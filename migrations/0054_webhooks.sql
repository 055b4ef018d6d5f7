CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`round` integer NOT NULL,
	`source` text NOT NULL,
	`event` text NOT NULL,
	`event_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`thread_id` text,
	`at` integer NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`last_status` integer,
	`last_error` text DEFAULT '' NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_source` ON `webhook_deliveries` (`webhook_id`,`source`,`round`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`due_at`,`id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`collection_ids` text NOT NULL,
	`secret_bits` text NOT NULL,
	`previous_bits` text,
	`previous_until` integer,
	`created_at` integer NOT NULL,
	`read_to` text NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`replayed_since` integer,
	`tried_at` integer,
	`failing_since` integer,
	`disabled_at` integer,
	`disabled_reason` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_organization` ON `webhooks` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`);