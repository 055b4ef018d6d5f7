ALTER TABLE `asset_collections` ADD `holders` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `holders` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = assets.id ORDER BY collection_id LIMIT 21) l);--> statement-breakpoint
UPDATE asset_collections SET holders = a.holders FROM assets a WHERE a.id = asset_collections.asset_id;--> statement-breakpoint
CREATE TRIGGER assets_holders_copy AFTER UPDATE OF holders ON assets BEGIN
  UPDATE asset_collections SET holders = NEW.holders WHERE asset_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_holders_new AFTER INSERT ON assets BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = NEW.id ORDER BY collection_id LIMIT 21) l) WHERE id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_holders_new AFTER INSERT ON asset_collections BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = NEW.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = NEW.asset_id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_holders_change AFTER UPDATE OF id, asset_id, collection_id, flags ON asset_collections BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = OLD.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = OLD.asset_id;
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = NEW.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = NEW.asset_id;
END;--> statement-breakpoint
CREATE TRIGGER asset_collections_holders_end AFTER DELETE ON asset_collections BEGIN
  UPDATE assets SET holders = (SELECT CASE WHEN count(*) > 20 THEN '' ELSE json_array(json_group_array(l.collection_id), json_group_array(l.id), json_group_array(json(l.flags))) END
    FROM (SELECT id, collection_id, flags FROM asset_collections WHERE asset_id = OLD.asset_id ORDER BY collection_id LIMIT 21) l) WHERE id = OLD.asset_id;
END;
