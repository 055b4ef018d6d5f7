ALTER TABLE `users` ADD `purge_at` integer;--> statement-breakpoint
CREATE INDEX `users_purge` ON `users` (`purge_at`,`id`) WHERE purge_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_merged` ON `users` (`merged_into`) WHERE merged_into IS NOT NULL;