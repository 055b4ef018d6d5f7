import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { createSchema, type RoomSql } from "../../src/thread-room/schema.ts";

/** A room's SQLite under Node: the same statements, without a Durable Object around them. */
export function openRoomSql(): { readonly sql: RoomSql; readonly transaction: <T>(change: () => T) => T } {
  const database = new DatabaseSync(":memory:");
  const exec = (query: string, ...bindings: SQLInputValue[]) => {
    const rows = database.prepare(query).all(...bindings);
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() };
  };
  const sql = { exec } as unknown as RoomSql;
  const transaction = <T>(change: () => T): T => {
    database.exec("BEGIN");
    try {
      const result = change();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  createSchema(sql, transaction);
  return { sql, transaction };
}
