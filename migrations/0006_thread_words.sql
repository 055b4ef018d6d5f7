CREATE TABLE `thread_numbers` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`thread_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_numbers_thread` ON `thread_numbers` (`thread_id`);--> statement-breakpoint
CREATE INDEX `thread_numbers_organization` ON `thread_numbers` (`organization_id`,`id`);
--> statement-breakpoint
-- Words of threads. Row id: number of the thread * 2^18 + slot. Slot 0 has the title, slot n the message at
-- position n. An answer's row also has the words of its question, so one question writes one row.
CREATE VIRTUAL TABLE thread_words USING fts5(words, content = '', contentless_delete = 1,
  tokenize = "porter unicode61 remove_diacritics 2");
--> statement-breakpoint
CREATE VIEW thread_texts AS SELECT thread_id, 0 AS slot, '' AS text FROM thread_numbers;
--> statement-breakpoint
-- Characters of scripts without spaces become words of their own. The text is cut into pieces of 256 characters,
-- because each character of a long text takes as long as the way to it. LIMIT keeps the pieces from being computed
-- again for each character. D1 takes patterns of at most 50 bytes.
CREATE TRIGGER thread_texts_new INSTEAD OF INSERT ON thread_texts WHEN NEW.slot < 262144 BEGIN
  INSERT INTO thread_numbers (id, organization_id, thread_id) SELECT coalesce((SELECT max(of_one.id) FROM thread_numbers of_one WHERE of_one.organization_id = t.organization_id),
      ((SELECT coalesce(max(of_all.id), 0) FROM thread_numbers of_all) / 16777216 + 1) * 16777216) + 1, t.organization_id, t.id
    FROM threads t WHERE t.id = NEW.thread_id AND NOT EXISTS (SELECT 1 FROM thread_numbers k WHERE k.thread_id = t.id);
  INSERT INTO thread_words (rowid, words) SELECT known.id * 262144 + NEW.slot,
      CASE WHEN NEW.text GLOB '*[ก-ໟက-႟ក-៹々-〇ぁ-ヿㄅ-ㄯ]*' OR NEW.text GLOB '*[㐀-䶿一-鿿𠀀-𮯠]*' THEN
        (SELECT group_concat(CASE WHEN substr(cut.text, place.key + 1, 1) GLOB '[ก-ໟက-႟ក-៹々-〇ぁ-ヿㄅ-ㄯ]' OR substr(cut.text, place.key + 1, 1) GLOB '[㐀-䶿一-鿿𠀀-𮯠]'
            THEN ' ' || substr(cut.text, place.key + 1, 1) || ' ' ELSE substr(cut.text, place.key + 1, 1) END, '')
          FROM (SELECT substr(NEW.text, piece.key * 256 + 1, 256) AS text
            FROM json_each('[' || rtrim(replace(hex(zeroblob(length(NEW.text) / 256 + 1)), '00', '0,'), ',') || ']') piece LIMIT 1000) cut
          CROSS JOIN json_each('[' || rtrim(replace(hex(zeroblob(256)), '00', '0,'), ',') || ']') place)
        ELSE NEW.text END
    FROM thread_numbers known WHERE known.thread_id = NEW.thread_id;
END;
--> statement-breakpoint
CREATE TRIGGER threads_words_new AFTER INSERT ON threads WHEN NEW.label <> '' BEGIN
  INSERT INTO thread_texts (thread_id, slot, text) VALUES (NEW.id, 0, NEW.label);
END;
--> statement-breakpoint
CREATE TRIGGER threads_words_change AFTER UPDATE OF label ON threads WHEN OLD.label <> NEW.label BEGIN
  DELETE FROM thread_words WHERE rowid = (SELECT id * 262144 FROM thread_numbers WHERE thread_id = NEW.id);
  INSERT INTO thread_texts (thread_id, slot, text) SELECT NEW.id, 0, NEW.label WHERE NEW.label <> '';
END;
--> statement-breakpoint
CREATE TRIGGER threads_words_end AFTER DELETE ON threads BEGIN
  DELETE FROM thread_words WHERE rowid = (SELECT id * 262144 FROM thread_numbers WHERE thread_id = OLD.id);
  DELETE FROM thread_numbers WHERE thread_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_words_new AFTER INSERT ON messages WHEN NEW.kind = 'text' AND NEW.position > 0 AND NEW.state <> 'pending' BEGIN
  INSERT INTO thread_texts (thread_id, slot, text) SELECT NEW.thread_id, NEW.position,
    coalesce((SELECT asked.content || char(10) FROM messages asked WHERE asked.id = NEW.in_reply_to), '') || CASE NEW.state WHEN 'failed' THEN '' ELSE NEW.content END;
END;
--> statement-breakpoint
CREATE TRIGGER messages_words_change AFTER UPDATE OF position, content, state ON messages
  WHEN NEW.kind = 'text' AND (OLD.position <> NEW.position OR OLD.content <> NEW.content OR (OLD.state = 'pending') <> (NEW.state = 'pending')) BEGIN
  DELETE FROM thread_words WHERE rowid = (SELECT id * 262144 + OLD.position FROM thread_numbers WHERE thread_id = OLD.thread_id
    AND OLD.position BETWEEN 1 AND 262143 AND OLD.state <> 'pending');
  INSERT INTO thread_texts (thread_id, slot, text) SELECT NEW.thread_id, NEW.position,
    coalesce((SELECT asked.content || char(10) FROM messages asked WHERE asked.id = NEW.in_reply_to), '') || CASE NEW.state WHEN 'failed' THEN '' ELSE NEW.content END
    WHERE NEW.position > 0 AND NEW.state <> 'pending';
END;
--> statement-breakpoint
CREATE TRIGGER messages_words_end AFTER DELETE ON messages WHEN OLD.kind = 'text' AND OLD.position > 0 AND OLD.state <> 'pending' BEGIN
  DELETE FROM thread_words WHERE rowid = (SELECT id * 262144 + OLD.position FROM thread_numbers WHERE thread_id = OLD.thread_id AND OLD.position < 262144);
END;
--> statement-breakpoint
-- The threads and messages that are there already.
INSERT INTO thread_texts (thread_id, slot, text) SELECT id, 0, label FROM threads WHERE label <> '' ORDER BY id;
--> statement-breakpoint
INSERT INTO thread_texts (thread_id, slot, text) SELECT message.thread_id, message.position,
    coalesce((SELECT asked.content || char(10) FROM messages asked WHERE asked.id = message.in_reply_to), '') || CASE message.state WHEN 'failed' THEN '' ELSE message.content END
  FROM messages message WHERE message.kind = 'text' AND message.position > 0 AND message.state <> 'pending' ORDER BY message.id;
