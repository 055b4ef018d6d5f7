import { type ObjectSql, type SchemaStep, takeSchemaSteps } from "../storage/object-schema.ts";

/** The part of a Durable Object's SQLite that the room uses. */
export type RoomSql = ObjectSql;

/** The room's tables as they were before they had a version: rooms that were made then have them already. */
const FIRST = [
  `CREATE TABLE IF NOT EXISTS turns (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT NOT NULL UNIQUE,
    accepted TEXT NOT NULL,
    stored INTEGER NOT NULL DEFAULT 0,
    store_failures INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    transformation_id TEXT NOT NULL,
    last_failure TEXT NOT NULL DEFAULT '',
    run_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, frame TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT`,
  `CREATE TABLE IF NOT EXISTS log_state (
    only INTEGER PRIMARY KEY CHECK (only = 1), last_seq INTEGER NOT NULL, first_seq INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) STRICT`,
  `INSERT INTO log_state (only, last_seq, first_seq, bytes) VALUES (1, 0, 1, 0) ON CONFLICT DO NOTHING`,
  `CREATE TABLE IF NOT EXISTS alarms (name TEXT PRIMARY KEY, due_at INTEGER NOT NULL) STRICT`,
  `CREATE TABLE IF NOT EXISTS ended_links (token_id TEXT PRIMARY KEY, ended_at INTEGER NOT NULL) STRICT`,
];

/** A message of a campaign has a turn for each answer. SQLite cannot drop a UNIQUE of a column: the table is made again. */
const TURNS_PER_MESSAGE = [
  `CREATE TABLE turns_of_answers (
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
    UNIQUE (message_id, asked_as)
  ) STRICT`,
  `INSERT INTO turns_of_answers (seq, message_id, accepted, stored, store_failures, attempts, transformation_id, last_failure, run_at)
    SELECT seq, message_id, accepted, stored, store_failures, attempts, transformation_id, last_failure, run_at FROM turns`,
  `DROP TABLE turns`,
  `ALTER TABLE turns_of_answers RENAME TO turns`,
];

const KNOWLEDGE = [
  `CREATE TABLE knowledge_plans (turn_seq INTEGER PRIMARY KEY, plan TEXT NOT NULL) STRICT`,
  `CREATE TABLE told_progress (asset_id TEXT PRIMARY KEY, version INTEGER NOT NULL, told_at INTEGER NOT NULL) STRICT`,
  `CREATE INDEX told_progress_at ON told_progress (told_at)`,
];

const SCOPES = [`ALTER TABLE turns ADD COLUMN known_scope TEXT`];

/** What a change was about to do stands with its turn, and from now on with its id in D1. */
const NO_PLANS = [
  `UPDATE turns SET accepted = json_set(accepted, '$.plan', json((SELECT plan FROM knowledge_plans WHERE turn_seq = turns.seq)))
    WHERE seq IN (SELECT turn_seq FROM knowledge_plans)`,
  `DROP TABLE knowledge_plans`,
];

/** Events from before citations were sent whole do not say which assets they quote: they are dropped, and with them all before them. */
const TOLD_ASSETS = [
  `CREATE TABLE IF NOT EXISTS told_assets (asset_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT`,
  `CREATE INDEX IF NOT EXISTS told_assets_seq ON told_assets (seq)`,
  `DELETE FROM events WHERE seq <= (SELECT max(old.seq) FROM events old WHERE json_type(old.frame, '$.textV1.provenance.citations') IS NULL
    AND json_array_length(old.frame, '$.textV1.provenance.scoped.citations') > 0)`,
  `UPDATE log_state SET first_seq = coalesce((SELECT min(seq) FROM events), last_seq + 1), bytes = (SELECT coalesce(sum(bytes), 0) FROM events)`,
  `INSERT INTO told_assets (asset_id, seq) SELECT told.asset_id, max(told.seq) FROM (
    SELECT cited.value ->> 'assetId' AS asset_id, seq FROM events, json_each(frame, '$.textV1.provenance.citations') cited
    UNION ALL SELECT given.value ->> 'id', seq FROM events, json_each(frame, '$.knowledgeChangeV1.knowledgeFull.assetContext.added') given
    UNION ALL SELECT taken.value ->> 'id', seq FROM events, json_each(frame, '$.knowledgeChangeV1.knowledgeFull.assetContext.removed') taken
    UNION ALL SELECT going.key, seq FROM events, json_each(frame, '$.knowledgeChangeV1.progress') going) told
    WHERE told.asset_id IS NOT NULL GROUP BY told.asset_id ON CONFLICT (asset_id) DO UPDATE SET seq = excluded.seq`,
];

const VOIDED = [`CREATE TABLE IF NOT EXISTS voided (change TEXT PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL) STRICT`];

const HIDDEN_ANSWERS = [`CREATE TABLE IF NOT EXISTS hidden_answers (message_id TEXT PRIMARY KEY) STRICT`];

/**
 * `turns` holds what is accepted and not ended; `events` the log that sockets resume from; `log_state` its counters, one row; `alarms` what the
 * one alarm is for; `ended_links` public links that were revoked lately; `told_progress` the version of each asset that was sent last;
 * `told_assets` the newest event that tells an asset's name or content; `hidden_answers` the versions of answers in whose place another one is
 * shown; `voided` the changes that made void what was told before, each with the number under which that is told.
 */
const STEPS: readonly SchemaStep[] = [FIRST, TURNS_PER_MESSAGE, KNOWLEDGE, SCOPES, NO_PLANS, TOLD_ASSETS, HIDDEN_ANSWERS, VOIDED];

/** Brings the room's tables to what the code expects, whatever they were. */
export function createSchema(sql: RoomSql, transaction: (change: () => void) => void): void {
  takeSchemaSteps(sql, transaction, STEPS);
}
