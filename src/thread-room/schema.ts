/** `turns` holds what is accepted and not ended; `events` the log that sockets resume from; `log_state` its counters, one row; `alarms` what the one alarm is for; `ended_links` public links that ended lately. */
const STATEMENTS = [
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

/** The part of a Durable Object's SQLite that the room uses. */
export type RoomSql = Pick<SqlStorage, "exec">;

export function createSchema(sql: RoomSql): void {
  for (const statement of STATEMENTS) sql.exec(statement);
}
