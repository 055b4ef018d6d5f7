import { createTables, type ObjectSchema, type ObjectSql } from "../storage/object-schema.ts";

/** The part of a Durable Object's SQLite that the room uses. */
export type RoomSql = ObjectSql;

/** Accepted turns that have not ended. A campaign's message has one turn per answer. */
const TURNS = `CREATE TABLE turns (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL,
  asked_as TEXT NOT NULL DEFAULT '',
  accepted TEXT NOT NULL,
  stored INTEGER NOT NULL DEFAULT 0,
  store_failures INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  transformation_id TEXT NOT NULL,
  last_failure TEXT NOT NULL DEFAULT '',
  run_at INTEGER NOT NULL,
  known_scope TEXT,
  UNIQUE (message_id, asked_as)
) STRICT`;

/** The notes of a model on the documents of a turn's answer. They are deleted with the turn. */
const TURN_NOTES = `CREATE TABLE turn_notes (
  turn_seq INTEGER NOT NULL, key TEXT NOT NULL, notes TEXT NOT NULL, PRIMARY KEY (turn_seq, key)
) STRICT, WITHOUT ROWID`;

/** The event log, from which sockets resume, and its counters in one row. */
const LOG = [
  `CREATE TABLE events (seq INTEGER PRIMARY KEY, frame TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT`,
  `CREATE TABLE log_state (
    only INTEGER PRIMARY KEY CHECK (only = 1), last_seq INTEGER NOT NULL, first_seq INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) STRICT`,
  `INSERT INTO log_state (only, last_seq, first_seq, bytes) VALUES (1, 0, 1, 0)`,
];

/** The logical alarms that share the object's single alarm. */
const ALARMS = `CREATE TABLE alarms (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL) STRICT`;

/** Public links that were revoked recently. */
const REVOKED_LINKS = `CREATE TABLE revoked_links (token_id TEXT PRIMARY KEY, revoked_at INTEGER NOT NULL) STRICT`;

/** The last progress version of each asset that the room sent. */
const SENT_PROGRESS = [
  `CREATE TABLE sent_progress (asset_id TEXT PRIMARY KEY, version INTEGER NOT NULL, sent_at INTEGER NOT NULL) STRICT`,
  `CREATE INDEX sent_progress_at ON sent_progress (sent_at)`,
];

/** The newest event that contains the name or content of each asset. */
const SHOWN_ASSETS = [
  `CREATE TABLE shown_assets (asset_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT`,
  `CREATE INDEX shown_assets_seq ON shown_assets (seq)`,
];

/** Answer versions that another version has replaced. */
const SUPERSEDED_ANSWERS = `CREATE TABLE superseded_answers (message_id TEXT PRIMARY KEY) STRICT`;

/** Changes that invalidated earlier events, each with the number of its resync event. */
const INVALIDATIONS = `CREATE TABLE invalidations (change TEXT PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL) STRICT`;

const SCHEMA: ObjectSchema = {
  table: "turns",
  statements: [
    TURNS,
    TURN_NOTES,
    ...LOG,
    ALARMS,
    REVOKED_LINKS,
    ...SENT_PROGRESS,
    ...SHOWN_ASSETS,
    SUPERSEDED_ANSWERS,
    INVALIDATIONS,
  ],
};

/** Creates the room's tables, unless they exist. */
export function createRoomSchema(sql: RoomSql, transaction: (change: () => void) => void): void {
  createTables(sql, transaction, SCHEMA);
}
