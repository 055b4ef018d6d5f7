CREATE TABLE `recent_threads` (
	`user_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `thread_id`)
);
--> statement-breakpoint
CREATE INDEX `recent_threads_newest` ON `recent_threads` (`user_id`,`at`,`thread_id`);--> statement-breakpoint
CREATE INDEX `recent_threads_thread` ON `recent_threads` (`thread_id`);--> statement-breakpoint
CREATE TABLE `thread_places` (
	`thread_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`link_id` text NOT NULL,
	`flags` text DEFAULT '[]' NOT NULL,
	`listed` integer NOT NULL,
	`label` text NOT NULL,
	`thread_created_at` integer NOT NULL,
	`thread_modified_at` integer NOT NULL,
	PRIMARY KEY(`thread_id`, `collection_id`)
);
--> statement-breakpoint
CREATE INDEX `thread_places_by_label` ON `thread_places` (`collection_id`,`listed`,`label`,`thread_id`);--> statement-breakpoint
CREATE INDEX `thread_places_by_creation` ON `thread_places` (`collection_id`,`listed`,`thread_created_at`,`thread_id`);--> statement-breakpoint
CREATE INDEX `thread_places_by_change` ON `thread_places` (`collection_id`,`listed`,`thread_modified_at`,`thread_id`);--> statement-breakpoint
ALTER TABLE `collections` ADD `thread_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO thread_places (thread_id, collection_id, link_id, listed, label, thread_created_at, thread_modified_at)
  SELECT id, home_collection_id, '', lifecycle_state <> 'deleted', label, created_at, modified_at FROM threads;--> statement-breakpoint
INSERT INTO thread_places (thread_id, collection_id, link_id, flags, listed, label, thread_created_at, thread_modified_at)
  SELECT t.id, tc.collection_id, tc.id, tc.flags, t.lifecycle_state <> 'deleted', t.label, t.created_at, t.modified_at
  FROM thread_collections tc JOIN threads t ON t.id = tc.thread_id WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE collections SET thread_count = (SELECT count(*) FROM thread_places tp WHERE tp.collection_id = collections.id AND tp.listed = 1);--> statement-breakpoint
INSERT INTO recent_threads (user_id, thread_id, at) SELECT created_by, id, created_at FROM threads;--> statement-breakpoint
INSERT INTO recent_threads (user_id, thread_id, at) SELECT created_by, thread_id, max(created_at) FROM messages
  WHERE created_by <> 'user_00000000000000000000000000' GROUP BY created_by, thread_id
  ON CONFLICT (user_id, thread_id) DO UPDATE SET at = max(at, excluded.at);--> statement-breakpoint
CREATE TRIGGER thread_places_count_new AFTER INSERT ON thread_places WHEN NEW.listed = 1 BEGIN
  UPDATE collections SET thread_count = thread_count + 1 WHERE id = NEW.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER thread_places_count_change AFTER UPDATE OF listed ON thread_places WHEN OLD.listed <> NEW.listed BEGIN
  UPDATE collections SET thread_count = thread_count + NEW.listed - OLD.listed WHERE id = NEW.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER thread_places_count_end AFTER DELETE ON thread_places WHEN OLD.listed = 1 BEGIN
  UPDATE collections SET thread_count = thread_count - 1 WHERE id = OLD.collection_id;
END;--> statement-breakpoint
CREATE TRIGGER threads_place_new AFTER INSERT ON threads BEGIN
  INSERT INTO thread_places (thread_id, collection_id, link_id, listed, label, thread_created_at, thread_modified_at)
    VALUES (NEW.id, NEW.home_collection_id, '', NEW.lifecycle_state <> 'deleted', NEW.label, NEW.created_at, NEW.modified_at);
  INSERT INTO recent_threads (user_id, thread_id, at) VALUES (NEW.created_by, NEW.id, NEW.created_at);
END;--> statement-breakpoint
CREATE TRIGGER threads_place_change AFTER UPDATE OF lifecycle_state, label, created_at, modified_at ON threads BEGIN
  UPDATE thread_places SET listed = NEW.lifecycle_state <> 'deleted', label = NEW.label, thread_created_at = NEW.created_at,
    thread_modified_at = NEW.modified_at WHERE thread_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER threads_place_end AFTER DELETE ON threads BEGIN
  DELETE FROM thread_places WHERE thread_id = OLD.id;
  DELETE FROM recent_threads WHERE thread_id = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER thread_collections_place_new AFTER INSERT ON thread_collections BEGIN
  INSERT INTO thread_places (thread_id, collection_id, link_id, flags, listed, label, thread_created_at, thread_modified_at)
    SELECT id, NEW.collection_id, NEW.id, NEW.flags, lifecycle_state <> 'deleted', label, created_at, modified_at FROM threads
    WHERE id = NEW.thread_id ON CONFLICT (thread_id, collection_id) DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER thread_collections_place_change AFTER UPDATE OF flags ON thread_collections BEGIN
  UPDATE thread_places SET flags = NEW.flags WHERE thread_id = NEW.thread_id AND collection_id = NEW.collection_id AND link_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER thread_collections_place_end AFTER DELETE ON thread_collections BEGIN
  DELETE FROM thread_places WHERE thread_id = OLD.thread_id AND collection_id = OLD.collection_id AND link_id = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER messages_recent_new AFTER INSERT ON messages WHEN NEW.created_by <> 'user_00000000000000000000000000' BEGIN
  INSERT INTO recent_threads (user_id, thread_id, at) VALUES (NEW.created_by, NEW.thread_id, NEW.created_at)
    ON CONFLICT (user_id, thread_id) DO UPDATE SET at = max(at, excluded.at);
END;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `changes` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`organization_id`,`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_target` ON `audit_events` (`organization_id`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_operation` ON `audit_events` (`organization_id`,`operation`,`id`);
