ALTER TABLE `threads` ADD `chat_key` text;--> statement-breakpoint
CREATE INDEX `threads_chat` ON `threads` (`created_by`,`chat_key`,`id`) WHERE chat_key IS NOT NULL;