CREATE TABLE `subtree_assets` (
	`collection_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`links` integer NOT NULL,
	`display_name` text NOT NULL,
	`content_type` text NOT NULL,
	`file_size` integer NOT NULL,
	`asset_created_at` integer NOT NULL,
	`asset_modified_at` integer NOT NULL,
	`holders` text NOT NULL,
	PRIMARY KEY(`collection_id`, `asset_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `collections` ADD `subtree_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `collections` ADD `subtree_listed_to` text;--> statement-breakpoint
-- Indexes and triggers come after the rows: those that are there are sorted once.
INSERT INTO subtree_assets (collection_id, asset_id, links, display_name, content_type, file_size, asset_created_at, asset_modified_at, holders)
  SELECT counted.collection_id, a.id, counted.links, a.display_name, a.content_type, a.file_size, a.created_at, a.modified_at, a.holders
  FROM (SELECT above.id AS collection_id, ac.asset_id, count(*) AS links FROM collections held
      CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
      CROSS JOIN asset_collections ac ON ac.collection_id = held.id AND ac.listed = 1 WHERE held.asset_count > 0
      GROUP BY above.id, ac.asset_id) counted CROSS JOIN assets a ON a.id = counted.asset_id;
--> statement-breakpoint
UPDATE collections SET subtree_count = counted.n FROM (SELECT collection_id, count(*) AS n FROM subtree_assets GROUP BY collection_id) counted
  WHERE counted.collection_id = collections.id;
--> statement-breakpoint
CREATE INDEX `subtree_assets_by_name` ON `subtree_assets` (`collection_id`,`display_name`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_type` ON `subtree_assets` (`collection_id`,`content_type`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_size` ON `subtree_assets` (`collection_id`,`file_size`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_creation` ON `subtree_assets` (`collection_id`,`asset_created_at`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_by_change` ON `subtree_assets` (`collection_id`,`asset_modified_at`,`asset_id`);--> statement-breakpoint
CREATE INDEX `subtree_assets_asset` ON `subtree_assets` (`asset_id`);--> statement-breakpoint
CREATE INDEX `collections_to_list` ON `collections` (`organization_id`,`id`) WHERE subtree_listed_to IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER subtree_assets_count_new AFTER INSERT ON subtree_assets BEGIN
  UPDATE collections SET subtree_count = subtree_count + 1 WHERE id = NEW.collection_id;
END;
--> statement-breakpoint
CREATE TRIGGER subtree_assets_count_end AFTER DELETE ON subtree_assets BEGIN
  UPDATE collections SET subtree_count = subtree_count - 1 WHERE id = OLD.collection_id;
END;
--> statement-breakpoint
CREATE VIEW subtree_asset_links AS SELECT collection_id, asset_id FROM subtree_assets;
--> statement-breakpoint
CREATE TRIGGER subtree_asset_links_new INSTEAD OF INSERT ON subtree_asset_links BEGIN
  UPDATE subtree_assets SET links = links + 1 WHERE asset_id = NEW.asset_id AND collection_id IN (SELECT above.id FROM collections held CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way
      CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
        AND (above.subtree_listed_to IS NULL OR NEW.asset_id <= above.subtree_listed_to)
      WHERE held.id = NEW.collection_id);
  INSERT INTO subtree_assets (collection_id, asset_id, links, display_name, content_type, file_size, asset_created_at, asset_modified_at, holders)
    SELECT place.id, a.id, 1, a.display_name, a.content_type, a.file_size, a.created_at, a.modified_at, a.holders
    FROM (SELECT above.id FROM collections held CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way
      CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
        AND (above.subtree_listed_to IS NULL OR NEW.asset_id <= above.subtree_listed_to)
      WHERE held.id = NEW.collection_id) place CROSS JOIN assets a ON a.id = NEW.asset_id
    WHERE NOT EXISTS (SELECT 1 FROM subtree_assets kept WHERE kept.collection_id = place.id AND kept.asset_id = NEW.asset_id);
END;
--> statement-breakpoint
CREATE VIEW subtree_asset_ends AS SELECT collection_id, asset_id FROM subtree_assets;
--> statement-breakpoint
CREATE TRIGGER subtree_asset_ends_new INSTEAD OF INSERT ON subtree_asset_ends BEGIN
  UPDATE subtree_assets SET links = links - 1 WHERE asset_id = NEW.asset_id AND collection_id IN (SELECT above.id FROM collections held CROSS JOIN json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]') way
      CROSS JOIN collections above ON above.id = way.value AND above.lifecycle_state = held.lifecycle_state
        AND (above.subtree_listed_to IS NULL OR NEW.asset_id <= above.subtree_listed_to)
      WHERE held.id = NEW.collection_id);
  DELETE FROM subtree_assets WHERE asset_id = NEW.asset_id AND links = 0;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_subtree_new AFTER INSERT ON asset_collections WHEN NEW.listed = 1 BEGIN
  INSERT INTO subtree_asset_links (collection_id, asset_id) SELECT NEW.collection_id, NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_subtree_end AFTER DELETE ON asset_collections WHEN OLD.listed = 1 BEGIN
  INSERT INTO subtree_asset_ends (collection_id, asset_id) SELECT OLD.collection_id, OLD.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_subtree_change AFTER UPDATE OF collection_id, asset_id, listed ON asset_collections
  WHEN OLD.listed <> NEW.listed OR OLD.collection_id <> NEW.collection_id OR OLD.asset_id <> NEW.asset_id BEGIN
  INSERT INTO subtree_asset_ends (collection_id, asset_id) SELECT OLD.collection_id, OLD.asset_id WHERE OLD.listed = 1;
  INSERT INTO subtree_asset_links (collection_id, asset_id) SELECT NEW.collection_id, NEW.asset_id WHERE NEW.listed = 1;
END;
--> statement-breakpoint
CREATE TRIGGER assets_subtree_change AFTER UPDATE OF display_name, content_type, file_size, created_at, modified_at, holders ON assets BEGIN
  UPDATE subtree_assets SET display_name = NEW.display_name WHERE asset_id = NEW.id AND OLD.display_name <> NEW.display_name;
  UPDATE subtree_assets SET content_type = NEW.content_type WHERE asset_id = NEW.id AND OLD.content_type <> NEW.content_type;
  UPDATE subtree_assets SET file_size = NEW.file_size WHERE asset_id = NEW.id AND OLD.file_size <> NEW.file_size;
  UPDATE subtree_assets SET asset_created_at = NEW.created_at WHERE asset_id = NEW.id AND OLD.created_at <> NEW.created_at;
  UPDATE subtree_assets SET asset_modified_at = NEW.modified_at WHERE asset_id = NEW.id AND OLD.modified_at <> NEW.modified_at;
  UPDATE subtree_assets SET holders = NEW.holders WHERE asset_id = NEW.id AND OLD.holders <> NEW.holders;
END;
--> statement-breakpoint
CREATE TRIGGER collections_subtree_end AFTER DELETE ON collections BEGIN
  DELETE FROM subtree_assets WHERE collection_id = OLD.id;
END;
