ALTER TABLE `messages` ADD `asked_by` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `chosen_at` integer;--> statement-breakpoint
CREATE INDEX `messages_asker` ON `messages` (`asked_by`) WHERE asked_by IS NOT NULL;