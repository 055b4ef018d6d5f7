ALTER TABLE `asset_collections` ADD `listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_collections` ADD `display_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_collections` ADD `content_type` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_collections` ADD `file_size` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_collections` ADD `asset_created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `asset_collections` ADD `asset_modified_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `asset_collections_by_name` ON `asset_collections` (`collection_id`,`listed`,`display_name`,`asset_id`);--> statement-breakpoint
CREATE INDEX `asset_collections_by_type` ON `asset_collections` (`collection_id`,`listed`,`content_type`,`asset_id`);--> statement-breakpoint
CREATE INDEX `asset_collections_by_size` ON `asset_collections` (`collection_id`,`listed`,`file_size`,`asset_id`);--> statement-breakpoint
CREATE INDEX `asset_collections_by_creation` ON `asset_collections` (`collection_id`,`listed`,`asset_created_at`,`asset_id`);--> statement-breakpoint
CREATE INDEX `asset_collections_by_change` ON `asset_collections` (`collection_id`,`listed`,`asset_modified_at`,`asset_id`);--> statement-breakpoint
ALTER TABLE `collections` ADD `asset_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE asset_collections SET listed = a.lifecycle_state <> 'deleted', display_name = a.display_name, content_type = a.content_type,
  file_size = a.file_size, asset_created_at = a.created_at, asset_modified_at = a.modified_at
  FROM assets a WHERE a.id = asset_collections.asset_id;--> statement-breakpoint
UPDATE collections SET asset_count = (SELECT count(*) FROM asset_collections ac WHERE ac.collection_id = collections.id AND ac.listed = 1);--> statement-breakpoint
CREATE TRIGGER asset_collections_count_change AFTER UPDATE OF listed ON asset_collections WHEN OLD.listed <> NEW.listed BEGIN
  UPDATE collections SET asset_count = asset_count + NEW.listed - OLD.listed WHERE id = NEW.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_count_end AFTER DELETE ON asset_collections WHEN OLD.listed = 1 BEGIN
  UPDATE collections SET asset_count = asset_count - 1 WHERE id = OLD.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_copy AFTER INSERT ON asset_collections BEGIN
  UPDATE asset_collections SET listed = a.lifecycle_state <> 'deleted', display_name = a.display_name, content_type = a.content_type,
    file_size = a.file_size, asset_created_at = a.created_at, asset_modified_at = a.modified_at
    FROM assets a WHERE a.id = NEW.asset_id AND asset_collections.id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_copy_new AFTER INSERT ON assets BEGIN
  UPDATE asset_collections SET listed = NEW.lifecycle_state <> 'deleted', display_name = NEW.display_name, content_type = NEW.content_type,
    file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at WHERE asset_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_copy_change AFTER UPDATE OF lifecycle_state, display_name, content_type, file_size, created_at, modified_at ON assets BEGIN
  UPDATE asset_collections SET listed = NEW.lifecycle_state <> 'deleted', display_name = NEW.display_name, content_type = NEW.content_type,
    file_size = NEW.file_size, asset_created_at = NEW.created_at, asset_modified_at = NEW.modified_at WHERE asset_id = NEW.id;
END;
