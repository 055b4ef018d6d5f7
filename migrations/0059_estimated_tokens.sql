ALTER TABLE `usage_days` ADD `estimated_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `usage_totals` ADD `estimated_tokens` integer DEFAULT 0 NOT NULL;