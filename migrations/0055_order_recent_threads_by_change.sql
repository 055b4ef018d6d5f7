ALTER TABLE `recent_threads` ADD `changed_at` integer;--> statement-breakpoint
CREATE INDEX `recent_threads_by_change` ON `recent_threads` (`user_id`,`listed`,`changed_at`,`thread_id`);--> statement-breakpoint
CREATE TRIGGER recent_threads_new_changed AFTER INSERT ON recent_threads BEGIN
  UPDATE recent_threads SET changed_at = (SELECT modified_at FROM threads WHERE id = NEW.thread_id) WHERE user_id = NEW.user_id
    AND thread_id = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 9)) <= 8 THEN NEW.thread_id END;
  UPDATE recent_threads SET changed_at = NULL
    WHERE thread_id = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.thread_id LIMIT 10)) = 9 THEN NEW.thread_id END;
END;--> statement-breakpoint
CREATE TRIGGER threads_recent_changed AFTER UPDATE OF modified_at ON threads WHEN OLD.modified_at <> NEW.modified_at BEGIN
  UPDATE recent_threads SET changed_at = NEW.modified_at
    WHERE thread_id = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.id LIMIT 9)) <= 8 THEN NEW.id END;
END;
