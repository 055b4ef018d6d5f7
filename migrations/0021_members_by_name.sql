CREATE TABLE `collection_members` (
	`collection_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`actions` text NOT NULL,
	`shows_address` integer NOT NULL,
	`listed` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collection_members_by_name` ON `collection_members` (`collection_id`,`listed`,name COLLATE NOCASE,`user_id`,`actions`,`shows_address`);--> statement-breakpoint
CREATE INDEX `collection_members_user` ON `collection_members` (`user_id`);--> statement-breakpoint
ALTER TABLE `collections` ADD `member_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER collection_members_count_new AFTER INSERT ON collection_members WHEN NEW.listed = 1 BEGIN
  UPDATE collections SET member_count = member_count + 1 WHERE id = NEW.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER collection_members_count_change AFTER UPDATE OF listed ON collection_members WHEN OLD.listed <> NEW.listed BEGIN
  UPDATE collections SET member_count = member_count + NEW.listed - OLD.listed WHERE id = NEW.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER collection_members_count_end AFTER DELETE ON collection_members WHEN OLD.listed = 1 BEGIN
  UPDATE collections SET member_count = member_count - 1 WHERE id = OLD.collection_id;
END;--> statement-breakpoint
INSERT INTO collection_members (collection_id, user_id, name, actions, shows_address, listed)
  SELECT g.collection_id, g.user_id, coalesce(u.display_name, ''), group_concat(g.action), max(g.shows_address), coalesce(u.lifecycle_state IN ('active', 'suspended'), 0)
  FROM grants g LEFT JOIN users u ON u.id = g.user_id GROUP BY g.user_id, g.collection_id;--> statement-breakpoint
CREATE TRIGGER grants_members_new AFTER INSERT ON grants BEGIN
  INSERT INTO collection_members (collection_id, user_id, name, actions, shows_address, listed)
    SELECT NEW.collection_id, NEW.user_id, coalesce(u.display_name, ''), '', 0, coalesce(u.lifecycle_state IN ('active', 'suspended'), 0)
    FROM (SELECT 1) LEFT JOIN users u ON u.id = NEW.user_id
    WHERE NOT EXISTS (SELECT 1 FROM collection_members m WHERE m.collection_id = NEW.collection_id AND m.user_id = NEW.user_id);
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = NEW.user_id AND g.collection_id = NEW.collection_id)
    WHERE collection_id = NEW.collection_id AND user_id = NEW.user_id;
END;--> statement-breakpoint
CREATE TRIGGER grants_members_end AFTER DELETE ON grants BEGIN
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = OLD.user_id AND g.collection_id = OLD.collection_id)
    WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id;
  DELETE FROM collection_members WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id AND actions = '';
END;--> statement-breakpoint
CREATE TRIGGER grants_members_change AFTER UPDATE OF user_id, collection_id, action, shows_address ON grants BEGIN
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = OLD.user_id AND g.collection_id = OLD.collection_id)
    WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id;
  DELETE FROM collection_members WHERE collection_id = OLD.collection_id AND user_id = OLD.user_id AND actions = '';
  INSERT INTO collection_members (collection_id, user_id, name, actions, shows_address, listed)
    SELECT NEW.collection_id, NEW.user_id, coalesce(u.display_name, ''), '', 0, coalesce(u.lifecycle_state IN ('active', 'suspended'), 0)
    FROM (SELECT 1) LEFT JOIN users u ON u.id = NEW.user_id
    WHERE NOT EXISTS (SELECT 1 FROM collection_members m WHERE m.collection_id = NEW.collection_id AND m.user_id = NEW.user_id);
  UPDATE collection_members SET (actions, shows_address) = (SELECT coalesce(group_concat(g.action), ''), coalesce(max(g.shows_address), 0)
    FROM grants g WHERE g.user_id = NEW.user_id AND g.collection_id = NEW.collection_id)
    WHERE collection_id = NEW.collection_id AND user_id = NEW.user_id;
END;--> statement-breakpoint
CREATE TRIGGER users_members_new AFTER INSERT ON users BEGIN
  UPDATE collection_members SET name = NEW.display_name, listed = NEW.lifecycle_state IN ('active', 'suspended') WHERE user_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER users_members_change AFTER UPDATE OF display_name, lifecycle_state ON users
  WHEN OLD.display_name <> NEW.display_name OR OLD.lifecycle_state <> NEW.lifecycle_state BEGIN
  UPDATE collection_members SET name = NEW.display_name, listed = NEW.lifecycle_state IN ('active', 'suspended') WHERE user_id = NEW.id;
END;
