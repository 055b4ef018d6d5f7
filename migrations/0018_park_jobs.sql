ALTER TABLE `outbox` ADD `parked_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_parked` ON `outbox` (`parked_at`) WHERE parked_at IS NOT NULL;