ALTER TABLE `asset_collections` ADD `unread` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `asset_collections_unread` ON `asset_collections` (`collection_id`,`unread`,`asset_id`) WHERE unread > 0;--> statement-breakpoint
ALTER TABLE `collections` ADD `unread_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `collections_unread` ON `collections` (`path`) WHERE unread_count > 0;--> statement-breakpoint
UPDATE asset_collections SET unread = CASE a.lifecycle_state WHEN 'uploaded' THEN 1 ELSE 2 END
  FROM assets a WHERE a.id = asset_collections.asset_id AND a.lifecycle_state IN ('uploaded', 'processing');--> statement-breakpoint
UPDATE collections SET unread_count = u.n FROM (SELECT collection_id, count(*) AS n FROM asset_collections WHERE unread > 0 GROUP BY collection_id) u
  WHERE u.collection_id = collections.id;--> statement-breakpoint
CREATE TRIGGER asset_collections_unread_change AFTER UPDATE OF unread ON asset_collections WHEN (OLD.unread > 0) <> (NEW.unread > 0) BEGIN
  UPDATE collections SET unread_count = unread_count + (NEW.unread > 0) - (OLD.unread > 0) WHERE id = NEW.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_unread_end AFTER DELETE ON asset_collections WHEN OLD.unread > 0 BEGIN
  UPDATE collections SET unread_count = unread_count - 1 WHERE id = OLD.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_unread_new AFTER INSERT ON asset_collections BEGIN
  UPDATE asset_collections SET unread = CASE a.lifecycle_state WHEN 'uploaded' THEN 1 ELSE 2 END
    FROM assets a WHERE a.id = NEW.asset_id AND a.lifecycle_state IN ('uploaded', 'processing') AND asset_collections.id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_unread_new AFTER INSERT ON assets WHEN NEW.lifecycle_state IN ('uploaded', 'processing') BEGIN
  UPDATE asset_collections SET unread = CASE NEW.lifecycle_state WHEN 'uploaded' THEN 1 ELSE 2 END WHERE asset_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_unread_change AFTER UPDATE OF lifecycle_state ON assets WHEN OLD.lifecycle_state <> NEW.lifecycle_state
  AND (OLD.lifecycle_state IN ('uploaded', 'processing') OR NEW.lifecycle_state IN ('uploaded', 'processing')) BEGIN
  UPDATE asset_collections SET unread = CASE NEW.lifecycle_state WHEN 'uploaded' THEN 1 WHEN 'processing' THEN 2 ELSE 0 END WHERE asset_id = NEW.id;
END;
