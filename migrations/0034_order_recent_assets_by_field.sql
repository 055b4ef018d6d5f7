ALTER TABLE `recent_assets` ADD `listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_assets` ADD `display_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_assets` ADD `content_type` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_assets` ADD `file_size` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_assets` ADD `asset_created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_assets` ADD `asset_modified_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `recent_assets_by_name` ON `recent_assets` (`user_id`,`display_name`,`asset_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `recent_assets_by_type` ON `recent_assets` (`user_id`,`content_type`,`asset_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `recent_assets_by_size` ON `recent_assets` (`user_id`,`file_size`,`asset_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `recent_assets_by_creation` ON `recent_assets` (`user_id`,`asset_created_at`,`asset_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `recent_assets_by_change` ON `recent_assets` (`user_id`,`asset_modified_at`,`asset_id`) WHERE listed = 1;--> statement-breakpoint
UPDATE recent_assets SET listed = a.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = a.display_name, content_type = a.content_type,
  file_size = a.file_size, asset_created_at = a.created_at, asset_modified_at = a.modified_at
  FROM assets a WHERE a.id = recent_assets.asset_id;--> statement-breakpoint
CREATE TRIGGER recent_assets_copy AFTER INSERT ON recent_assets BEGIN
  UPDATE recent_assets SET listed = a.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = a.display_name, content_type = a.content_type,
    file_size = a.file_size, asset_created_at = a.created_at, asset_modified_at = a.modified_at
    FROM assets a WHERE a.id = NEW.asset_id AND recent_assets.user_id = NEW.user_id AND recent_assets.asset_id = NEW.asset_id;
END;--> statement-breakpoint
CREATE TRIGGER assets_recent_new AFTER INSERT ON assets BEGIN
  UPDATE recent_assets SET listed = NEW.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = NEW.display_name,
    content_type = NEW.content_type, file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at
    WHERE asset_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_recent_change AFTER UPDATE OF lifecycle_state, display_name, content_type, file_size, created_at, modified_at ON assets BEGIN
  UPDATE recent_assets SET listed = NEW.lifecycle_state NOT IN ('uploading', 'deleted'), display_name = NEW.display_name,
    content_type = NEW.content_type, file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at
    WHERE asset_id = NEW.id;
END;
