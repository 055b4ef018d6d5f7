CREATE TABLE `recent_thread_counts` (
	`user_id` text NOT NULL,
	`places` text NOT NULL,
	`threads` integer NOT NULL,
	PRIMARY KEY(`user_id`, `places`)
);
--> statement-breakpoint
DELETE FROM recent_threads WHERE rowid IN (SELECT rowid FROM (SELECT rowid, row_number() OVER (PARTITION BY user_id ORDER BY at DESC, thread_id DESC) AS place
  FROM recent_threads) WHERE place > 1000);--> statement-breakpoint
DROP INDEX `recent_threads_newest`;--> statement-breakpoint
ALTER TABLE `recent_threads` ADD `listed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_threads` ADD `label` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_threads` ADD `thread_created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recent_threads` ADD `places` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE recent_threads SET listed = t.lifecycle_state <> 'deleted', label = t.label, thread_created_at = t.created_at,
    places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = recent_threads.thread_id LIMIT 101)) > 100
      THEN recent_threads.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = recent_threads.thread_id ORDER BY collection_id LIMIT 9))
  FROM threads t WHERE t.id = recent_threads.thread_id;--> statement-breakpoint
INSERT INTO recent_thread_counts (user_id, places, threads) SELECT user_id, places, count(*) FROM recent_threads WHERE listed = 1 GROUP BY user_id, places;--> statement-breakpoint
INSERT INTO recent_thread_counts (user_id, places, threads) SELECT user_id, '', count(*) FROM recent_threads GROUP BY user_id;--> statement-breakpoint
DROP INDEX `recent_threads_thread`;--> statement-breakpoint
CREATE INDEX `recent_threads_thread` ON `recent_threads` (`thread_id`,`places`);--> statement-breakpoint
CREATE INDEX `recent_threads_by_label` ON `recent_threads` (`user_id`,`listed`,`label`,`thread_id`);--> statement-breakpoint
CREATE INDEX `recent_threads_by_creation` ON `recent_threads` (`user_id`,`listed`,`thread_created_at`,`thread_id`);--> statement-breakpoint
CREATE INDEX `recent_threads_newest` ON `recent_threads` (`user_id`,`listed`,`at`,`thread_id`);--> statement-breakpoint
CREATE TRIGGER recent_threads_new AFTER INSERT ON recent_threads BEGIN
  UPDATE recent_threads SET listed = t.lifecycle_state <> 'deleted', label = t.label, thread_created_at = t.created_at,
    places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 101)) > 100
      THEN NEW.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = NEW.thread_id ORDER BY collection_id LIMIT 9))
    FROM threads t WHERE t.id = NEW.thread_id AND recent_threads.user_id = NEW.user_id AND recent_threads.thread_id = NEW.thread_id;
  INSERT INTO recent_thread_counts (user_id, places, threads) VALUES (NEW.user_id, '', 1)
    ON CONFLICT (user_id, places) DO UPDATE SET threads = threads + 1;
  DELETE FROM recent_threads WHERE user_id = NEW.user_id
    AND (SELECT threads FROM recent_thread_counts WHERE user_id = NEW.user_id AND places = '') > 1000
    AND thread_id = (SELECT thread_id FROM (
      SELECT * FROM (SELECT at, thread_id FROM recent_threads WHERE user_id = NEW.user_id AND listed = 0 ORDER BY at, thread_id LIMIT 1)
      UNION ALL SELECT * FROM (SELECT at, thread_id FROM recent_threads WHERE user_id = NEW.user_id AND listed = 1 ORDER BY at, thread_id LIMIT 1)
    ) ORDER BY at, thread_id LIMIT 1);
END;--> statement-breakpoint
CREATE TRIGGER recent_threads_change AFTER UPDATE OF listed, places ON recent_threads
  WHEN OLD.listed <> NEW.listed OR OLD.places <> NEW.places BEGIN
  UPDATE recent_thread_counts SET threads = threads - 1 WHERE user_id = OLD.user_id AND places = OLD.places AND OLD.listed = 1;
  DELETE FROM recent_thread_counts WHERE user_id = OLD.user_id AND places = OLD.places AND threads = 0;
  INSERT INTO recent_thread_counts (user_id, places, threads) SELECT NEW.user_id, NEW.places, 1 WHERE NEW.listed = 1
    ON CONFLICT (user_id, places) DO UPDATE SET threads = threads + 1;
END;--> statement-breakpoint
CREATE TRIGGER recent_threads_end AFTER DELETE ON recent_threads BEGIN
  UPDATE recent_thread_counts SET threads = threads - 1 WHERE user_id = OLD.user_id AND places IN ('', CASE WHEN OLD.listed = 1 THEN OLD.places ELSE '' END);
  DELETE FROM recent_thread_counts WHERE user_id = OLD.user_id AND places IN ('', OLD.places) AND threads = 0;
END;--> statement-breakpoint
CREATE TRIGGER threads_recent_change AFTER UPDATE OF lifecycle_state, label, created_at ON threads
  WHEN OLD.lifecycle_state <> NEW.lifecycle_state OR OLD.label <> NEW.label OR OLD.created_at <> NEW.created_at BEGIN
  UPDATE recent_threads SET listed = NEW.lifecycle_state <> 'deleted', label = NEW.label, thread_created_at = NEW.created_at
    WHERE thread_id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER thread_places_recent_new AFTER INSERT ON thread_places WHEN NEW.link_id <> '' BEGIN
  UPDATE recent_threads SET places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 101)) > 100
      THEN NEW.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = NEW.thread_id ORDER BY collection_id LIMIT 9))
    WHERE thread_id = NEW.thread_id AND places < 'd';
END;--> statement-breakpoint
CREATE TRIGGER thread_places_recent_end AFTER DELETE ON thread_places WHEN OLD.link_id <> '' BEGIN
  UPDATE recent_threads SET places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = OLD.thread_id LIMIT 101)) > 100
      THEN OLD.thread_id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = OLD.thread_id ORDER BY collection_id LIMIT 9))
    WHERE thread_id = OLD.thread_id AND places < 'd';
END;--> statement-breakpoint
DROP TRIGGER threads_place_end;--> statement-breakpoint
CREATE TRIGGER threads_place_end AFTER DELETE ON threads BEGIN
  DELETE FROM recent_threads WHERE thread_id = OLD.id;
  DELETE FROM thread_places WHERE thread_id = OLD.id;
END;
