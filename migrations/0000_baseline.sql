-- Of equally good indexes SQLite takes the one that was created last: the order of the CREATE INDEX statements matters.
CREATE TABLE `archive_members` (
	`parent_id` text NOT NULL,
	`path` text NOT NULL,
	`position` integer NOT NULL,
	`asset_id` text NOT NULL,
	`waits` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`parent_id`, `path`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `archive_members_asset` ON `archive_members` (`asset_id`);
--> statement-breakpoint
CREATE INDEX `archive_members_waiting` ON `archive_members` (`parent_id`,`position`) WHERE waits = 1;
--> statement-breakpoint
CREATE TABLE `archives` (
	`asset_id` text PRIMARY KEY NOT NULL,
	`collection_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `archives_collection` ON `archives` (`collection_id`);
--> statement-breakpoint
CREATE TABLE `asset_names` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_names_asset` ON `asset_names` (`asset_id`);
--> statement-breakpoint
CREATE TABLE `asset_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`asset_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`flags` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`display_name` text DEFAULT '' NOT NULL,
	`content_type` text DEFAULT '' NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`asset_created_at` integer DEFAULT 0 NOT NULL,
	`asset_modified_at` integer DEFAULT 0 NOT NULL,
	`holders` text DEFAULT '' NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_collections_pair` ON `asset_collections` (`asset_id`,`collection_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_collection` ON `asset_collections` (`collection_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_creator` ON `asset_collections` (`created_by`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_name` ON `asset_collections` (`collection_id`,`listed`,`display_name`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_type` ON `asset_collections` (`collection_id`,`listed`,`content_type`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_size` ON `asset_collections` (`collection_id`,`listed`,`file_size`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_creation` ON `asset_collections` (`collection_id`,`listed`,`asset_created_at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_change` ON `asset_collections` (`collection_id`,`listed`,`asset_modified_at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_unread` ON `asset_collections` (`collection_id`,`unread`,`asset_id`) WHERE unread > 0;
--> statement-breakpoint
CREATE INDEX `asset_collections_by_type_name` ON `asset_collections` (`collection_id`,`listed`,`content_type`,`display_name`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_type_name_turned` ON `asset_collections` (`collection_id`,`listed`,`content_type`,"display_name" desc,"asset_id" desc);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_type_change` ON `asset_collections` (`collection_id`,`listed`,`content_type`,`asset_modified_at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `asset_collections_by_type_change_turned` ON `asset_collections` (`collection_id`,`listed`,`content_type`,"asset_modified_at" desc,"asset_id" desc);
--> statement-breakpoint
CREATE INDEX `asset_collections_held_twice` ON `asset_collections` (`collection_id`,`asset_id`) WHERE listed = 1 AND CASE holders WHEN '' THEN 2 ELSE json_array_length(holders, '$[0]') END > 1;
--> statement-breakpoint
CREATE TABLE `asset_ranks` (
	`collection_id` text NOT NULL,
	`ordering` text NOT NULL,
	`level` integer NOT NULL,
	`key` blob NOT NULL,
	`asset_id` text NOT NULL,
	`span` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `ordering`, `level`, `key`, `asset_id`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`received` text DEFAULT '' NOT NULL,
	`sha256` text DEFAULT '' NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`announced_size` integer,
	`announced_sha256` text DEFAULT '' NOT NULL,
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
	`job_id` text,
	`artifacts` text DEFAULT '{}' NOT NULL,
	`uploaded_at` integer,
	`last_ready_at` integer,
	`last_referenced_at` integer,
	`holders` text DEFAULT '' NOT NULL,
	`deleted_from` text,
	`purge_at` integer,
	`page_validators` text DEFAULT '' NOT NULL,
	`page_checked_at` integer,
	`refresh_failure` text DEFAULT '' NOT NULL,
	`refresh_every` integer DEFAULT 0 NOT NULL,
	`refresh_at` integer,
	`embedding` text DEFAULT '{}' NOT NULL,
	`parent_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE INDEX `assets_organization` ON `assets` (`organization_id`,`id`);
--> statement-breakpoint
CREATE INDEX `assets_unfinished` ON `assets` (`lifecycle_state`,`modified_at`);
--> statement-breakpoint
CREATE INDEX `assets_modifier` ON `assets` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `assets_deleter` ON `assets` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `assets_purge` ON `assets` (`purge_at`,`id`) WHERE purge_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `assets_refresh` ON `assets` (`refresh_at`,`organization_id`,`id`) WHERE refresh_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `assets_refreshed` ON `assets` (`organization_id`) WHERE refresh_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `assets_bytes` ON `assets` (`organization_id`,`sha256`,`id`) WHERE sha256 <> '';
--> statement-breakpoint
CREATE INDEX `assets_bin` ON `assets` (`organization_id`,`purge_at`,`id`) WHERE purge_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `assets_creator` ON `assets` (`created_by`,`id`);
--> statement-breakpoint
CREATE TABLE `recent_assets` (
	`user_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`at` integer NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`display_name` text DEFAULT '' NOT NULL,
	`content_type` text DEFAULT '' NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`asset_created_at` integer DEFAULT 0 NOT NULL,
	`asset_modified_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `asset_id`)
);
--> statement-breakpoint
CREATE INDEX `recent_assets_newest` ON `recent_assets` (`user_id`,`at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `recent_assets_asset` ON `recent_assets` (`asset_id`);
--> statement-breakpoint
CREATE INDEX `recent_assets_by_name` ON `recent_assets` (`user_id`,`display_name`,`asset_id`) WHERE listed = 1;
--> statement-breakpoint
CREATE INDEX `recent_assets_by_type` ON `recent_assets` (`user_id`,`content_type`,`asset_id`) WHERE listed = 1;
--> statement-breakpoint
CREATE INDEX `recent_assets_by_size` ON `recent_assets` (`user_id`,`file_size`,`asset_id`) WHERE listed = 1;
--> statement-breakpoint
CREATE INDEX `recent_assets_by_creation` ON `recent_assets` (`user_id`,`asset_created_at`,`asset_id`) WHERE listed = 1;
--> statement-breakpoint
CREATE INDEX `recent_assets_by_change` ON `recent_assets` (`user_id`,`asset_modified_at`,`asset_id`) WHERE listed = 1;
--> statement-breakpoint
CREATE TABLE `subtree_assets` (
	`collection_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`links` integer NOT NULL,
	`display_name` text NOT NULL,
	`content_type` text NOT NULL,
	`file_size` integer NOT NULL,
	`asset_created_at` integer NOT NULL,
	`asset_modified_at` integer NOT NULL,
	`holders` text NOT NULL,
	PRIMARY KEY(`collection_id`, `asset_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_name` ON `subtree_assets` (`collection_id`,`display_name`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type` ON `subtree_assets` (`collection_id`,`content_type`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_size` ON `subtree_assets` (`collection_id`,`file_size`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_creation` ON `subtree_assets` (`collection_id`,`asset_created_at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_change` ON `subtree_assets` (`collection_id`,`asset_modified_at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_asset` ON `subtree_assets` (`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_name` ON `subtree_assets` (`collection_id`,`content_type`,`display_name`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_size` ON `subtree_assets` (`collection_id`,`content_type`,`file_size`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_creation` ON `subtree_assets` (`collection_id`,`content_type`,`asset_created_at`,`asset_id`);
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_change` ON `subtree_assets` (`collection_id`,`content_type`,`asset_modified_at`,`asset_id`);
--> statement-breakpoint
CREATE TABLE `collection_members` (
	`collection_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`actions` text NOT NULL,
	`shows_address` integer NOT NULL,
	`listed` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collection_members_by_name` ON `collection_members` (`collection_id`,`listed`,name COLLATE NOCASE,`user_id`,`actions`,`shows_address`);
--> statement-breakpoint
CREATE INDEX `collection_members_user` ON `collection_members` (`user_id`);
--> statement-breakpoint
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
	`asset_count` integer DEFAULT 0 NOT NULL,
	`member_count` integer DEFAULT 0 NOT NULL,
	`unread_count` integer DEFAULT 0 NOT NULL,
	`thread_count` integer DEFAULT 0 NOT NULL,
	`subtree_count` integer DEFAULT 0 NOT NULL,
	`subtree_listed_to` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collections_path` ON `collections` (`path`);
--> statement-breakpoint
CREATE INDEX `collections_organization` ON `collections` (`organization_id`);
--> statement-breakpoint
CREATE INDEX `collections_creator` ON `collections` (`created_by`);
--> statement-breakpoint
CREATE INDEX `collections_modifier` ON `collections` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `collections_deleter` ON `collections` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `collections_children` ON `collections` (`parent_id`,`id`) WHERE lifecycle_state = 'active';
--> statement-breakpoint
CREATE INDEX `collections_unread` ON `collections` (`path`) WHERE unread_count > 0;
--> statement-breakpoint
CREATE INDEX `collections_to_list` ON `collections` (`organization_id`,`id`) WHERE subtree_listed_to IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`action` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`shows_address` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_user_collection_action` ON `grants` (`user_id`,`collection_id`,`action`);
--> statement-breakpoint
CREATE INDEX `grants_collection` ON `grants` (`collection_id`);
--> statement-breakpoint
CREATE INDEX `grants_creator` ON `grants` (`created_by`);
--> statement-breakpoint
CREATE INDEX `grants_user` ON `grants` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `grants_user_organization` ON `grants` (`user_id`,`organization_id`,`collection_id`);
--> statement-breakpoint
CREATE TABLE `crawl_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `crawl_hosts_next` ON `crawl_hosts` (`next_at`);
--> statement-breakpoint
CREATE TABLE `crawl_pages` (
	`collection_id` text NOT NULL,
	`url` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`depth` integer NOT NULL,
	`asset_id` text,
	`ended` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`collection_id`, `url`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `crawl_pages_asset` ON `crawl_pages` (`asset_id`) WHERE asset_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `crawl_pages_open` ON `crawl_pages` (`collection_id`,`asset_id`,`position`) WHERE ended = 0;
--> statement-breakpoint
CREATE TABLE `crawls` (
	`collection_id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`origin` text NOT NULL,
	`max_pages` integer NOT NULL,
	`max_depth` integer NOT NULL,
	`found` integer DEFAULT 1 NOT NULL,
	`pause_ms` integer NOT NULL,
	`process_in_background` integer NOT NULL,
	`modified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `crawls_running` ON `crawls` (`organization_id`) WHERE state = 'running';
--> statement-breakpoint
CREATE INDEX `crawls_stalled` ON `crawls` (`modified_at`) WHERE state = 'running';
--> statement-breakpoint
CREATE TABLE `deletion_items` (
	`deletion_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`removed_at` integer,
	`rows` integer DEFAULT 0 NOT NULL,
	`objects` integer DEFAULT 0 NOT NULL,
	`passages` integer DEFAULT 0 NOT NULL,
	`rooms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`deletion_id`, `kind`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `deletion_items_target` ON `deletion_items` (`target_id`);
--> statement-breakpoint
CREATE INDEX `deletion_items_left` ON `deletion_items` (`deletion_id`,`kind`,`target_id`) WHERE removed_at IS NULL;
--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`plan` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deletions_requester` ON `deletions` (`requested_by`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `imports_under_way` ON `imports` (`organization_id`) WHERE finished_at IS NULL;
--> statement-breakpoint
CREATE INDEX `imports_requester` ON `imports` (`requested_by`);
--> statement-breakpoint
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
CREATE INDEX `model_keys_giver` ON `model_keys` (`given_by`);
--> statement-breakpoint
CREATE INDEX `model_keys_secret` ON `model_keys` (`kid`);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text,
	`actor_id` text NOT NULL,
	`key_id` text,
	`operation` text NOT NULL,
	`operation_id` text NOT NULL,
	`target_id` text NOT NULL,
	`units` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	`changes` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_organization` ON `audit_events` (`organization_id`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`organization_id`,`actor_id`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_target` ON `audit_events` (`organization_id`,`target_id`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_operation` ON `audit_events` (`organization_id`,`operation`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_events_key` ON `audit_events` (`organization_id`,`key_id`,`id`) WHERE key_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `day_counters` (
	`name` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `diagnostics` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `diagnostics_creator` ON `diagnostics` (`created_by`,`created_at`);
--> statement-breakpoint
CREATE INDEX `diagnostics_age` ON `diagnostics` (`created_at`);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`principal` text NOT NULL,
	`operation` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`target_id` text NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`result` text,
	PRIMARY KEY(`principal`, `operation`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`at`);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`parked_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);
--> statement-breakpoint
CREATE INDEX `outbox_parked` ON `outbox` (`parked_at`) WHERE parked_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `rehearsed_access` (
	`side` integer NOT NULL,
	`who` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`actions` integer NOT NULL
);
--> statement-breakpoint
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
	`estimated_tokens` integer DEFAULT 0 NOT NULL,
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
	`estimated_tokens` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `organization_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `invitation_grants` (
	`invitation_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`action` text NOT NULL,
	PRIMARY KEY(`invitation_id`, `collection_id`, `action`)
);
--> statement-breakpoint
CREATE INDEX `invitation_grants_collection` ON `invitation_grants` (`collection_id`);
--> statement-breakpoint
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
	`promised` integer DEFAULT 100 NOT NULL,
	`redeemed_at` integer,
	`redeemed_by` text,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token` ON `invitations` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);
--> statement-breakpoint
CREATE INDEX `invitations_issuer` ON `invitations` (`issued_by`);
--> statement-breakpoint
CREATE INDEX `invitations_redeemer` ON `invitations` (`redeemed_by`) WHERE redeemed_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `invitations_waiting` ON `invitations` (`email`,`expires_at`,`id`) WHERE redeemed_at IS NULL AND revoked_at IS NULL;
--> statement-breakpoint
CREATE INDEX `invitations_open` ON `invitations` (`issued_by`,`expires_at`,`id`) WHERE redeemed_at IS NULL AND revoked_at IS NULL;
--> statement-breakpoint
CREATE TABLE `presence` (
	`listener` text NOT NULL,
	`thread_id` text NOT NULL,
	`since` integer NOT NULL,
	`connections` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`listener`, `thread_id`)
);
--> statement-breakpoint
CREATE INDEX `presence_thread` ON `presence` (`thread_id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `thread_links_token` ON `thread_links` (`token_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_links_live` ON `thread_links` (`thread_id`) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE INDEX `thread_links_sharer` ON `thread_links` (`shared_by`);
--> statement-breakpoint
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
CREATE INDEX `answer_feedback_newest` ON `answer_feedback` (`organization_id`,`modified_at`,`answer_id`,`user_id`);
--> statement-breakpoint
CREATE INDEX `answer_feedback_of_thread` ON `answer_feedback` (`thread_id`,`modified_at`,`answer_id`,`user_id`);
--> statement-breakpoint
CREATE INDEX `answer_feedback_giver` ON `answer_feedback` (`user_id`);
--> statement-breakpoint
CREATE TABLE `answer_scope` (
	`answer_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`role` text NOT NULL,
	`kind` text NOT NULL,
	`grouping` integer DEFAULT 0 NOT NULL,
	`target_id` text NOT NULL,
	PRIMARY KEY(`answer_id`, `role`, `kind`, `grouping`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `answer_scope_thread` ON `answer_scope` (`thread_id`,`role`,`answer_id`);
--> statement-breakpoint
CREATE INDEX `answer_scope_target` ON `answer_scope` (`target_id`);
--> statement-breakpoint
CREATE TABLE `asset_watchers` (
	`asset_id` text NOT NULL,
	`thread_id` text NOT NULL,
	PRIMARY KEY(`asset_id`, `thread_id`)
);
--> statement-breakpoint
CREATE INDEX `asset_watchers_thread` ON `asset_watchers` (`thread_id`);
--> statement-breakpoint
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
	`locator` text,
	`text_version` text NOT NULL,
	`said` text DEFAULT '' NOT NULL,
	`support` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `citations_message` ON `citations` (`message_id`,`ordinal`);
--> statement-breakpoint
CREATE INDEX `citations_thread` ON `citations` (`thread_id`);
--> statement-breakpoint
CREATE INDEX `citations_asset` ON `citations` (`asset_id`,`text_version`);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`sent_as` text,
	`known_as` text GENERATED ALWAYS AS (coalesce(sent_as, id)) VIRTUAL NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`content` text NOT NULL,
	`recipients` text DEFAULT '[]' NOT NULL,
	`in_reply_to` text,
	`variant` integer,
	`answer_version` integer,
	`asked_by` text,
	`chosen_at` integer,
	`transformation_id` text,
	`asked_as` text,
	`state` text NOT NULL,
	`world_knowledge` integer DEFAULT false NOT NULL,
	`text_suggestions` text DEFAULT '[]' NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`dropped_sentences` integer DEFAULT 0 NOT NULL,
	`passed_over` text DEFAULT '[]' NOT NULL,
	`imported_author` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_position` ON `messages` (`thread_id`,`position`);
--> statement-breakpoint
CREATE INDEX `messages_modifier` ON `messages` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `messages_deleter` ON `messages` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_answer` ON `messages` (`in_reply_to`,`variant`,`answer_version`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_known_as` ON `messages` (`thread_id`,`known_as`);
--> statement-breakpoint
CREATE INDEX `messages_asker` ON `messages` (`asked_by`) WHERE asked_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `messages_creator` ON `messages` (`created_by`,`thread_id`);
--> statement-breakpoint
CREATE TABLE `recent_thread_counts` (
	`user_id` text NOT NULL,
	`places` text NOT NULL,
	`threads` integer NOT NULL,
	PRIMARY KEY(`user_id`, `places`)
);
--> statement-breakpoint
CREATE TABLE `recent_threads` (
	`user_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`at` integer NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`label` text DEFAULT '' NOT NULL,
	`thread_created_at` integer DEFAULT 0 NOT NULL,
	`places` text DEFAULT '' NOT NULL,
	`changed_at` integer,
	PRIMARY KEY(`user_id`, `thread_id`)
);
--> statement-breakpoint
CREATE INDEX `recent_threads_thread` ON `recent_threads` (`thread_id`,`places`);
--> statement-breakpoint
CREATE INDEX `recent_threads_by_label` ON `recent_threads` (`user_id`,`listed`,`label`,`thread_id`);
--> statement-breakpoint
CREATE INDEX `recent_threads_by_creation` ON `recent_threads` (`user_id`,`listed`,`thread_created_at`,`thread_id`);
--> statement-breakpoint
CREATE INDEX `recent_threads_newest` ON `recent_threads` (`user_id`,`listed`,`at`,`thread_id`);
--> statement-breakpoint
CREATE INDEX `recent_threads_by_change` ON `recent_threads` (`user_id`,`listed`,`changed_at`,`thread_id`);
--> statement-breakpoint
CREATE TABLE `thread_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`flags` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_collections_pair` ON `thread_collections` (`thread_id`,`collection_id`);
--> statement-breakpoint
CREATE INDEX `thread_collections_collection` ON `thread_collections` (`collection_id`);
--> statement-breakpoint
CREATE INDEX `thread_collections_creator` ON `thread_collections` (`created_by`);
--> statement-breakpoint
CREATE TABLE `thread_places` (
	`thread_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`link_id` text NOT NULL,
	`flags` text DEFAULT '[]' NOT NULL,
	`listed` integer NOT NULL,
	`label` text NOT NULL,
	`thread_created_at` integer NOT NULL,
	`thread_modified_at` integer NOT NULL,
	PRIMARY KEY(`thread_id`, `collection_id`)
);
--> statement-breakpoint
CREATE INDEX `thread_places_by_label` ON `thread_places` (`collection_id`,`listed`,`label`,`thread_id`);
--> statement-breakpoint
CREATE INDEX `thread_places_by_creation` ON `thread_places` (`collection_id`,`listed`,`thread_created_at`,`thread_id`);
--> statement-breakpoint
CREATE INDEX `thread_places_by_change` ON `thread_places` (`collection_id`,`listed`,`thread_modified_at`,`thread_id`);
--> statement-breakpoint
CREATE TABLE `thread_scope` (
	`thread_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`thread_id`, `kind`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `thread_scope_target` ON `thread_scope` (`target_id`);
--> statement-breakpoint
CREATE INDEX `thread_scope_creator` ON `thread_scope` (`created_by`);
--> statement-breakpoint
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`home_collection_id` text NOT NULL,
	`label` text NOT NULL,
	`lifecycle_state` text DEFAULT 'active' NOT NULL,
	`world_knowledge` integer DEFAULT false NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`chat_key` text,
	`purge_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE INDEX `threads_home` ON `threads` (`home_collection_id`);
--> statement-breakpoint
CREATE INDEX `threads_creator` ON `threads` (`created_by`);
--> statement-breakpoint
CREATE INDEX `threads_modifier` ON `threads` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `threads_deleter` ON `threads` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `threads_purge` ON `threads` (`purge_at`,`id`) WHERE purge_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `threads_chat` ON `threads` (`created_by`,`chat_key`,`id`) WHERE chat_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `threads_organization` ON `threads` (`organization_id`,`id`);
--> statement-breakpoint
CREATE INDEX `threads_hidden` ON `threads` (`organization_id`) WHERE lifecycle_state = 'deleted' AND purge_at IS NULL;
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`actions` text NOT NULL,
	`collection_ids` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);
--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`,`id`);
--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer NOT NULL,
	`token_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`merged_at` integer,
	PRIMARY KEY(`issuer`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);
--> statement-breakpoint
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
CREATE INDEX `memberships_organization` ON `memberships` (`organization_id`);
--> statement-breakpoint
CREATE INDEX `memberships_creator` ON `memberships` (`created_by`);
--> statement-breakpoint
CREATE INDEX `memberships_modifier` ON `memberships` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `memberships_deleter` ON `memberships` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`slug` text NOT NULL,
	`root_collection_id` text NOT NULL,
	`collection_count` integer DEFAULT 0 NOT NULL,
	`retention_days` integer DEFAULT 30 NOT NULL,
	`quotas` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`modified_at` integer NOT NULL,
	`modified_by` text NOT NULL,
	`deleted_at` integer,
	`deleted_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizations_slug` ON `organizations` (`slug`);
--> statement-breakpoint
CREATE INDEX `organizations_creator` ON `organizations` (`created_by`);
--> statement-breakpoint
CREATE INDEX `organizations_modifier` ON `organizations` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `organizations_deleter` ON `organizations` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `projects_slug` ON `projects` (`organization_id`,`slug`);
--> statement-breakpoint
CREATE INDEX `projects_creator` ON `projects` (`created_by`);
--> statement-breakpoint
CREATE INDEX `projects_modifier` ON `projects` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `projects_deleter` ON `projects` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `user_emails` (
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`type` text NOT NULL,
	`verified_at` integer,
	PRIMARY KEY(`user_id`, `email`)
);
--> statement-breakpoint
CREATE INDEX `user_emails_email` ON `user_emails` (`email`);
--> statement-breakpoint
CREATE INDEX `user_emails_verified` ON `user_emails` (`email`) WHERE verified_at IS NOT NULL;
--> statement-breakpoint
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
	`addresses` text DEFAULT '[]' NOT NULL,
	`potential_score` integer DEFAULT 0 NOT NULL,
	`lifecycle_state` text DEFAULT 'active' NOT NULL,
	`merged_into` text,
	`merge_reason` text,
	`organization_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`marked_for_abuse_at` integer,
	`marked_for_abuse_by` text,
	`purge_at` integer,
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
--> statement-breakpoint
CREATE INDEX `users_creator` ON `users` (`created_by`);
--> statement-breakpoint
CREATE INDEX `users_modifier` ON `users` (`modified_by`) WHERE modified_by <> created_by;
--> statement-breakpoint
CREATE INDEX `users_deleter` ON `users` (`deleted_by`) WHERE deleted_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_marker` ON `users` (`marked_for_abuse_by`) WHERE marked_for_abuse_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_purge` ON `users` (`purge_at`,`id`) WHERE purge_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_merged` ON `users` (`merged_into`) WHERE merged_into IS NOT NULL;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `webhook_deliveries_source` ON `webhook_deliveries` (`webhook_id`,`source`,`round`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`due_at`,`id`) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`webhook_id`,`id`);
--> statement-breakpoint
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
CREATE INDEX `webhooks_organization` ON `webhooks` (`organization_id`,`id`);
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`);
--> statement-breakpoint
-- A link has copies of its asset's sort fields. A collection counts its listed assets.
CREATE TRIGGER asset_collections_count_change AFTER UPDATE OF listed ON asset_collections WHEN OLD.listed <> NEW.listed BEGIN
  UPDATE collections SET asset_count = asset_count + NEW.listed - OLD.listed WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_count_end AFTER DELETE ON asset_collections WHEN OLD.listed = 1 BEGIN
  UPDATE collections SET asset_count = asset_count - 1 WHERE id = OLD.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_copy AFTER INSERT ON asset_collections BEGIN
  UPDATE asset_collections SET listed = a.lifecycle_state <> 'deleted', display_name = a.display_name, content_type = a.content_type,
    file_size = a.file_size, asset_created_at = a.created_at, asset_modified_at = a.modified_at
    FROM assets a WHERE a.id = NEW.asset_id AND asset_collections.id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_copy_new AFTER INSERT ON assets BEGIN
  UPDATE asset_collections SET listed = NEW.lifecycle_state <> 'deleted', display_name = NEW.display_name, content_type = NEW.content_type,
    file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_copy_change AFTER UPDATE OF lifecycle_state, display_name, content_type, file_size, created_at, modified_at ON assets BEGIN
  UPDATE asset_collections SET listed = NEW.lifecycle_state <> 'deleted', display_name = NEW.display_name, content_type = NEW.content_type,
    file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
-- `holders` is JSON of an asset's collections and links, or '' above 20 links.
CREATE TRIGGER assets_holders_copy AFTER UPDATE OF holders ON assets BEGIN
  UPDATE asset_collections SET holders = NEW.holders WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_holders_new AFTER INSERT ON assets BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = NEW.id ORDER BY collection_id LIMIT 21) l) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_holders_new AFTER INSERT ON asset_collections BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = NEW.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_holders_change AFTER UPDATE OF id, asset_id, collection_id, flags ON asset_collections BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = OLD.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = OLD.asset_id;
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = NEW.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_holders_end AFTER DELETE ON asset_collections BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = OLD.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = OLD.asset_id;
END;
--> statement-breakpoint
-- A link marks an unprocessed asset. A collection counts its unprocessed assets.
CREATE TRIGGER asset_collections_unread_change AFTER UPDATE OF unread ON asset_collections WHEN (OLD.unread > 0) <> (NEW.unread > 0) BEGIN
  UPDATE collections SET unread_count = unread_count + (NEW.unread > 0) - (OLD.unread > 0) WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_unread_end AFTER DELETE ON asset_collections WHEN OLD.unread > 0 BEGIN
  UPDATE collections SET unread_count = unread_count - 1 WHERE id = OLD.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_unread_new AFTER INSERT ON asset_collections BEGIN
  UPDATE asset_collections SET unread = CASE a.lifecycle_state WHEN 'uploaded' THEN 1 ELSE 2 END
    FROM assets a WHERE a.id = NEW.asset_id AND a.lifecycle_state IN ('uploaded', 'processing') AND asset_collections.id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_unread_new AFTER INSERT ON assets WHEN NEW.lifecycle_state IN ('uploaded', 'processing') BEGIN
  UPDATE asset_collections SET unread = CASE NEW.lifecycle_state WHEN 'uploaded' THEN 1 ELSE 2 END WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_unread_change AFTER UPDATE OF lifecycle_state ON assets WHEN OLD.lifecycle_state <> NEW.lifecycle_state
  AND (OLD.lifecycle_state IN ('uploaded', 'processing') OR NEW.lifecycle_state IN ('uploaded', 'processing')) BEGIN
  UPDATE asset_collections SET unread = CASE NEW.lifecycle_state WHEN 'uploaded' THEN 1 WHEN 'processing' THEN 2 ELSE 0 END WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
-- The members of a collection, with names and actions, follow grants and users.
CREATE TRIGGER collection_members_count_new AFTER INSERT ON collection_members WHEN NEW.listed = 1 BEGIN
  UPDATE collections SET member_count = member_count + 1 WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER collection_members_count_change AFTER UPDATE OF listed ON collection_members WHEN OLD.listed <> NEW.listed BEGIN
  UPDATE collections SET member_count = member_count + NEW.listed - OLD.listed WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER collection_members_count_end AFTER DELETE ON collection_members WHEN OLD.listed = 1 BEGIN
  UPDATE collections SET member_count = member_count - 1 WHERE id = OLD.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER grants_members_new AFTER INSERT ON grants BEGIN
  INSERT INTO collection_members (collection_id, user_id, name, actions, shows_address, listed)
    SELECT NEW.collection_id, NEW.user_id, coalesce(u.display_name, ''), '', 0, coalesce(u.lifecycle_state IN ('active', 'suspended'), 0)
    FROM (SELECT 1) LEFT JOIN users u ON u.id = NEW.user_id
    WHERE NOT EXISTS (SELECT 1 FROM collection_members m WHERE m.collection_id = NEW.collection_id AND m.user_id = NEW.user_id);
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = NEW.user_id AND g.collection_id = NEW.collection_id)
    WHERE collection_id = NEW.collection_id AND user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER grants_members_end AFTER DELETE ON grants BEGIN
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = OLD.user_id AND g.collection_id = OLD.collection_id)
    WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id;
  DELETE FROM collection_members WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id AND actions = '';
END;
--> statement-breakpoint
CREATE TRIGGER grants_members_change AFTER UPDATE OF user_id, collection_id, action, shows_address ON grants BEGIN
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = OLD.user_id AND g.collection_id = OLD.collection_id)
    WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id;
  DELETE FROM collection_members WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id AND actions = '';
  INSERT INTO collection_members (collection_id, user_id, name, actions, shows_address, listed)
    SELECT NEW.collection_id, NEW.user_id, coalesce(u.display_name, ''), '', 0, coalesce(u.lifecycle_state IN ('active', 'suspended'), 0)
    FROM (SELECT 1) LEFT JOIN users u ON u.id = NEW.user_id
    WHERE NOT EXISTS (SELECT 1 FROM collection_members m WHERE m.collection_id = NEW.collection_id AND m.user_id = NEW.user_id);
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = NEW.user_id AND g.collection_id = NEW.collection_id)
    WHERE collection_id = NEW.collection_id AND user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER users_members_new AFTER INSERT ON users BEGIN
  UPDATE collection_members SET name = NEW.display_name, listed = NEW.lifecycle_state IN ('active', 'suspended') WHERE user_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_members_change AFTER UPDATE OF display_name, lifecycle_state ON users
  WHEN OLD.display_name <> NEW.display_name OR OLD.lifecycle_state <> NEW.lifecycle_state BEGIN
  UPDATE collection_members SET name = NEW.display_name, listed = NEW.lifecycle_state IN ('active', 'suspended') WHERE user_id = NEW.id;
END;
--> statement-breakpoint
-- Trigrams of the names of assets, each after the id of its organization.
CREATE VIRTUAL TABLE asset_name_grams USING fts5(grams, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Z* C*' separators '
'");
--> statement-breakpoint
CREATE TRIGGER assets_name_new AFTER INSERT ON assets BEGIN
  INSERT INTO asset_names (asset_id) VALUES (NEW.id);
  INSERT INTO asset_name_grams (rowid, grams) SELECT known.id, (SELECT group_concat(substr(NEW.organization_id, 5) || substr(spelt.text, place.key + 1, 3), char(10))
    FROM (SELECT NEW.display_name || char(2, 2) || CASE NEW.original_file_name WHEN NEW.display_name THEN '' ELSE NEW.original_file_name || char(2, 2) END AS text) spelt
    CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(length(spelt.text) - 2)), '00', '0,'), ',') || ']') place)
    FROM asset_names known WHERE known.asset_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_name_change AFTER UPDATE OF display_name, original_file_name ON assets
  WHEN OLD.display_name <> NEW.display_name OR OLD.original_file_name <> NEW.original_file_name BEGIN
  DELETE FROM asset_name_grams WHERE rowid = (SELECT id FROM asset_names WHERE asset_id = NEW.id);
  INSERT INTO asset_name_grams (rowid, grams) SELECT known.id, (SELECT group_concat(substr(NEW.organization_id, 5) || substr(spelt.text, place.key + 1, 3), char(10))
    FROM (SELECT NEW.display_name || char(2, 2) || CASE NEW.original_file_name WHEN NEW.display_name THEN '' ELSE NEW.original_file_name || char(2, 2) END AS text) spelt
    CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(length(spelt.text) - 2)), '00', '0,'), ',') || ']') place)
    FROM asset_names known WHERE known.asset_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_name_end AFTER DELETE ON assets BEGIN
  DELETE FROM asset_name_grams WHERE rowid = (SELECT id FROM asset_names WHERE asset_id = OLD.id);
  DELETE FROM asset_names WHERE asset_id = OLD.id;
END;
--> statement-breakpoint
-- The collections that list a thread follow its home and its links.
CREATE TRIGGER thread_places_count_new AFTER INSERT ON thread_places WHEN NEW.listed = 1 BEGIN
  UPDATE collections SET thread_count = thread_count + 1 WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER thread_places_count_change AFTER UPDATE OF listed ON thread_places WHEN OLD.listed <> NEW.listed BEGIN
  UPDATE collections SET thread_count = thread_count + NEW.listed - OLD.listed WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER thread_places_count_end AFTER DELETE ON thread_places WHEN OLD.listed = 1 BEGIN
  UPDATE collections SET thread_count = thread_count - 1 WHERE id = OLD.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER threads_place_new AFTER INSERT ON threads BEGIN
  INSERT INTO thread_places (thread_id, collection_id, link_id, listed, label, thread_created_at, thread_modified_at)
    VALUES (NEW.id, NEW.home_collection_id, '', NEW.lifecycle_state <> 'deleted', NEW.label, NEW.created_at, NEW.modified_at);
  INSERT INTO recent_threads (user_id, thread_id, at) VALUES (NEW.created_by, NEW.id, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER threads_place_change AFTER UPDATE OF lifecycle_state, label, created_at, modified_at ON threads BEGIN
  UPDATE thread_places SET listed = NEW.lifecycle_state <> 'deleted', label = NEW.label, thread_created_at = NEW.created_at,
    thread_modified_at = NEW.modified_at WHERE thread_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER thread_collections_place_new AFTER INSERT ON thread_collections BEGIN
  INSERT INTO thread_places (thread_id, collection_id, link_id, flags, listed, label, thread_created_at, thread_modified_at)
    SELECT id, NEW.collection_id, NEW.id, NEW.flags, lifecycle_state <> 'deleted', label, created_at, modified_at FROM threads
    WHERE id = NEW.thread_id ON CONFLICT (thread_id, collection_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER thread_collections_place_change AFTER UPDATE OF flags ON thread_collections BEGIN
  UPDATE thread_places SET flags = NEW.flags WHERE thread_id = NEW.thread_id AND collection_id = NEW.collection_id AND link_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER thread_collections_place_end AFTER DELETE ON thread_collections BEGIN
  DELETE FROM thread_places WHERE thread_id = OLD.thread_id AND collection_id = OLD.collection_id AND link_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_recent_new AFTER INSERT ON messages WHEN NEW.created_by <> 'user_00000000000000000000000000' BEGIN
  INSERT INTO recent_threads (user_id, thread_id, at) VALUES (NEW.created_by, NEW.thread_id, NEW.created_at)
    ON CONFLICT (user_id, thread_id) DO UPDATE SET at = max(at, excluded.at);
END;
--> statement-breakpoint
-- A user's recent assets have copies of the sort fields.
CREATE TRIGGER recent_assets_copy AFTER INSERT ON recent_assets BEGIN
  UPDATE recent_assets SET listed = a.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = a.display_name, content_type = a.content_type,
    file_size = a.file_size, asset_created_at = a.created_at, asset_modified_at = a.modified_at
    FROM assets a WHERE a.id = NEW.asset_id AND recent_assets.user_id = NEW.user_id AND recent_assets.asset_id = NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_recent_new AFTER INSERT ON assets BEGIN
  UPDATE recent_assets SET listed = NEW.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = NEW.display_name,
    content_type = NEW.content_type, file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at
    WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER assets_recent_change AFTER UPDATE OF lifecycle_state, display_name, content_type, file_size, created_at, modified_at ON assets BEGIN
  UPDATE recent_assets SET listed = NEW.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = NEW.display_name,
    content_type = NEW.content_type, file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at
    WHERE asset_id = NEW.id;
END;
--> statement-breakpoint
-- Order statistics of a collection's assets. An INSERT into a view adds or removes an entry on each level.
CREATE VIEW asset_rank_entries AS SELECT collection_id, ordering, key, asset_id FROM asset_ranks;
--> statement-breakpoint
CREATE TRIGGER asset_rank_entries_new INSTEAD OF INSERT ON asset_rank_entries BEGIN
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 1 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 1, NEW.key, NEW.asset_id, CASE NEW.ordering
      WHEN 'name' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_name WHERE collection_id = NEW.collection_id AND listed = 1
        AND (display_name, asset_id) <= (NEW.key, NEW.asset_id) AND (display_name, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), ''), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'type' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_type WHERE collection_id = NEW.collection_id AND listed = 1
        AND (content_type, asset_id) <= (NEW.key, NEW.asset_id) AND (content_type, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), ''), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'size' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_size WHERE collection_id = NEW.collection_id AND listed = 1
        AND (file_size, asset_id) <= (NEW.key, NEW.asset_id) AND (file_size, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'creation' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_creation WHERE collection_id = NEW.collection_id AND listed = 1
        AND (asset_created_at, asset_id) <= (NEW.key, NEW.asset_id) AND (asset_created_at, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'change' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_change WHERE collection_id = NEW.collection_id AND listed = 1
        AND (asset_modified_at, asset_id) <= (NEW.key, NEW.asset_id) AND (asset_modified_at, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), ''))) END
    WHERE NEW.asset_id GLOB '*[08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 1 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 1 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 2 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 2, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 1 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 2 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 2 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 2 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 2 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 3 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 3, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 2 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 3 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 3 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 3 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 3 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 4 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 4, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 3 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 4 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 4 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 4 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 4 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 5 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 5, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 4 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 5 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 5 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 5 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 5 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
END;
--> statement-breakpoint
CREATE VIEW asset_rank_ends AS SELECT collection_id, ordering, key, asset_id FROM asset_ranks;
--> statement-breakpoint
CREATE TRIGGER asset_rank_ends_new INSTEAD OF INSERT ON asset_rank_ends BEGIN
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 1 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 1 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 2 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 2 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 3 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 3 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 4 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 4 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 5 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 5 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND key = NEW.key AND asset_id = NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_rank_new AFTER INSERT ON asset_collections WHEN NEW.listed = 1 BEGIN
  INSERT INTO asset_rank_entries (collection_id, ordering, key, asset_id) SELECT NEW.collection_id, kept.ordering, kept.new_key, NEW.asset_id
    FROM (SELECT 'name' AS ordering, NEW.display_name AS new_key UNION ALL SELECT 'type' AS ordering, NEW.content_type AS new_key UNION ALL SELECT 'size' AS ordering, NEW.file_size AS new_key UNION ALL SELECT 'creation' AS ordering, NEW.asset_created_at AS new_key UNION ALL SELECT 'change' AS ordering, NEW.asset_modified_at AS new_key) kept;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_rank_end AFTER DELETE ON asset_collections WHEN OLD.listed = 1 BEGIN
  INSERT INTO asset_rank_ends (collection_id, ordering, key, asset_id) SELECT OLD.collection_id, kept.ordering, kept.old_key, OLD.asset_id
    FROM (SELECT 'name' AS ordering, OLD.display_name AS old_key UNION ALL SELECT 'type' AS ordering, OLD.content_type AS old_key UNION ALL SELECT 'size' AS ordering, OLD.file_size AS old_key UNION ALL SELECT 'creation' AS ordering, OLD.asset_created_at AS old_key UNION ALL SELECT 'change' AS ordering, OLD.asset_modified_at AS old_key) kept;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_rank_change AFTER UPDATE OF collection_id, asset_id, listed, display_name, content_type, file_size, asset_created_at, asset_modified_at ON asset_collections BEGIN
  INSERT INTO asset_rank_ends (collection_id, ordering, key, asset_id) SELECT OLD.collection_id, kept.ordering, kept.old_key, OLD.asset_id
    FROM (SELECT 'name' AS ordering, OLD.display_name AS old_key, NEW.display_name AS new_key UNION ALL SELECT 'type' AS ordering, OLD.content_type AS old_key, NEW.content_type AS new_key UNION ALL SELECT 'size' AS ordering, OLD.file_size AS old_key, NEW.file_size AS new_key UNION ALL SELECT 'creation' AS ordering, OLD.asset_created_at AS old_key, NEW.asset_created_at AS new_key UNION ALL SELECT 'change' AS ordering, OLD.asset_modified_at AS old_key, NEW.asset_modified_at AS new_key) kept
    WHERE OLD.listed = 1 AND (NEW.listed <> 1 OR kept.old_key <> kept.new_key OR OLD.collection_id <> NEW.collection_id OR OLD.asset_id <> NEW.asset_id);
  INSERT INTO asset_rank_entries (collection_id, ordering, key, asset_id) SELECT NEW.collection_id, kept.ordering, kept.new_key, NEW.asset_id
    FROM (SELECT 'name' AS ordering, OLD.display_name AS old_key, NEW.display_name AS new_key UNION ALL SELECT 'type' AS ordering, OLD.content_type AS old_key, NEW.content_type AS new_key UNION ALL SELECT 'size' AS ordering, OLD.file_size AS old_key, NEW.file_size AS new_key UNION ALL SELECT 'creation' AS ordering, OLD.asset_created_at AS old_key, NEW.asset_created_at AS new_key UNION ALL SELECT 'change' AS ordering, OLD.asset_modified_at AS old_key, NEW.asset_modified_at AS new_key) kept
    WHERE NEW.listed = 1 AND (OLD.listed <> 1 OR kept.old_key <> kept.new_key OR OLD.collection_id <> NEW.collection_id OR OLD.asset_id <> NEW.asset_id);
END;
--> statement-breakpoint
-- The assets of a subtree. An INSERT into a view adds or removes a link in all collections of a path.
CREATE TRIGGER subtree_assets_count_new AFTER INSERT ON subtree_assets BEGIN
  UPDATE collections SET subtree_count = subtree_count + 1 WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER subtree_assets_count_end AFTER DELETE ON subtree_assets BEGIN
  UPDATE collections SET subtree_count = subtree_count - 1 WHERE id = OLD.collection_id;
END;
--> statement-breakpoint
CREATE VIEW subtree_asset_links AS SELECT collection_id, asset_id FROM subtree_assets;
--> statement-breakpoint
CREATE TRIGGER subtree_asset_links_new INSTEAD OF INSERT ON subtree_asset_links BEGIN
  UPDATE subtree_assets SET links = links + 1 WHERE asset_id = NEW.asset_id AND collection_id IN (SELECT above.id FROM collections held CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way
      CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
        AND (above.subtree_listed_to IS NULL OR NEW.asset_id <= above.subtree_listed_to)
      WHERE held.id = NEW.collection_id);
  INSERT INTO subtree_assets (collection_id, asset_id, links, display_name, content_type, file_size, asset_created_at, asset_modified_at, holders)
    SELECT place.id, a.id, 1, a.display_name, a.content_type, a.file_size, a.created_at, a.modified_at, a.holders
    FROM (SELECT above.id FROM collections held CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way
      CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
        AND (above.subtree_listed_to IS NULL OR NEW.asset_id <= above.subtree_listed_to)
      WHERE held.id = NEW.collection_id) place CROSS JOIN assets a ON a.id = NEW.asset_id
    WHERE NOT EXISTS (SELECT 1 FROM subtree_assets kept WHERE kept.collection_id = place.id AND kept.asset_id = NEW.asset_id);
END;
--> statement-breakpoint
CREATE VIEW subtree_asset_ends AS SELECT collection_id, asset_id FROM subtree_assets;
--> statement-breakpoint
CREATE TRIGGER subtree_asset_ends_new INSTEAD OF INSERT ON subtree_asset_ends BEGIN
  UPDATE subtree_assets SET links = links - 1 WHERE asset_id = NEW.asset_id AND collection_id IN (SELECT above.id FROM collections held CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way
      CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
        AND (above.subtree_listed_to IS NULL OR NEW.asset_id <= above.subtree_listed_to)
      WHERE held.id = NEW.collection_id);
  DELETE FROM subtree_assets WHERE asset_id = NEW.asset_id AND links = 0;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_subtree_new AFTER INSERT ON asset_collections WHEN NEW.listed = 1 BEGIN
  INSERT INTO subtree_asset_links (collection_id, asset_id) SELECT NEW.collection_id, NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_subtree_end AFTER DELETE ON asset_collections WHEN OLD.listed = 1 BEGIN
  INSERT INTO subtree_asset_ends (collection_id, asset_id) SELECT OLD.collection_id, OLD.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_subtree_change AFTER UPDATE OF collection_id, asset_id, listed ON asset_collections
  WHEN OLD.listed <> NEW.listed OR OLD.collection_id <> NEW.collection_id OR OLD.asset_id <> NEW.asset_id BEGIN
  INSERT INTO subtree_asset_ends (collection_id, asset_id) SELECT OLD.collection_id, OLD.asset_id WHERE OLD.listed = 1;
  INSERT INTO subtree_asset_links (collection_id, asset_id) SELECT NEW.collection_id, NEW.asset_id WHERE NEW.listed = 1;
END;
--> statement-breakpoint
CREATE TRIGGER assets_subtree_change AFTER UPDATE OF display_name, content_type, file_size, created_at, modified_at, holders ON assets BEGIN
  UPDATE subtree_assets SET display_name = NEW.display_name WHERE asset_id = NEW.id AND OLD.display_name <> NEW.display_name;
  UPDATE subtree_assets SET content_type = NEW.content_type WHERE asset_id = NEW.id AND OLD.content_type <> NEW.content_type;
  UPDATE subtree_assets SET file_size = NEW.file_size WHERE asset_id = NEW.id AND OLD.file_size <> NEW.file_size;
  UPDATE subtree_assets SET asset_created_at = NEW.created_at WHERE asset_id = NEW.id AND OLD.created_at <> NEW.created_at;
  UPDATE subtree_assets SET asset_modified_at = NEW.modified_at WHERE asset_id = NEW.id AND OLD.modified_at <> NEW.modified_at;
  UPDATE subtree_assets SET holders = NEW.holders WHERE asset_id = NEW.id AND OLD.holders <> NEW.holders;
END;
--> statement-breakpoint
CREATE TRIGGER collections_subtree_end AFTER DELETE ON collections BEGIN
  DELETE FROM subtree_assets WHERE collection_id = OLD.id;
END;
--> statement-breakpoint
-- A user's recent threads, counted by the collections that list them.
CREATE TRIGGER recent_threads_new AFTER INSERT ON recent_threads BEGIN
  UPDATE recent_threads SET listed = t.lifecycle_state <> 'deleted', label = t.label, thread_created_at = t.created_at,
    places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 101)) > 100
      THEN NEW.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = NEW.thread_id ORDER BY collection_id LIMIT 9))
    FROM threads t WHERE t.id = NEW.thread_id AND recent_threads.user_id = NEW.user_id AND recent_threads.thread_id = NEW.thread_id;
  INSERT INTO recent_thread_counts (user_id, places, threads) VALUES (NEW.user_id, '', 1)
    ON CONFLICT (user_id, places) DO UPDATE SET threads = threads + 1;
  DELETE FROM recent_threads WHERE user_id = NEW.user_id
    AND (SELECT threads FROM recent_thread_counts WHERE user_id = NEW.user_id AND places = '') > 1000
    AND thread_id = (SELECT thread_id FROM (
      SELECT * FROM (SELECT at, thread_id FROM recent_threads WHERE user_id = NEW.user_id AND listed = 0 ORDER BY at, thread_id LIMIT 1)
      UNION ALL SELECT * FROM (SELECT at, thread_id FROM recent_threads WHERE user_id = NEW.user_id AND listed = 1 ORDER BY at, thread_id LIMIT 1)
    ) ORDER BY at, thread_id LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER recent_threads_change AFTER UPDATE OF listed, places ON recent_threads
  WHEN OLD.listed <> NEW.listed OR OLD.places <> NEW.places BEGIN
  UPDATE recent_thread_counts SET threads = threads - 1 WHERE user_id = OLD.user_id AND places = OLD.places AND OLD.listed = 1;
  DELETE FROM recent_thread_counts WHERE user_id = OLD.user_id AND places = OLD.places AND threads = 0;
  INSERT INTO recent_thread_counts (user_id, places, threads) SELECT NEW.user_id, NEW.places, 1 WHERE NEW.listed = 1
    ON CONFLICT (user_id, places) DO UPDATE SET threads = threads + 1;
END;
--> statement-breakpoint
CREATE TRIGGER recent_threads_end AFTER DELETE ON recent_threads BEGIN
  UPDATE recent_thread_counts SET threads = threads - 1 WHERE user_id = OLD.user_id AND places IN ('', CASE WHEN OLD.listed = 1 THEN OLD.places ELSE '' END);
  DELETE FROM recent_thread_counts WHERE user_id = OLD.user_id AND places IN ('', OLD.places) AND threads = 0;
END;
--> statement-breakpoint
CREATE TRIGGER threads_recent_change AFTER UPDATE OF lifecycle_state, label, created_at ON threads
  WHEN OLD.lifecycle_state <> NEW.lifecycle_state OR OLD.label <> NEW.label OR OLD.created_at <> NEW.created_at BEGIN
  UPDATE recent_threads SET listed = NEW.lifecycle_state <> 'deleted', label = NEW.label, thread_created_at = NEW.created_at
    WHERE thread_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER thread_places_recent_new AFTER INSERT ON thread_places WHEN NEW.link_id <> '' BEGIN
  UPDATE recent_threads SET places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 101)) > 100
      THEN NEW.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = NEW.thread_id ORDER BY collection_id LIMIT 9))
    WHERE thread_id = NEW.thread_id AND places < 'd';
END;
--> statement-breakpoint
CREATE TRIGGER thread_places_recent_end AFTER DELETE ON thread_places WHEN OLD.link_id <> '' BEGIN
  UPDATE recent_threads SET places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = OLD.thread_id LIMIT 101)) > 100
      THEN OLD.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = OLD.thread_id ORDER BY collection_id LIMIT 9))
    WHERE thread_id = OLD.thread_id AND places < 'd';
END;
--> statement-breakpoint
CREATE TRIGGER threads_place_end AFTER DELETE ON threads BEGIN
  DELETE FROM recent_threads WHERE thread_id = OLD.id;
  DELETE FROM thread_places WHERE thread_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER recent_threads_new_changed AFTER INSERT ON recent_threads BEGIN
  UPDATE recent_threads SET changed_at = (SELECT modified_at FROM threads WHERE id = NEW.thread_id) WHERE user_id = NEW.user_id
    AND thread_id = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 9)) <= 8 THEN NEW.thread_id END;
  UPDATE recent_threads SET changed_at = NULL
    WHERE thread_id = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 10)) = 9 THEN NEW.thread_id END;
END;
--> statement-breakpoint
CREATE TRIGGER threads_recent_changed AFTER UPDATE OF modified_at ON threads WHEN OLD.modified_at <> NEW.modified_at BEGIN
  UPDATE recent_threads SET changed_at = NEW.modified_at
    WHERE thread_id = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.id LIMIT 9)) <= 8 THEN NEW.id END;
END;
