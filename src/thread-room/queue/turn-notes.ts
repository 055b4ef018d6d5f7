import type { RoomSql } from "../schema.ts";

/** The notes of models on documents, in the room's SQLite. An attempt after a restart finds them. */
export class TurnNotes {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  find(turnSeq: number, key: string): string | null {
    const rows = this.#sql.exec<{ notes: string }>(
      "SELECT notes FROM turn_notes WHERE turn_seq = ? AND key = ?",
      turnSeq,
      key,
    );
    return rows.toArray()[0]?.notes ?? null;
  }

  /** Stores nothing for a turn that has ended. */
  store(turnSeq: number, key: string, notes: string): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO turn_notes (turn_seq, key, notes) SELECT seq, ?, ? FROM turns WHERE seq = ?",
      key,
      notes,
      turnSeq,
    );
  }

  /** Deletes all notes, because they may contain words of a permanently deleted document. */
  clear(): void {
    this.#sql.exec("DELETE FROM turn_notes");
  }
}
