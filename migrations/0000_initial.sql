CREATE TABLE `asset_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`asset_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_collections_pair` ON `asset_collections` (`asset_id`,`collection_id`);--> statement-breakpoint
CREATE INDEX `asset_collections_collection` ON `asset_collections` (`collection_id`);--> statement-breakpoint
CREATE TABLE `asset_texts` (
	`asset_id` text NOT NULL,
	`version` text NOT NULL,
	`text_key` text NOT NULL,
	`chunks_key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`asset_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `assets` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`project_id` text,
	`shard` integer DEFAULT 0 NOT NULL,
	`display_name` text NOT NULL,
	`original_file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`creation_method` text NOT NULL,
	`source_url` text DEFAULT '' NOT NULL,
	`lifecycle_state` text NOT NULL,
	`lifecycles_completed` text DEFAULT '[]' NOT NULL,
	`object_key` text NOT NULL,
	`object_etag` text DEFAULT '' NOT NULL,
	`sha256` text DEFAULT '' NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`run` integer DEFAULT 0 NOT NULL,
	`text_version` text DEFAULT '' NOT NULL,
	`text_tokens` integer DEFAULT 0 NOT NULL,
	`summary` text DEFAULT '' NOT NULL,
	`summary_tokens` integer DEFAULT 0 NOT NULL,
	`keywords` text DEFAULT '[]' NOT NULL,
	`keywords_tokens` integer DEFAULT 0 NOT NULL,
	`extraction_strategy` text DEFAULT '' NOT NULL,
	`chunking_strategy` text DEFAULT '' NOT NULL,
	`keyword_strategy` text DEFAULT '' NOT NULL,
	`summary_strategy` text DEFAULT '' NOT NULL,
	`worker_strategy` text DEFAULT '' NOT NULL,
	`failure_reason` text DEFAULT '' NOT NULL,
	`processing_message` text DEFAULT '' NOT NULL,
	`processing_error_message` text DEFAULT '' NOT NULL,
	`process_in_background` integer DEFAULT false NOT NULL,
	`process_in_thread` integer DEFAULT false NOT NULL,
	`steps` text DEFAULT '{}' NOT NULL,
	`uploaded_at` integer,
	`last_ready_at` integer,
	`last_referenced_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE INDEX `assets_organization` ON `assets` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `assets_unfinished` ON `assets` (`lifecycle_state`,`modified_at`);--> statement-breakpoint
CREATE TABLE `recent_assets` (
	`user_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `asset_id`)
);
--> statement-breakpoint
CREATE INDEX `recent_assets_newest` ON `recent_assets` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`parent_id` text,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`icon` text DEFAULT '' NOT NULL,
	`lifecycle_state` text DEFAULT 'active' NOT NULL,
	`path` text NOT NULL,
	`depth` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collections_path` ON `collections` (`path`);--> statement-breakpoint
CREATE INDEX `collections_organization` ON `collections` (`organization_id`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`action` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_user_collection_action` ON `grants` (`user_id`,`collection_id`,`action`);--> statement-breakpoint
CREATE INDEX `grants_collection` ON `grants` (`collection_id`);--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`actor_id` text NOT NULL,
	`operation` text NOT NULL,
	`operation_id` text NOT NULL,
	`target_id` text NOT NULL,
	`units` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_organization` ON `audit_events` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`principal` text NOT NULL,
	`operation` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`target_id` text NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`principal`, `operation`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);--> statement-breakpoint
CREATE TABLE `citations` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`message_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`asset_id` text NOT NULL,
	`chunk_id` text NOT NULL,
	`quote` text NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`page` integer NOT NULL,
	`text_version` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `citations_message` ON `citations` (`message_id`,`ordinal`);--> statement-breakpoint
CREATE INDEX `citations_thread` ON `citations` (`thread_id`);--> statement-breakpoint
CREATE INDEX `citations_asset` ON `citations` (`asset_id`,`text_version`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	`recipients` text DEFAULT '[]' NOT NULL,
	`in_reply_to` text,
	`answer_version` integer,
	`transformation_id` text,
	`state` text NOT NULL,
	`world_knowledge` integer DEFAULT false NOT NULL,
	`text_suggestions` text DEFAULT '[]' NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_position` ON `messages` (`thread_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_answer` ON `messages` (`in_reply_to`,`answer_version`);--> statement-breakpoint
CREATE TABLE `thread_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_collections_pair` ON `thread_collections` (`thread_id`,`collection_id`);--> statement-breakpoint
CREATE INDEX `thread_collections_collection` ON `thread_collections` (`collection_id`);--> statement-breakpoint
CREATE TABLE `thread_scope` (
	`thread_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`thread_id`, `kind`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `thread_scope_target` ON `thread_scope` (`target_id`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`home_collection_id` text NOT NULL,
	`label` text NOT NULL,
	`lifecycle_state` text DEFAULT 'active' NOT NULL,
	`world_knowledge` integer DEFAULT false NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE INDEX `threads_home` ON `threads` (`home_collection_id`);--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email_verified` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text,
	PRIMARY KEY(`user_id`, `organization_id`)
);
--> statement-breakpoint
CREATE INDEX `memberships_organization` ON `memberships` (`organization_id`);--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`slug` text NOT NULL,
	`root_collection_id` text NOT NULL,
	`collection_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_slug` ON `organizations` (`slug`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`slug` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_slug` ON `projects` (`organization_id`,`slug`);--> statement-breakpoint
CREATE TABLE `user_emails` (
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`type` text NOT NULL,
	`verified_at` integer,
	PRIMARY KEY(`user_id`, `email`)
);
--> statement-breakpoint
CREATE INDEX `user_emails_email` ON `user_emails` (`email`);--> statement-breakpoint
CREATE TABLE `user_snapshots` (
	`user_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`email` text NOT NULL,
	`display_name` text NOT NULL,
	`given_name` text DEFAULT '' NOT NULL,
	`family_name` text DEFAULT '' NOT NULL,
	`phonetic_name` text DEFAULT '' NOT NULL,
	`auth_display_name` text DEFAULT '' NOT NULL,
	`auth_picture_url` text DEFAULT '' NOT NULL,
	`picture_url` text DEFAULT '' NOT NULL,
	`locale` text DEFAULT '' NOT NULL,
	`potential_score` integer DEFAULT 0 NOT NULL,
	`lifecycle_state` text DEFAULT 'active' NOT NULL,
	`merged_into` text,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`marked_for_abuse_at` integer,
	`marked_for_abuse_by` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_slug` ON `users` (`slug`);