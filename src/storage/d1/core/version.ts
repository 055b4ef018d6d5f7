import { sql, type SQL } from "drizzle-orm";

export type VersionedTable = "users" | "organizations" | "collections" | "assets" | "threads";

/** Whether the record still has the version that the caller read. */
export function hasVersion(
  table: VersionedTable,
  { id, version }: { readonly id: string; readonly version: number },
): SQL {
  return sql`(SELECT im.version FROM ${sql.identifier(table)} im WHERE im.id = ${id}) = ${version}`;
}
