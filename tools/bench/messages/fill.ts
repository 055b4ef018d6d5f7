import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Failure } from "../../../scripts/lib/failure.ts";
import { newId } from "../../../src/domain/ids.ts";
import { databaseFiles, editState } from "../lib/database-files.ts";

/** The log keeps at most 10,000 events and 8 MiB. */
const LOG_BYTES = 8 * 1024 * 1024;

type Row = Record<string, SQLInputValue>;

/**
 * Fills a thread with copies of its first message, in the records and in its room's log. The service must not
 * run.
 */
export function fillThread(stateFolder: string, threadId: string, messages: number): void {
  const [records] = databaseFiles(stateFolder, "d1/miniflare-D1DatabaseObject");
  if (records === undefined) throw new Failure("The state of the service has no database.");
  const first = editState(records, (database) => fillRecords(database, threadId, messages));
  for (const room of databaseFiles(stateFolder, "do/knowledge-workspace-ThreadRoom"))
    editState(room, (database) => fillLog(database, first, messages));
}

/** @returns the id of the thread's first message */
function fillRecords(database: DatabaseSync, threadId: string, messages: number): string {
  const { known_as: _, ...first } = rowOf(
    database,
    "SELECT * FROM messages WHERE thread_id = ? ORDER BY position LIMIT 1",
    threadId,
  );
  const known = Number(
    rowOf(database, "SELECT max(position) AS last FROM messages WHERE thread_id = ?", threadId)["last"],
  );
  const names = Object.keys(first);
  const marks = names.map(() => "?").join(", ");
  const insert = database.prepare(
    `INSERT INTO messages (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${marks})`,
  );
  for (let position = known + 1; position <= messages; position += 1)
    insert.run(...Object.values({ ...first, id: newId("msg"), position }));
  const moved = "UPDATE threads SET message_count = ?, version = version + ? WHERE id = ?";
  database.prepare(moved).run(messages, messages - known, threadId);
  return textOf(first["id"]);
}

/** Fills the log if its room contains this message. */
function fillLog(database: DatabaseSync, messageId: string, messages: number): void {
  const first = database.prepare("SELECT frame FROM events ORDER BY seq LIMIT 1").get();
  const frame = textOf(first?.["frame"]);
  if (frame === "" || !frame.includes(messageId)) return;
  const state = rowOf(database, "SELECT last_seq, bytes FROM log_state");
  let [seq, bytes] = [Number(state["last_seq"]), Number(state["bytes"])];
  const insert = database.prepare("INSERT INTO events (seq, frame, bytes) VALUES (?, ?, ?)");
  while (seq < messages && bytes + frame.length < LOG_BYTES) {
    seq += 1;
    const copy = frame.replace(/"seq":\d+\}$/, `"seq":${seq}}`);
    bytes += copy.length;
    insert.run(seq, copy, copy.length);
  }
  database.prepare("UPDATE log_state SET last_seq = ?, bytes = ?").run(seq, bytes);
}

function rowOf(database: DatabaseSync, query: string, ...values: SQLInputValue[]): Row {
  const row = database.prepare(query).get(...values);
  if (row === undefined) throw new Failure(`The state of the service has no row for: ${query}`);
  return row as Row;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
