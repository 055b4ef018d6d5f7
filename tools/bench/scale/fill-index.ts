import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { mergeSegments } from "../../../src/knowledge-index/merge-segments.ts";
import { normalizeChunks } from "../../../src/knowledge-index/indexing/write-chunks.ts";
import { writeShortRun } from "../../../src/knowledge-index/indexing/write-short-run.ts";

const WORDS = 20_000;
const WORDS_PER_TEXT = 60;
/** FTS5 reports a full database above 2,000 segments. A merge may leave some, so it runs long before. */
const ASSETS_PER_MERGE = 100;

/**
 * Adds every asset of the records, with its own text, to the organization's index if that index contains
 * `seedId`.
 */
export function fillIndex(index: DatabaseSync, recordsFile: string, seedId: string): void {
  if (index.prepare("SELECT 1 FROM asset WHERE id = ?").get(seedId) === undefined) return;
  const records = new DatabaseSync(recordsFile, { readOnly: true });
  try {
    const select = `SELECT a.id, a.display_name AS name, a.run, a.text_version AS version,
      (SELECT json_group_array(ac.collection_id) FROM asset_collections ac WHERE ac.asset_id = a.id) AS collections
      FROM assets a WHERE a.id <> ? AND a.organization_id = (SELECT s.organization_id FROM assets s WHERE s.id = ?)`;
    const sql = asObjectSql(index);
    let filled = 0;
    for (const { id, name, run, version, collections } of records.prepare(select).iterate(seedId, seedId)) {
      const text = someText();
      const place = {
        assetId: String(id),
        run: Number(run),
        version: String(version),
        displayName: String(name),
      };
      const chunk = {
        id: String(id).replace("asset_", "chunk_"),
        ordinal: 0,
        start: 0,
        end: text.length,
        page: 0,
        text,
        headingContext: null,
      };
      const keys = { textKey: "", chunksKey: "" };
      const collectionIds = JSON.parse(String(collections)) as string[];
      writeShortRun(sql, { ...place, ...keys, collectionIds }, 0, normalizeChunks([chunk]));
      if ((filled += 1) % ASSETS_PER_MERGE === 0) mergeSegments(sql);
    }
  } finally {
    records.close();
  }
}

/** Implements the part of a Durable Object's SQLite API that the index uses, on a file. */
function asObjectSql(database: DatabaseSync): SqlStorage {
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const exec = (query: string, ...values: SQLInputValue[]) => {
    const statement = statements.get(query) ?? database.prepare(query);
    statements.set(query, statement);
    const rows = statement.all(...values);
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() };
  };
  return { exec } as unknown as SqlStorage;
}

/** Words with the skewed frequencies of a language, reproducible. */
function someText(): string {
  const words = Array.from({ length: WORDS_PER_TEXT }, () => wordOf(Math.floor(WORDS ** random()) - 1));
  return `${words.join(" ")}.`;
}

/** The `rank`th most frequent word. */
export function wordOf(rank: number): string {
  const letters = "bdfgklmnprstvz";
  const vowels = "aeiou";
  let rest = rank * 7_919 + 101;
  let word = "";
  for (let syllable = 0; syllable < 4; syllable += 1) {
    word += (letters[rest % 14] ?? "") + (vowels[Math.floor(rest / 14) % 5] ?? "");
    rest = Math.floor(rest / 70);
  }
  return word;
}

let state = 42;

/** Reproducible numbers from 0 to 1. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
