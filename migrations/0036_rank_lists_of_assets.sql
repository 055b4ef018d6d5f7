CREATE TABLE `asset_ranks` (
	`collection_id` text NOT NULL,
	`ordering` text NOT NULL,
	`level` integer NOT NULL,
	`key` blob NOT NULL,
	`asset_id` text NOT NULL,
	`span` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `ordering`, `level`, `key`, `asset_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span)
  SELECT ranked.collection_id, 'name', levels.level, ranked.key, ranked.asset_id,
    ranked.place - lag(ranked.place, 1, 0) OVER (PARTITION BY ranked.collection_id, levels.level ORDER BY ranked.place)
  FROM (SELECT collection_id, display_name AS key, asset_id, row_number() OVER (PARTITION BY collection_id ORDER BY display_name, asset_id) AS place
    FROM asset_collections WHERE listed = 1) ranked
  JOIN (SELECT 1 AS level, '*[08gr]' AS ends UNION ALL SELECT 2, '*[08gr][08gr]' UNION ALL SELECT 3, '*[08gr][08gr][08gr]' UNION ALL SELECT 4, '*[08gr][08gr][08gr][08gr]' UNION ALL SELECT 5, '*[08gr][08gr][08gr][08gr][08gr]') levels ON ranked.asset_id GLOB levels.ends;
--> statement-breakpoint
INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span)
  SELECT ranked.collection_id, 'type', levels.level, ranked.key, ranked.asset_id,
    ranked.place - lag(ranked.place, 1, 0) OVER (PARTITION BY ranked.collection_id, levels.level ORDER BY ranked.place)
  FROM (SELECT collection_id, content_type AS key, asset_id, row_number() OVER (PARTITION BY collection_id ORDER BY content_type, asset_id) AS place
    FROM asset_collections WHERE listed = 1) ranked
  JOIN (SELECT 1 AS level, '*[08gr]' AS ends UNION ALL SELECT 2, '*[08gr][08gr]' UNION ALL SELECT 3, '*[08gr][08gr][08gr]' UNION ALL SELECT 4, '*[08gr][08gr][08gr][08gr]' UNION ALL SELECT 5, '*[08gr][08gr][08gr][08gr][08gr]') levels ON ranked.asset_id GLOB levels.ends;
--> statement-breakpoint
INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span)
  SELECT ranked.collection_id, 'size', levels.level, ranked.key, ranked.asset_id,
    ranked.place - lag(ranked.place, 1, 0) OVER (PARTITION BY ranked.collection_id, levels.level ORDER BY ranked.place)
  FROM (SELECT collection_id, file_size AS key, asset_id, row_number() OVER (PARTITION BY collection_id ORDER BY file_size, asset_id) AS place
    FROM asset_collections WHERE listed = 1) ranked
  JOIN (SELECT 1 AS level, '*[08gr]' AS ends UNION ALL SELECT 2, '*[08gr][08gr]' UNION ALL SELECT 3, '*[08gr][08gr][08gr]' UNION ALL SELECT 4, '*[08gr][08gr][08gr][08gr]' UNION ALL SELECT 5, '*[08gr][08gr][08gr][08gr][08gr]') levels ON ranked.asset_id GLOB levels.ends;
--> statement-breakpoint
INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span)
  SELECT ranked.collection_id, 'creation', levels.level, ranked.key, ranked.asset_id,
    ranked.place - lag(ranked.place, 1, 0) OVER (PARTITION BY ranked.collection_id, levels.level ORDER BY ranked.place)
  FROM (SELECT collection_id, asset_created_at AS key, asset_id, row_number() OVER (PARTITION BY collection_id ORDER BY asset_created_at, asset_id) AS place
    FROM asset_collections WHERE listed = 1) ranked
  JOIN (SELECT 1 AS level, '*[08gr]' AS ends UNION ALL SELECT 2, '*[08gr][08gr]' UNION ALL SELECT 3, '*[08gr][08gr][08gr]' UNION ALL SELECT 4, '*[08gr][08gr][08gr][08gr]' UNION ALL SELECT 5, '*[08gr][08gr][08gr][08gr][08gr]') levels ON ranked.asset_id GLOB levels.ends;
--> statement-breakpoint
INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span)
  SELECT ranked.collection_id, 'change', levels.level, ranked.key, ranked.asset_id,
    ranked.place - lag(ranked.place, 1, 0) OVER (PARTITION BY ranked.collection_id, levels.level ORDER BY ranked.place)
  FROM (SELECT collection_id, asset_modified_at AS key, asset_id, row_number() OVER (PARTITION BY collection_id ORDER BY asset_modified_at, asset_id) AS place
    FROM asset_collections WHERE listed = 1) ranked
  JOIN (SELECT 1 AS level, '*[08gr]' AS ends UNION ALL SELECT 2, '*[08gr][08gr]' UNION ALL SELECT 3, '*[08gr][08gr][08gr]' UNION ALL SELECT 4, '*[08gr][08gr][08gr][08gr]' UNION ALL SELECT 5, '*[08gr][08gr][08gr][08gr][08gr]') levels ON ranked.asset_id GLOB levels.ends;
--> statement-breakpoint
CREATE VIEW asset_rank_entries AS SELECT collection_id, ordering, key, asset_id FROM asset_ranks;
--> statement-breakpoint
CREATE TRIGGER asset_rank_entries_new INSTEAD OF INSERT ON asset_rank_entries BEGIN
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 1 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 1, NEW.key, NEW.asset_id, CASE NEW.ordering
      WHEN 'name' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_name WHERE collection_id = NEW.collection_id AND listed = 1
        AND (display_name, asset_id) <= (NEW.key, NEW.asset_id) AND (display_name, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), ''), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'type' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_type WHERE collection_id = NEW.collection_id AND listed = 1
        AND (content_type, asset_id) <= (NEW.key, NEW.asset_id) AND (content_type, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), ''), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'size' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_size WHERE collection_id = NEW.collection_id AND listed = 1
        AND (file_size, asset_id) <= (NEW.key, NEW.asset_id) AND (file_size, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'creation' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_creation WHERE collection_id = NEW.collection_id AND listed = 1
        AND (asset_created_at, asset_id) <= (NEW.key, NEW.asset_id) AND (asset_created_at, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
      WHEN 'change' THEN (SELECT count(*) FROM asset_collections INDEXED BY asset_collections_by_change WHERE collection_id = NEW.collection_id AND listed = 1
        AND (asset_modified_at, asset_id) <= (NEW.key, NEW.asset_id) AND (asset_modified_at, asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 1 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), ''))) END
    WHERE NEW.asset_id GLOB '*[08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 1 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 1 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 2 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 2, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 1 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 2 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 2 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 2 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 2 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 3 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 3, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 2 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 3 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 3 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 3 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 3 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 4 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 4, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 3 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 4 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 4 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 4 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 4 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  UPDATE asset_ranks SET span = span + 1 WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 5 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  INSERT INTO asset_ranks (collection_id, ordering, level, key, asset_id, span) SELECT NEW.collection_id, NEW.ordering, 5, NEW.key, NEW.asset_id, (SELECT sum(below.span) FROM asset_ranks below WHERE below.collection_id = NEW.collection_id AND below.ordering = NEW.ordering AND below.level = 4 AND (below.key, below.asset_id) <= (NEW.key, NEW.asset_id)
      AND (below.key, below.asset_id) > (coalesce((SELECT last.key FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 5 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), -9223372036854775808), coalesce((SELECT last.asset_id FROM asset_ranks last WHERE last.collection_id = NEW.collection_id AND last.ordering = NEW.ordering AND last.level = 5 AND (last.key, last.asset_id) < (NEW.key, NEW.asset_id) ORDER BY last.key DESC, last.asset_id DESC LIMIT 1), '')))
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr][08gr]';
  UPDATE asset_ranks SET span = span - (SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 5 AND own.key = NEW.key AND own.asset_id = NEW.asset_id)
    WHERE NEW.asset_id GLOB '*[08gr][08gr][08gr][08gr][08gr]' AND collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 5 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
END;
--> statement-breakpoint
CREATE VIEW asset_rank_ends AS SELECT collection_id, ordering, key, asset_id FROM asset_ranks;
--> statement-breakpoint
CREATE TRIGGER asset_rank_ends_new INSTEAD OF INSERT ON asset_rank_ends BEGIN
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 1 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 1 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 1 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 2 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 2 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 2 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 3 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 3 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 3 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 4 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 4 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 4 AND key = NEW.key AND asset_id = NEW.asset_id;
  UPDATE asset_ranks SET span = span - 1 + coalesce((SELECT own.span FROM asset_ranks own WHERE own.collection_id = NEW.collection_id AND own.ordering = NEW.ordering AND own.level = 5 AND own.key = NEW.key AND own.asset_id = NEW.asset_id), 0)
    WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND (key, asset_id) = (SELECT next.key, next.asset_id FROM asset_ranks next
    WHERE next.collection_id = NEW.collection_id AND next.ordering = NEW.ordering AND next.level = 5 AND (next.key, next.asset_id) > (NEW.key, NEW.asset_id) ORDER BY next.key, next.asset_id LIMIT 1);
  DELETE FROM asset_ranks WHERE collection_id = NEW.collection_id AND ordering = NEW.ordering AND level = 5 AND key = NEW.key AND asset_id = NEW.asset_id;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_rank_new AFTER INSERT ON asset_collections WHEN NEW.listed = 1 BEGIN
  INSERT INTO asset_rank_entries (collection_id, ordering, key, asset_id) SELECT NEW.collection_id, kept.ordering, kept.new_key, NEW.asset_id
    FROM (SELECT 'name' AS ordering, NEW.display_name AS new_key UNION ALL SELECT 'type' AS ordering, NEW.content_type AS new_key UNION ALL SELECT 'size' AS ordering, NEW.file_size AS new_key UNION ALL SELECT 'creation' AS ordering, NEW.asset_created_at AS new_key UNION ALL SELECT 'change' AS ordering, NEW.asset_modified_at AS new_key) kept;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_rank_end AFTER DELETE ON asset_collections WHEN OLD.listed = 1 BEGIN
  INSERT INTO asset_rank_ends (collection_id, ordering, key, asset_id) SELECT OLD.collection_id, kept.ordering, kept.old_key, OLD.asset_id
    FROM (SELECT 'name' AS ordering, OLD.display_name AS old_key UNION ALL SELECT 'type' AS ordering, OLD.content_type AS old_key UNION ALL SELECT 'size' AS ordering, OLD.file_size AS old_key UNION ALL SELECT 'creation' AS ordering, OLD.asset_created_at AS old_key UNION ALL SELECT 'change' AS ordering, OLD.asset_modified_at AS old_key) kept;
END;
--> statement-breakpoint
CREATE TRIGGER asset_collections_rank_change AFTER UPDATE OF collection_id, asset_id, listed, display_name, content_type, file_size, asset_created_at, asset_modified_at ON asset_collections BEGIN
  INSERT INTO asset_rank_ends (collection_id, ordering, key, asset_id) SELECT OLD.collection_id, kept.ordering, kept.old_key, OLD.asset_id
    FROM (SELECT 'name' AS ordering, OLD.display_name AS old_key, NEW.display_name AS new_key UNION ALL SELECT 'type' AS ordering, OLD.content_type AS old_key, NEW.content_type AS new_key UNION ALL SELECT 'size' AS ordering, OLD.file_size AS old_key, NEW.file_size AS new_key UNION ALL SELECT 'creation' AS ordering, OLD.asset_created_at AS old_key, NEW.asset_created_at AS new_key UNION ALL SELECT 'change' AS ordering, OLD.asset_modified_at AS old_key, NEW.asset_modified_at AS new_key) kept
    WHERE OLD.listed = 1 AND (NEW.listed <> 1 OR kept.old_key <> kept.new_key OR OLD.collection_id <> NEW.collection_id OR OLD.asset_id <> NEW.asset_id);
  INSERT INTO asset_rank_entries (collection_id, ordering, key, asset_id) SELECT NEW.collection_id, kept.ordering, kept.new_key, NEW.asset_id
    FROM (SELECT 'name' AS ordering, OLD.display_name AS old_key, NEW.display_name AS new_key UNION ALL SELECT 'type' AS ordering, OLD.content_type AS old_key, NEW.content_type AS new_key UNION ALL SELECT 'size' AS ordering, OLD.file_size AS old_key, NEW.file_size AS new_key UNION ALL SELECT 'creation' AS ordering, OLD.asset_created_at AS old_key, NEW.asset_created_at AS new_key UNION ALL SELECT 'change' AS ordering, OLD.asset_modified_at AS old_key, NEW.asset_modified_at AS new_key) kept
    WHERE NEW.listed = 1 AND (OLD.listed <> 1 OR kept.old_key <> kept.new_key OR OLD.collection_id <> NEW.collection_id OR OLD.asset_id <> NEW.asset_id);
END;