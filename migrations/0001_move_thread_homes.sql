-- The lists of collections and users follow a thread that moves to another home.
CREATE TRIGGER threads_place_move AFTER UPDATE OF home_collection_id ON threads WHEN OLD.home_collection_id <> NEW.home_collection_id BEGIN
  DELETE FROM thread_places WHERE thread_id = NEW.id AND collection_id = OLD.home_collection_id AND link_id = '';
  INSERT INTO thread_places (thread_id, collection_id, link_id, listed, label, thread_created_at, thread_modified_at)
    VALUES (NEW.id, NEW.home_collection_id, '', NEW.lifecycle_state <> 'deleted', NEW.label, NEW.created_at, NEW.modified_at);
  UPDATE recent_threads SET places = (SELECT CASE WHEN count(*) > 8 OR (SELECT count(*) FROM (SELECT 1 FROM recent_threads other WHERE other.thread_id = NEW.id LIMIT 101)) > 100
      THEN NEW.id WHEN count(*) = 1 THEN min(collection_id) ELSE json_group_array(collection_id) END
      FROM (SELECT collection_id FROM thread_places WHERE thread_id = NEW.id ORDER BY collection_id LIMIT 9))
    WHERE thread_id = NEW.id AND places < 'd';
END;
