ALTER TABLE `messages` ADD `sent_as` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `known_as` text GENERATED ALWAYS AS (coalesce(sent_as, id)) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_known_as` ON `messages` (`thread_id`,`known_as`);