CREATE TABLE `multipart_parts` (
	`asset_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`asset_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `multipart_uploads` (
	`asset_id` text PRIMARY KEY NOT NULL,
	`upload_id` text NOT NULL,
	`object_key` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `multipart_uploads_expiry` ON `multipart_uploads` (`expires_at`);