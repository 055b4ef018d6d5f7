import type { SchemaStep } from "../../storage/object-schema.ts";

/**
 * `sentence_vectors` has 64 bytes for each sentence of a chunk, in their order, under the chunk's row; `encoding` names slots whose run is
 * searched and whose chunks from `next` on have none yet; `encoded` counts what there is, and says which encoder made it.
 */
export const SENTENCE_VECTORS: SchemaStep = [
  `CREATE TABLE sentence_vectors (row INTEGER PRIMARY KEY, vectors BLOB NOT NULL) STRICT`,
  `CREATE TABLE encoding (slot INTEGER PRIMARY KEY, run INTEGER NOT NULL, next INTEGER NOT NULL) STRICT`,
  `INSERT INTO encoding SELECT row * 2 + half, run, 0 FROM asset WHERE version IS NOT NULL`,
  `CREATE TABLE encoded (only INTEGER PRIMARY KEY CHECK (only = 1), bytes INTEGER NOT NULL, encoder TEXT NOT NULL) STRICT`,
  `INSERT INTO encoded VALUES (1, 0, '')`,
  `CREATE TRIGGER encoded_more AFTER INSERT ON sentence_vectors BEGIN UPDATE encoded SET bytes = bytes + length(NEW.vectors); END`,
  `CREATE TRIGGER encoded_less AFTER DELETE ON sentence_vectors BEGIN UPDATE encoded SET bytes = bytes - length(OLD.vectors); END`,
];

/** Small, in the order in which they can be dropped. */
export const VECTOR_TABLES = ["encoding", "sentence_vectors", "encoded"];
