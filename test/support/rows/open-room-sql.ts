import { openMemorySql } from "../../../scripts/lib/memory-sql.ts";
import { createRoomSchema, type RoomSql } from "../../../src/thread-room/schema.ts";

/** A room's SQLite under Node: the same statements without a Durable Object. */
export function openRoomSql(): { readonly sql: RoomSql; readonly transaction: <T>(change: () => T) => T } {
  const { exec, transaction } = openMemorySql();
  const sql = { exec } as unknown as RoomSql;
  createRoomSchema(sql, transaction);
  return { sql, transaction };
}
