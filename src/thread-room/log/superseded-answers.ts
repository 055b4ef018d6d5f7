import type { RoomSql } from "../schema.ts";

/**
 * Answer versions that another version has replaced. The log still contains them, but guests do not receive
 * them.
 */
export class SupersededAnswers {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  /** Call it within the transaction of the event. */
  show({ shown, replaces }: { readonly shown: string; readonly replaces: string }): void {
    this.#sql.exec("DELETE FROM superseded_answers WHERE message_id = ?", shown);
    this.#sql.exec("INSERT INTO superseded_answers (message_id) VALUES (?) ON CONFLICT DO NOTHING", replaces);
  }

  has(messageId: string): boolean {
    return (
      this.#sql.exec("SELECT 1 FROM superseded_answers WHERE message_id = ?", messageId).toArray().length > 0
    );
  }
}
