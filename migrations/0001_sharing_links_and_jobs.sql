CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invitation_grants` (
	`invitation_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`action` text NOT NULL,
	PRIMARY KEY(`invitation_id`, `collection_id`, `action`)
);
--> statement-breakpoint
CREATE INDEX `invitation_grants_collection` ON `invitation_grants` (`collection_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`issued_by` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`random_bits` text NOT NULL,
	`token_hash` text NOT NULL,
	`redeemed_at` integer,
	`redeemed_by` text,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_issuer` ON `invitations` (`issued_by`);--> statement-breakpoint
CREATE TABLE `presence` (
	`listener` text NOT NULL,
	`thread_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`listener`, `thread_id`)
);
--> statement-breakpoint
CREATE INDEX `presence_thread` ON `presence` (`thread_id`);--> statement-breakpoint
CREATE TABLE `thread_links` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`message_id` text,
	`share_method` text NOT NULL,
	`shared_to_emails` text DEFAULT '[]' NOT NULL,
	`shared_by` text NOT NULL,
	`shared_at` integer NOT NULL,
	`random_bits` text NOT NULL,
	`token_hash` text NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_links_token` ON `thread_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `thread_links_live` ON `thread_links` (`thread_id`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `thread_links_sharer` ON `thread_links` (`shared_by`);--> statement-breakpoint
ALTER TABLE `assets` ADD `job_id` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `artifacts` text DEFAULT '{}' NOT NULL;