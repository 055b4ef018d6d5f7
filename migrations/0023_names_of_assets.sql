CREATE TABLE `asset_names` (
	`id` integer PRIMARY KEY NOT NULL,
	`asset_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_names_asset` ON `asset_names` (`asset_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE asset_name_grams USING fts5(grams, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Z* C*' separators '
'");--> statement-breakpoint
INSERT INTO asset_names (asset_id) SELECT id FROM assets ORDER BY id;--> statement-breakpoint
INSERT INTO asset_name_grams (rowid, grams) SELECT known.id, (SELECT group_concat(substr(named.organization_id, 5) || substr(spelt.text, place.key + 1, 3), char(10))
    FROM (SELECT named.display_name || char(2, 2) || CASE named.original_file_name WHEN named.display_name THEN '' ELSE named.original_file_name || char(2, 2) END AS text) spelt
    CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(length(spelt.text) - 2)), '00', '0,'), ',') || ']') place)
  FROM asset_names known CROSS JOIN assets named ON named.id = known.asset_id;--> statement-breakpoint
CREATE TRIGGER assets_name_new AFTER INSERT ON assets BEGIN
  INSERT INTO asset_names (asset_id) VALUES (NEW.id);
  INSERT INTO asset_name_grams (rowid, grams) SELECT known.id, (SELECT group_concat(substr(NEW.organization_id, 5) || substr(spelt.text, place.key + 1, 3), char(10))
    FROM (SELECT NEW.display_name || char(2, 2) || CASE NEW.original_file_name WHEN NEW.display_name THEN '' ELSE NEW.original_file_name || char(2, 2) END AS text) spelt
    CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(length(spelt.text) - 2)), '00', '0,'), ',') || ']') place)
    FROM asset_names known WHERE known.asset_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_name_change AFTER UPDATE OF display_name, original_file_name ON assets
  WHEN OLD.display_name <> NEW.display_name OR OLD.original_file_name <> NEW.original_file_name BEGIN
  DELETE FROM asset_name_grams WHERE rowid = (SELECT id FROM asset_names WHERE asset_id = NEW.id);
  INSERT INTO asset_name_grams (rowid, grams) SELECT known.id, (SELECT group_concat(substr(NEW.organization_id, 5) || substr(spelt.text, place.key + 1, 3), char(10))
    FROM (SELECT NEW.display_name || char(2, 2) || CASE NEW.original_file_name WHEN NEW.display_name THEN '' ELSE NEW.original_file_name || char(2, 2) END AS text) spelt
    CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(length(spelt.text) - 2)), '00', '0,'), ',') || ']') place)
    FROM asset_names known WHERE known.asset_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER assets_name_end AFTER DELETE ON assets BEGIN
  DELETE FROM asset_name_grams WHERE rowid = (SELECT id FROM asset_names WHERE asset_id = OLD.id);
  DELETE FROM asset_names WHERE asset_id = OLD.id;
END;