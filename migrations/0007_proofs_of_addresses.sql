ALTER TABLE `invitations` ADD `promised` integer DEFAULT 100 NOT NULL;--> statement-breakpoint
CREATE INDEX `invitations_waiting` ON `invitations` (`email`,`expires_at`,`id`) WHERE redeemed_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `invitations_open` ON `invitations` (`issued_by`,`expires_at`,`id`) WHERE redeemed_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
ALTER TABLE `identities` ADD `email` text;--> statement-breakpoint
ALTER TABLE `identities` ADD `token_at` integer;--> statement-breakpoint
CREATE INDEX `user_emails_verified` ON `user_emails` (`email`) WHERE verified_at IS NOT NULL;