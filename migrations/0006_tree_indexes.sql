CREATE INDEX `collections_children` ON `collections` (`parent_id`,`id`) WHERE lifecycle_state = 'active';--> statement-breakpoint
CREATE INDEX `grants_user` ON `grants` (`user_id`,`id`);