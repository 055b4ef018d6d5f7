ALTER TABLE `identities` ADD `merged_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `merge_reason` text;--> statement-breakpoint
CREATE INDEX `users_creator` ON `users` (`created_by`);--> statement-breakpoint
CREATE INDEX `users_modifier` ON `users` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `users_deleter` ON `users` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_marker` ON `users` (`marked_for_abuse_by`) WHERE marked_for_abuse_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `asset_collections_creator` ON `asset_collections` (`created_by`);--> statement-breakpoint
CREATE INDEX `assets_creator` ON `assets` (`created_by`);--> statement-breakpoint
CREATE INDEX `assets_modifier` ON `assets` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `assets_deleter` ON `assets` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `collections_creator` ON `collections` (`created_by`);--> statement-breakpoint
CREATE INDEX `collections_modifier` ON `collections` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `collections_deleter` ON `collections` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `grants_creator` ON `grants` (`created_by`);--> statement-breakpoint
CREATE INDEX `invitations_redeemer` ON `invitations` (`redeemed_by`) WHERE redeemed_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_creator` ON `messages` (`created_by`);--> statement-breakpoint
CREATE INDEX `messages_modifier` ON `messages` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `messages_deleter` ON `messages` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `thread_collections_creator` ON `thread_collections` (`created_by`);--> statement-breakpoint
CREATE INDEX `thread_scope_creator` ON `thread_scope` (`created_by`);--> statement-breakpoint
CREATE INDEX `threads_creator` ON `threads` (`created_by`);--> statement-breakpoint
CREATE INDEX `threads_modifier` ON `threads` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `threads_deleter` ON `threads` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_creator` ON `memberships` (`created_by`);--> statement-breakpoint
CREATE INDEX `memberships_modifier` ON `memberships` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `memberships_deleter` ON `memberships` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `organizations_creator` ON `organizations` (`created_by`);--> statement-breakpoint
CREATE INDEX `organizations_modifier` ON `organizations` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `organizations_deleter` ON `organizations` (`deleted_by`) WHERE deleted_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `projects_creator` ON `projects` (`created_by`);--> statement-breakpoint
CREATE INDEX `projects_modifier` ON `projects` (`modified_by`) WHERE modified_by <> created_by;--> statement-breakpoint
CREATE INDEX `projects_deleter` ON `projects` (`deleted_by`) WHERE deleted_by IS NOT NULL;