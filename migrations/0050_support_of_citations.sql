ALTER TABLE `citations` ADD `support` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `dropped_sentences` integer DEFAULT 0 NOT NULL;