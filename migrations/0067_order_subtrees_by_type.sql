CREATE INDEX `subtree_assets_by_type_name` ON `subtree_assets` (`collection_id`,`content_type`,`display_name`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_size` ON `subtree_assets` (`collection_id`,`content_type`,`file_size`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_creation` ON `subtree_assets` (`collection_id`,`content_type`,`asset_created_at`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type_change` ON `subtree_assets` (`collection_id`,`content_type`,`asset_modified_at`,`asset_id`);